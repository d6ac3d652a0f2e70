//! Writes the log file: one a day of a bounded size, readable by its owner only, kept for a week.
//!
//! Nothing secret may come here. The levels are fixed, not taken from the environment: libraries
//! that log what they send (HTTP) stay at warnings, and a panic is logged by its place alone,
//! because its message may quote data.

mod throttle;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use time::{Date, OffsetDateTime};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{self, FmtSpan};

use throttle::Throttled;

const LEVELS: &str = "warn,usher_shell=info,usher_api=info,usher_core=info,usher_calls=info,usher_servers=info,usher_mcp=info,usher_net=info,usher_process=info";

/// How many log files are kept: of a week, or of fewer days if one of them has two.
const KEPT_FILES: usize = 7;

/// The largest log file, in bytes. A day has two at most: when the second is full, the first goes.
const LARGEST_BYTES: u64 = 8 * 1024 * 1024;

/// Starts logging into a folder. A folder that cannot be written leaves Usher without a log; that
/// the data directory cannot be written is said in the window.
pub(crate) fn start(log_dir: &Path) {
    let file = DailyFile {
        dir: log_dir.to_path_buf(),
        open: None,
    };
    let started = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(LEVELS))
        .with_span_events(FmtSpan::NONE)
        .with_ansi(false)
        .event_format(Throttled::new(format::format()))
        .with_writer(Mutex::new(file))
        .try_init();
    if started.is_ok() {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            log_panic(panic);
            before(panic);
        }));
    }
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic
        .location()
        .map(ToString::to_string)
        .unwrap_or_default();
    let thread = std::thread::current()
        .name()
        .unwrap_or("unnamed")
        .to_owned();
    tracing::error!(%place, %thread, "panic");
}

/// Today's file; a new one begins with the first line after midnight UTC, and when it is full.
struct DailyFile {
    dir: PathBuf,
    open: Option<OpenFile>,
}

struct OpenFile {
    day: Date,
    file: File,
    bytes: u64,
}

impl DailyFile {
    /// Today's file, with room for so many bytes.
    fn today(&mut self, more: usize) -> io::Result<&mut OpenFile> {
        let today = OffsetDateTime::now_utc().date();
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        let is_full =
            |open: &OpenFile| open.bytes > 0 && open.bytes.saturating_add(more) > LARGEST_BYTES;
        if self.open.as_ref().is_none_or(|open| open.day != today) {
            self.open_new(today)?;
        }
        if self.open.as_ref().is_some_and(is_full) {
            self.open = None;
            let path = self.dir.join(file_name(today));
            std::fs::rename(&path, path.with_extension("1.log"))?;
            self.open_new(today)?;
        }
        Ok(self.open.as_mut().ok_or(io::ErrorKind::NotFound)?)
    }

    fn open_new(&mut self, day: Date) -> io::Result<()> {
        let file = open_private(&self.dir.join(file_name(day)))?;
        remove_old(&self.dir);
        let bytes = file.metadata()?.len();
        self.open = Some(OpenFile { day, file, bytes });
        Ok(())
    }
}

impl Write for DailyFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let open = self.today(line.len())?;
        let written = open.file.write(line)?;
        open.bytes += u64::try_from(written).unwrap_or(u64::MAX);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.today(0)?.file.flush()
    }
}

fn file_name(day: Date) -> String {
    format!(
        "usher-{:04}-{:02}-{:02}.log",
        day.year(),
        u8::from(day.month()),
        day.day()
    )
}

fn open_private(path: &Path) -> io::Result<File> {
    // Through no link: what is logged may hold words of a server.
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        std::fs::remove_file(path)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn remove_old(dir: &Path) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    let mut logs: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_log(path))
        .collect();
    logs.sort();
    let surplus = logs.len().saturating_sub(KEPT_FILES);
    for path in logs.iter().take(surplus) {
        // One that cannot be removed today is tried again tomorrow.
        let _ = std::fs::remove_file(path);
    }
}

/// Whether a file has a name as [`file_name`] gives, or that of the first file of a day with two.
fn is_log(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| name.strip_prefix("usher-")?.strip_suffix(".log"));
    let Some(day) = stem.map(|stem| stem.strip_suffix(".1").unwrap_or(stem)) else {
        return false;
    };
    let form = b"0000-00-00";
    let is_like = |(found, form): (u8, &u8)| match form {
        b'0' => found.is_ascii_digit(),
        other => found == *other,
    };
    day.len() == form.len() && day.bytes().zip(form).all(is_like)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_of_private_files_is_kept_and_nothing_else_is_touched() {
        let dir = tempfile::tempdir().unwrap();
        for day in 1..=9 {
            std::fs::write(dir.path().join(format!("usher-2020-01-0{day}.log")), "old").unwrap();
        }
        let mine = ["notes.log", "usher-0.1.0.log", "usher-2019-notes.log"];
        for name in mine {
            std::fs::write(dir.path().join(name), "mine").unwrap();
        }

        let mut log = DailyFile {
            dir: dir.path().to_path_buf(),
            open: None,
        };
        log.write_all(b"a line\n").unwrap();

        let mut left: Vec<String> = std::fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let today = file_name(OffsetDateTime::now_utc().date());
        let mut expected = mine.map(str::to_owned).to_vec();
        expected.extend((4..=9).map(|day| format!("usher-2020-01-0{day}.log")));
        expected.push(today.clone());
        expected.sort();
        assert_eq!(left, expected);
        assert_eq!(
            std::fs::read_to_string(dir.path().join(&today)).unwrap(),
            "a line\n"
        );

        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(dir.path().join(today))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "others must not read the log");
        }
    }

    #[test]
    fn a_day_has_two_files_of_a_bounded_size_at_most() {
        let dir = tempfile::tempdir().unwrap();
        let mut log = DailyFile {
            dir: dir.path().to_path_buf(),
            open: None,
        };
        let line = |n: u32| format!("{n:<1023}\n");
        let of_a_file = u32::try_from(LARGEST_BYTES / 1024).unwrap();
        for n in 0..=(3 * of_a_file) {
            log.write_all(line(n).as_bytes()).unwrap();
        }
        let today = dir.path().join(file_name(OffsetDateTime::now_utc().date()));
        let begins = |path: &Path| std::fs::read_to_string(path).unwrap()[..1024].to_owned();
        let before = today.with_extension("1.log");
        assert_eq!(
            (begins(&before), begins(&today)),
            (line(2 * of_a_file), line(3 * of_a_file)),
            "the newest are kept"
        );
        let mut files: Vec<u64> = std::fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().metadata().unwrap().len())
            .collect();
        files.sort_unstable();
        assert_eq!(files, [1024, LARGEST_BYTES]);
        assert!(is_log(&before), "it goes when it is old");

        drop(log);
        let mut log = DailyFile {
            dir: dir.path().to_path_buf(),
            open: None,
        };
        log.write_all(b"after a restart\n").unwrap();
        let length = std::fs::metadata(&today).unwrap().len();
        assert_eq!(length, 1040, "it goes on where it was");
    }

    #[cfg(unix)]
    #[test]
    fn the_log_is_written_through_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let other = dir.path().join("other");
        std::fs::write(&other, "theirs").unwrap();
        let today = dir.path().join(file_name(OffsetDateTime::now_utc().date()));
        std::os::unix::fs::symlink(&other, &today).unwrap();
        let mut log = DailyFile {
            dir: dir.path().to_path_buf(),
            open: None,
        };
        log.write_all(b"a line\n").unwrap();
        let read = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert_eq!(
            (read(&other), read(&today)),
            ("theirs".into(), "a line\n".into())
        );
    }
}

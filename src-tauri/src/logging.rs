//! Writes the log file: one a day, readable by its owner only, kept for a week.
//!
//! Nothing secret may come here. The levels are fixed, not taken from the environment: libraries
//! that log what they send (HTTP) stay at warnings, and a panic is logged by its place alone,
//! because its message may quote data.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use time::{Date, OffsetDateTime};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

const LEVELS: &str = "warn,usher_shell=info,usher_api=info,usher_core=info,usher_mcp=info,usher_net=info,usher_process=info";

/// How many days a log file is kept.
const KEPT_DAYS: usize = 7;

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

/// Today's file; a new one begins with the first line after midnight UTC.
struct DailyFile {
    dir: PathBuf,
    open: Option<(Date, File)>,
}

impl DailyFile {
    fn today(&mut self) -> io::Result<&mut File> {
        let today = OffsetDateTime::now_utc().date();
        if self.open.as_ref().is_none_or(|(day, _)| *day != today) {
            let file = open_private(&self.dir.join(file_name(today)))?;
            remove_old(&self.dir);
            self.open = Some((today, file));
        }
        let (_, file) = self.open.as_mut().ok_or(io::ErrorKind::NotFound)?;
        Ok(file)
    }
}

impl Write for DailyFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.today()?.write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.today()?.flush()
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
    let surplus = logs.len().saturating_sub(KEPT_DAYS);
    for path in logs.iter().take(surplus) {
        // One that cannot be removed today is tried again tomorrow.
        let _ = std::fs::remove_file(path);
    }
}

fn is_log(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.is_some_and(|stem| stem.starts_with("usher-"))
        && path.extension().is_some_and(|kind| kind == "log")
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
        std::fs::write(dir.path().join("notes.log"), "mine").unwrap();

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
        let mut expected = vec!["notes.log".to_owned()];
        expected.extend((4..=9).map(|day| format!("usher-2020-01-0{day}.log")));
        expected.push(today.clone());
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

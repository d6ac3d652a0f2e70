//! Processes that a library of this program has started, such as those of web views: found, bounded and ended (Linux).

use std::collections::HashSet;
use std::fs;
use std::io;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, sysconf};
use rustix::process::{Resource, Rlimit, prlimit, setpriority_process};

use crate::lineage::is_marked;
use crate::process_tree::{children, start_time};

/// How much a process yields to others, as `nice(1)` counts it.
const YIELDS: i32 = 10;

/// A child of this process that a library has started. Another process that gets its id later is never meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LibraryProcess {
    // First, so that those that were started first come first.
    start_time: u64,
    pid: i32,
}

impl LibraryProcess {
    /// Returns the children of this process that have this name, of which the kernel keeps 15 bytes.
    pub fn named(name: &str) -> HashSet<Self> {
        let is_named = |pid: i32| {
            let found = fs::read_to_string(format!("/proc/{pid}/comm"));
            found.is_ok_and(|found| found.trim_end_matches('\n') == name)
        };
        let children = children(std::process::id());
        // A server may have left one of that name.
        let is_of_server = |pid: i32| {
            let pid = u32::try_from(pid).unwrap_or_default();
            is_marked(pid).unwrap_or(true)
        };
        let children = children.into_iter();
        let named = children.filter(|child| is_named(child.pid) && !is_of_server(child.pid));
        named
            .map(|child| Self {
                start_time: child.start_time,
                pid: child.pid,
            })
            .collect()
    }

    /// Returns the memory that it takes now, in bytes; `None` = it has ended.
    pub fn resident_bytes(self) -> Option<u64> {
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.pid)).ok()?;
        let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
        let page_bytes = sysconf(SysconfVar::PAGE_SIZE).ok().flatten()?;
        let bytes = pages.checked_mul(u64::try_from(page_bytes).ok()?)?;
        self.is_there().then_some(bytes)
    }

    /// Lets it allocate this much more than it has by now, in bytes. The kernel refuses what goes beyond.
    pub fn limit_growth(self, bytes: u64) -> io::Result<()> {
        let most = Some(self.data_bytes()?.saturating_add(bytes));
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        let pid = rustix::process::Pid::from_raw(self.pid);
        if pid.is_none() || !self.is_there() {
            return Err(io::ErrorKind::NotFound.into());
        }
        prlimit(pid, Resource::Data, limit)?;
        Ok(())
    }

    /// Has others come first when they want the processor, too: before all its threads, and those that these start.
    pub fn yield_processor(self) -> io::Result<()> {
        if !self.is_there() {
            return Err(io::ErrorKind::NotFound.into());
        }
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid))? {
            let id = thread?.file_name().to_string_lossy().parse().ok();
            // None would be this process.
            let Some(id) = id.and_then(rustix::process::Pid::from_raw) else {
                continue;
            };
            match setpriority_process(Some(id), YIELDS) {
                // A thread may end meanwhile.
                Ok(()) | Err(rustix::io::Errno::SRCH) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Returns how long ago it was started; `None` = that cannot be read.
    pub fn age(self) -> Option<Duration> {
        let uptime = fs::read_to_string("/proc/uptime").ok()?;
        let uptime: f64 = uptime.split(' ').next()?.parse().ok()?;
        let ticks_a_second = sysconf(SysconfVar::CLK_TCK).ok().flatten()?;
        let ticks_a_second = u64::try_from(ticks_a_second).ok()?;
        let started = Duration::from_millis(
            self.start_time
                .checked_mul(1_000)?
                .checked_div(ticks_a_second)?,
        );
        let now = Duration::try_from_secs_f64(uptime).ok()?;
        Some(now.saturating_sub(started))
    }

    /// Ends it at once.
    pub fn kill(self) {
        if self.is_there() {
            // It may end by itself meanwhile.
            let _ = kill(Pid::from_raw(self.pid), Signal::SIGKILL);
        }
    }

    /// What counts for the limit of its data (`VmData`, proc(5)).
    fn data_bytes(self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmData:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.map(|kib| kib * 1024)
            .ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn is_there(self) -> bool {
        start_time(self.pid) == Some(self.start_time)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A shell that this process has started, and that doubles a text each time it reads a line.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    fn grower(name: &str) -> (tempfile::TempDir, Child) {
        let folder = tempfile::tempdir().unwrap();
        // The name of a process is that of its program.
        let program = folder.path().join(name);
        fs::copy("/bin/sh", &program).unwrap();
        let script = "x=0123456789abcdef; while read _; do x=$x$x; echo ${#x}; done";
        let child = Command::new(&program)
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        (folder, child.unwrap())
    }

    #[test]
    fn a_process_of_a_library_is_found_by_its_name_and_grows_to_its_limit() {
        let (_folder, mut child) = grower("usher-growing");
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut grow = || {
            writeln!(stdin, "x").ok()?;
            lines.next()?.ok()?.parse::<u64>().ok()
        };
        assert_eq!(grow(), Some(32), "it runs");
        let found = LibraryProcess::named("usher-growing");
        let found: Vec<_> = found.into_iter().collect();
        let [process] = found[..] else {
            panic!("one has that name: {found:?}");
        };
        assert!(process.resident_bytes().unwrap() > 100_000);
        process.limit_growth(8 * 1024 * 1024).unwrap();
        let mut longest = 32;
        while let Some(length) = grow() {
            longest = length;
        }
        assert!(
            (1024 * 1024..8 * 1024 * 1024).contains(&longest),
            "it ended when it wanted more: {longest}"
        );
        child.wait().unwrap();
        assert_eq!(process.resident_bytes(), None, "it has ended");
        assert!(process.limit_growth(1).is_err());
    }

    #[test]
    fn a_process_of_a_library_yields_the_processor() {
        let (_folder, mut child) = grower("usher-yielding");
        let found = loop {
            if let Some(found) = LibraryProcess::named("usher-yielding").into_iter().next() {
                break found;
            }
        };
        let age = found.age().unwrap();
        assert!(age < Duration::from_mins(1), "it was just started: {age:?}");
        found.yield_processor().unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let nice = stat.split(' ').nth(18).unwrap();
        assert_eq!(nice.parse(), Ok(YIELDS));
        found.kill();
        child.wait().unwrap();
        assert!(found.yield_processor().is_err());
    }

    #[test]
    fn a_process_of_a_library_is_ended() {
        let (_folder, mut child) = grower("usher-ended");
        let found = loop {
            // It has its name once it runs the program.
            if let Some(found) = LibraryProcess::named("usher-ended").into_iter().next() {
                break found;
            }
        };
        found.kill();
        let status = child.wait().unwrap();
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&status),
            Some(Signal::SIGKILL as i32)
        );
    }
}

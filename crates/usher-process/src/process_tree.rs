//! Identifies a started process tree later.
//!
//! All its processes carry a marker in their environment, and the leader is known by its id and start time. Which
//! processes belong to it now is read from the system.

#[cfg_attr(target_os = "linux", path = "process_tree/procfs.rs")]
#[cfg_attr(not(target_os = "linux"), path = "process_tree/elsewhere.rs")]
mod procfs;

use std::fmt;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use crate::limits;

#[cfg(target_os = "linux")]
pub(super) use procfs::{Child, children, children_now, group_in_own, signal_below};
pub(super) use procfs::{StartTime, first_child, signal, start_time};
#[cfg(target_os = "linux")]
pub use procfs::{session_of, start_ticks};

/// How often processes that got SIGTERM are checked.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Identifies the processes of a tree; different for each start. No secret.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Marker(String);

/// The first process of a tree, whose id is the group's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leader {
    pub(super) pid: i32,
    /// In the system's units since boot; 0 = not known here.
    pub(super) start_time: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProcessTree {
    pub(super) marker: Marker,
    /// `None` while it is being started.
    pub(super) leader: Option<Leader>,
}

/// What proves that a process belongs to a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchBy {
    /// Id and start time: the tree was started a moment ago, or by this run.
    StartTime,
    /// Only the marker: ids recorded long ago may belong to other processes by now.
    Marker,
}

/// Which processes of a tree are not killed while others of it run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spared {
    None,
    Leaders,
}

impl Marker {
    pub(super) fn random() -> Self {
        use std::hash::{BuildHasher as _, Hasher as _};
        let random = || std::hash::RandomState::new().build_hasher().finish();
        Self(format!("{:016x}{:016x}", random(), random()))
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let is_valid = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_valid.then(|| Self(text.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Leader {
    pub(super) fn from_pid(pid: i32) -> Option<Self> {
        Self::with_start_time(pid, start_time)
    }

    /// Returns a process that was started after `start` was taken.
    pub(super) fn started_since(pid: i32, start: StartTime) -> Option<Self> {
        Self::with_start_time(pid, |pid| start.time_of(pid))
    }

    /// Never accepts pid 1, nor those that signal many processes.
    fn with_start_time(pid: i32, start_time: impl FnOnce(i32) -> Option<u64>) -> Option<Self> {
        (pid > 1).then(|| Self {
            pid,
            start_time: start_time(pid).unwrap_or(0),
        })
    }

    pub(super) fn parse(pid: &str, start_time: &str) -> Option<Self> {
        let pid = pid.parse().ok().filter(|pid| *pid > 1)?;
        let start_time = start_time.parse().ok()?;
        Some(Self { pid, start_time })
    }
}

/// Ends trees and returns how many processes there were.
///
/// Each gets SIGTERM, and after `grace` SIGKILL.
pub(super) fn end(trees: &[ProcessTree], match_by: MatchBy, grace: Duration) -> usize {
    let found = signal(trees, match_by, Some(Signal::SIGTERM));
    if found == 0 {
        return 0;
    }
    let signalled_at = Instant::now();
    while signalled_at.elapsed() < grace {
        if signal(trees, match_by, None) == 0 {
            return found;
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    kill(trees, match_by);
    found
}

/// Kills trees, repeatedly, until no process is left.
///
/// The first attempts spare the leaders while others run: a supervisor holds together what forks meanwhile.
pub(super) fn kill(trees: &[ProcessTree], match_by: MatchBy) {
    for attempt in 0..limits::MAX_KILL_ATTEMPTS {
        let spared = if attempt < limits::KILL_ATTEMPTS_SPARING_LEADERS {
            Spared::Leaders
        } else {
            Spared::None
        };
        if procfs::kill(trees, match_by, spared) == 0 {
            return;
        }
        std::thread::sleep(limits::KILL_INTERVAL);
    }
}

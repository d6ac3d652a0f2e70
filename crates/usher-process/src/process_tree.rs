//! Identifies a started process tree later.
//!
//! All its processes carry a marker in their environment, and the leader is known by its id and start time. Which
//! processes belong to it now is read from the system.

mod identity;
#[cfg_attr(target_os = "linux", path = "process_tree/procfs.rs")]
#[cfg_attr(not(target_os = "linux"), path = "process_tree/elsewhere.rs")]
mod procfs;

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use crate::limits;

use identity::Spared;
pub(super) use identity::{Leader, Marker, MatchBy, ProcessTree};
#[cfg(target_os = "linux")]
pub(super) use procfs::{Child, below, children, group_in_own, signal_below};
pub(super) use procfs::{StartTime, first_child, signal, start_time};
#[cfg(target_os = "linux")]
pub use procfs::{session_of, start_ticks};

/// How often processes that got SIGTERM are checked.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Leader {
    pub(super) fn from_pid(pid: i32) -> Option<Self> {
        Self::with_start_time(pid, start_time)
    }

    /// Returns a process that was started after `start` was taken.
    pub(super) fn started_since(pid: i32, start: StartTime) -> Option<Self> {
        Self::with_start_time(pid, |pid| start.time_of(pid))
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

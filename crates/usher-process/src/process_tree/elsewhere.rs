//! Signals process groups where start times and environments cannot be read.
//!
//! Reading them would need unsafe code. Only the group is known, and only as long as its number cannot have been given
//! to another: nothing is ended on a marker alone.

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::identity::{MatchBy, ProcessTree, Spared};

pub(in super::super) fn start_time(_pid: i32) -> Option<u64> {
    None
}

pub(in super::super) fn first_child(_parent: u32) -> Option<u32> {
    None
}

/// The start time of a process about to be started.
#[derive(Clone, Copy)]
pub(in super::super) struct StartTime;

impl StartTime {
    pub(in super::super) fn before_start() -> Self {
        Self
    }

    pub(in super::super) fn time_of(self, _pid: i32) -> Option<u64> {
        None
    }
}

/// Signals these groups, or with `None` only counts them; returns their number.
pub(in super::super) fn signal(
    trees: &[ProcessTree],
    match_by: MatchBy,
    signal: Option<Signal>,
) -> usize {
    if match_by == MatchBy::Marker {
        return 0;
    }
    trees
        .iter()
        .filter_map(|tree| tree.leader)
        .filter(|leader| killpg(Pid::from_raw(leader.pid), signal).is_ok())
        .count()
}

/// Kills these groups, each with its leader; returns their number.
pub(super) fn kill(trees: &[ProcessTree], match_by: MatchBy, _spared: Spared) -> usize {
    signal(trees, match_by, Some(Signal::SIGKILL))
}

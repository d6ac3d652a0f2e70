//! Reads from `/proc` which processes belong to a tree.
//!
//! Those are the processes that carry its marker, its group, and their children. The marker stands in the environment,
//! and below a supervisor also in a limit, which no process takes off.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use nix::sys::signal::{self, Signal};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::identity::{Marker, MatchBy, ProcessTree, Spared};
use crate::limits;
use crate::lineage;
use crate::marker::MARKER;
use crate::process_session::Session;

/// Capacity for a process's `stat`: some fifty numbers and a name of at most 64 bytes.
const STAT_CAPACITY: usize = 2048;

/// Capacity for a usual environment, in bytes.
const ENVIRONMENT_CAPACITY: usize = 16 * 1024;

/// One line of the system's list of processes.
struct ProcessStat {
    pid: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// Its controlling terminal, by its device number; 0 = none.
    terminal: i32,
    start_time: u64,
    has_ended: bool,
}

impl ProcessStat {
    fn seen(&self) -> Child {
        Child {
            pid: self.pid,
            start_time: self.start_time,
            has_ended: self.has_ended,
        }
    }
}

/// Returns when a process was started, in ticks since boot: a clock that is set changes nothing of it.
pub fn start_ticks(pid: u32) -> Option<u64> {
    start_time(i32::try_from(pid).ok()?)
}

/// Returns a process's start time in ticks since boot (`stat` field 22).
pub(in super::super) fn start_time(pid: i32) -> Option<u64> {
    read_stat(pid).map(|process| process.start_time)
}

/// Returns the session of a process (setsid(2), proc(5)).
pub fn session_of(pid: u32) -> Option<Session> {
    let process = read_stat(i32::try_from(pid).ok()?)?;
    Some(Session {
        id: u32::try_from(process.session).ok()?,
        has_terminal: process.terminal != 0,
    })
}

/// Returns the group of a child of this process; `None` = it is none.
pub(in super::super) fn group_in_own(child: i32) -> Option<i32> {
    let child = read_stat(child)?;
    (child.parent == Pid::this().as_raw()).then_some(child.group)
}

/// Returns the child of a process that was started first.
pub(in super::super) fn first_child(parent: u32) -> Option<u32> {
    let children = children(parent).into_iter();
    let first = children.min_by_key(|child| (child.start_time, child.pid))?;
    u32::try_from(first.pid).ok()
}

/// A process below another, as it was seen. Another that gets its id later is never meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) struct Child {
    pub(in super::super) pid: i32,
    pub(in super::super) start_time: u64,
    /// Whether it has ended, and its parent has not waited for it yet.
    pub(in super::super) has_ended: bool,
}

/// Returns the children of a process, also those that have ended.
pub(in super::super) fn children(parent: u32) -> Vec<Child> {
    let parent = i32::try_from(parent).unwrap_or_default();
    let children = all_processes().filter(|process| process.parent == parent);
    children.map(|process| process.seen()).collect()
}

/// Returns all processes below this one, also those that have ended.
pub(in super::super) fn below(ancestor: i32) -> Vec<Child> {
    let processes: Vec<ProcessStat> = all_processes().collect();
    let mut members = HashSet::from([ancestor]);
    add_descendants(&processes, &mut members, &HashSet::new());
    members.remove(&ancestor);
    let found = processes
        .iter()
        .filter(|process| members.contains(&process.pid));
    found.map(ProcessStat::seen).collect()
}

/// The start time of a process about to be started.
///
/// Reading it from the system takes as long as all else Usher does for a start, and a server does not run meanwhile:
/// where the clock alone is enough, it is not read.
#[derive(Clone, Copy)]
pub(in super::super) struct StartTime {
    expected_at: Option<u64>,
}

impl StartTime {
    pub(in super::super) fn before_start() -> Self {
        Self {
            expected_at: ticks(),
        }
    }

    /// Returns the start time of the process started since then.
    pub(in super::super) fn time_of(self, pid: i32) -> Option<u64> {
        // Once per run: whether `stat` goes by this clock.
        static MATCHES_CLOCK: OnceLock<bool> = OnceLock::new();
        let now = ticks();
        if now.is_some()
            && now == self.expected_at
            && *MATCHES_CLOCK.get_or_init(|| start_time(pid) == now)
        {
            return now;
        }
        start_time(pid)
    }
}

/// Returns the time since boot, sleep included, in units of field 22.
fn ticks() -> Option<u64> {
    static TICKS_PER_SECOND: LazyLock<Option<u64>> = LazyLock::new(|| {
        let ticks_per_second = sysconf(SysconfVar::CLK_TCK).ok().flatten()?;
        u64::try_from(ticks_per_second)
            .ok()
            .filter(|ticks| (1..=1_000_000).contains(ticks))
    });
    let ticks_per_second = (*TICKS_PER_SECOND)?;
    let uptime: Duration = clock_gettime(ClockId::CLOCK_BOOTTIME).ok()?.into();
    let subsecond_ticks = u64::from(uptime.subsec_nanos()) * ticks_per_second / 1_000_000_000;
    Some(uptime.as_secs() * ticks_per_second + subsecond_ticks)
}

/// Signals all processes of these trees, or with `None` only counts them; returns their number.
pub(in super::super) fn signal(
    trees: &[ProcessTree],
    match_by: MatchBy,
    signal: Option<Signal>,
) -> usize {
    let members = members(trees, match_by);
    for pid in &members {
        // A process that has exited needs no signal; one that may not be signalled is not ours.
        let _ = signal::kill(Pid::from_raw(*pid), signal);
    }
    members.len()
}

/// Kills all processes of these trees; returns their number. Leaders may be spared while others run.
pub(super) fn kill(trees: &[ProcessTree], match_by: MatchBy, spared: Spared) -> usize {
    let mut members = members(trees, match_by);
    let found = members.len();
    let is_leader = |pid: &i32| {
        let mut leaders = trees.iter().filter_map(|tree| tree.leader);
        leaders.any(|leader| leader.pid == *pid)
    };
    if spared == Spared::Leaders && !members.iter().all(is_leader) {
        members.retain(|pid| !is_leader(pid));
    }
    for pid in members {
        let _ = signal::kill(Pid::from_raw(pid), Signal::SIGKILL);
    }
    found
}

/// Signals all processes below this one.
pub(in super::super) fn signal_below(ancestor: i32, signal: Option<Signal>) {
    for process in below(ancestor) {
        let _ = signal::kill(Pid::from_raw(process.pid), signal);
    }
}

/// Adds the children of members, and of their children, and the members of these groups.
fn add_descendants(processes: &[ProcessStat], members: &mut HashSet<i32>, groups: &HashSet<i32>) {
    loop {
        let before = members.len();
        for process in processes {
            if groups.contains(&process.group) || members.contains(&process.parent) {
                members.insert(process.pid);
            }
        }
        if members.len() == before {
            return;
        }
    }
}

fn members(trees: &[ProcessTree], match_by: MatchBy) -> HashSet<i32> {
    let oldest = trees.iter().map(start_time_of).min().unwrap_or(u64::MAX);
    let processes: Vec<ProcessStat> = all_processes()
        .filter(|process| process.start_time >= oldest)
        .collect();
    let mut groups = HashSet::new();
    let mut members = HashSet::new();
    for process in &processes {
        let carried = marker_of(process.pid);
        let limit = lineage::hard_limit_of(process.pid).ok();
        let marked = trees.iter().any(|tree| {
            let carries = carried.as_ref() == Some(&tree.marker)
                || limit.is_some_and(|limit| lineage::is_of(limit, tree.marker.as_str()));
            carries && start_time_of(tree) <= process.start_time
        });
        let leads = trees.iter().filter_map(|tree| tree.leader).any(|leader| {
            leader.pid == process.pid
                && leader.start_time == process.start_time
                && leader.start_time != 0
        });
        if marked || (leads && match_by == MatchBy::StartTime) {
            members.insert(process.pid);
            if leads {
                groups.insert(process.pid);
            }
        }
    }
    if match_by == MatchBy::StartTime {
        // The number of a group whose leader has exited is not reused while the group lives.
        let orphaned = trees
            .iter()
            .filter_map(|tree| tree.leader)
            .filter(|leader| {
                leader.start_time != 0 && processes.iter().all(|process| process.pid != leader.pid)
            });
        groups.extend(orphaned.map(|leader| leader.pid));
    }
    add_descendants(&processes, &mut members, &groups);
    for process in processes.iter().filter(|process| process.has_ended) {
        members.remove(&process.pid);
    }
    members
}

fn start_time_of(tree: &ProcessTree) -> u64 {
    tree.leader.map_or(0, |leader| leader.start_time)
}

fn all_processes() -> impl Iterator<Item = ProcessStat> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| read_stat(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

fn read_stat(pid: i32) -> Option<ProcessStat> {
    // The system returns the whole line in one read if the buffer suffices; its length is not known before.
    let mut stat = [0; STAT_CAPACITY];
    let length = File::open(format!("/proc/{pid}/stat"))
        .and_then(|mut file| file.read(&mut stat))
        .ok()?;
    let stat = String::from_utf8_lossy(stat.get(..length)?);
    // The name in brackets may hold anything, also brackets and spaces; the rest is numbers.
    let (_, rest) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    Some(ProcessStat {
        pid,
        has_ended: matches!(*fields.first()?, "Z" | "X"),
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        session: fields.get(3)?.parse().ok()?,
        terminal: fields.get(4)?.parse().ok()?,
        start_time: fields.get(19)?.parse().ok()?,
    })
}

/// Reads the marker a process was started with.
///
/// It is unreadable for processes of other users.
fn marker_of(pid: i32) -> Option<Marker> {
    let mut environment = Vec::with_capacity(ENVIRONMENT_CAPACITY);
    File::open(format!("/proc/{pid}/environ"))
        .ok()?
        .take(limits::ENVIRONMENT_BYTES)
        .read_to_end(&mut environment)
        .ok()?;
    let value = environment
        .split(|byte| *byte == 0)
        .find_map(|pair| pair.strip_prefix(MARKER.as_bytes())?.strip_prefix(b"="))?;
    Marker::parse(std::str::from_utf8(value).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_seen_as_it_is() {
        let pid = i32::try_from(std::process::id()).unwrap();
        let process = read_stat(pid).unwrap();
        assert_eq!(
            (process.pid, process.parent, process.has_ended),
            (pid, nix::unistd::getppid().as_raw(), false)
        );
        assert!(
            process.start_time > 0,
            "the machine was started before this process"
        );
        assert_eq!(start_time(pid), Some(process.start_time));
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    fn a_birth_is_told_as_the_system_tells_it() {
        // Within this time the clock ticks now and then: some are read from the system, most are not.
        for _ in 0..50 {
            let start = StartTime::before_start();
            let mut child = std::process::Command::new("true").spawn().unwrap();
            let pid = i32::try_from(child.id()).unwrap();
            assert_eq!(
                start.time_of(pid),
                start_time(pid),
                "of a process just started"
            );
            child.wait().unwrap();
        }
        let late = StartTime::before_start();
        std::thread::sleep(Duration::from_millis(30));
        let pid = i32::try_from(std::process::id()).unwrap();
        assert_eq!(
            late.time_of(pid),
            start_time(pid),
            "the clock has ticked since"
        );
    }
}

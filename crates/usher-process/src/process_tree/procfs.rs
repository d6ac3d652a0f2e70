//! Who is in a tree, from `/proc`: those who carry its marker, who stand in its group, and their children.
//! A process that left the group, cleared its environment and lost its parent cannot be known any more.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use nix::sys::signal::{self, Signal};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::{MARKER, Marker, ProcessTree, Proof};
use crate::limits;

/// Room for a process's `stat`: some fifty numbers and a name of at most 64 bytes.
const STAT_BYTES: usize = 2048;

/// Room for an environment as most are, in bytes.
const ENVIRONMENT_USUAL_BYTES: usize = 16 * 1024;

/// One line of the system's list of processes.
struct Seen {
    pid: i32,
    parent: i32,
    group: i32,
    start_time: u64,
    has_ended: bool,
}

/// When a process was born, in clock ticks since the machine started (field 22 of its `stat`).
pub(in super::super) fn start_time(pid: i32) -> Option<u64> {
    see(pid).map(|seen| seen.start_time)
}

/// The birth of a process that is about to be started. Asking the system for it takes as long as all else Usher does
/// for a start, and a server does not run meanwhile: where the clock alone tells, it is not asked.
#[derive(Clone, Copy)]
pub(in super::super) struct StartTime {
    expected_at: Option<u64>,
}

impl StartTime {
    pub(in super::super) fn expect() -> Self {
        Self {
            expected_at: ticks(),
        }
    }

    /// When the process was born that was started since then.
    pub(in super::super) fn of(self, pid: i32) -> Option<u64> {
        // Once per run: whether the system's list goes by this clock.
        static BY_THE_CLOCK: OnceLock<bool> = OnceLock::new();
        let now = ticks();
        if now.is_some()
            && now == self.expected_at
            && *BY_THE_CLOCK.get_or_init(|| start_time(pid) == now)
        {
            return now;
        }
        start_time(pid)
    }
}

/// How long the machine has been on, sleep included, in the units of field 22.
fn ticks() -> Option<u64> {
    static A_SECOND: LazyLock<Option<u64>> = LazyLock::new(|| {
        let a_second = sysconf(SysconfVar::CLK_TCK).ok().flatten()?;
        u64::try_from(a_second)
            .ok()
            .filter(|ticks| (1..=1_000_000).contains(ticks))
    });
    let a_second = (*A_SECOND)?;
    let on_for: Duration = clock_gettime(ClockId::CLOCK_BOOTTIME).ok()?.into();
    let of_this_second = u64::from(on_for.subsec_nanos()) * a_second / 1_000_000_000;
    Some(on_for.as_secs() * a_second + of_this_second)
}

/// Sends a signal to everybody in these trees, or with `None` only looks; returns how many there are.
pub(in super::super) fn signal(
    trees: &[ProcessTree],
    proof: Proof,
    signal: Option<Signal>,
) -> usize {
    let members = members(trees, proof);
    for pid in &members {
        // Who has gone meanwhile needs no signal; who may not be signalled is not ours to end.
        let _ = signal::kill(Pid::from_raw(*pid), signal);
    }
    members.len()
}

fn members(trees: &[ProcessTree], proof: Proof) -> HashSet<i32> {
    let oldest = trees.iter().map(start_time_of).min().unwrap_or(u64::MAX);
    let everybody: Vec<Seen> = everybody()
        .filter(|seen| seen.start_time >= oldest)
        .collect();
    let mut groups = HashSet::new();
    let mut members = HashSet::new();
    for seen in &everybody {
        let marked = marker_of(seen.pid).is_some_and(|marker| {
            trees
                .iter()
                .any(|tree| tree.marker == marker && start_time_of(tree) <= seen.start_time)
        });
        let leads = trees.iter().filter_map(|tree| tree.leader).any(|leader| {
            leader.pid == seen.pid && leader.start_time == seen.start_time && leader.start_time != 0
        });
        if marked || (leads && proof == Proof::StartTime) {
            members.insert(seen.pid);
            if leads {
                groups.insert(seen.pid);
            }
        }
    }
    if proof == Proof::StartTime {
        // The number of a group whose leader has gone is not given away while the group lives.
        let orphaned = trees
            .iter()
            .filter_map(|tree| tree.leader)
            .filter(|leader| {
                leader.start_time != 0 && everybody.iter().all(|seen| seen.pid != leader.pid)
            });
        groups.extend(orphaned.map(|leader| leader.pid));
    }
    loop {
        let before = members.len();
        for seen in &everybody {
            if groups.contains(&seen.group) || members.contains(&seen.parent) {
                members.insert(seen.pid);
            }
        }
        if members.len() == before {
            break;
        }
    }
    for seen in everybody.iter().filter(|seen| seen.has_ended) {
        members.remove(&seen.pid);
    }
    members
}

fn start_time_of(tree: &ProcessTree) -> u64 {
    tree.leader.map_or(0, |leader| leader.start_time)
}

fn everybody() -> impl Iterator<Item = Seen> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| see(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

fn see(pid: i32) -> Option<Seen> {
    // The system gives the whole line at once to whoever has room for it, and nobody knows its length before.
    let mut stat = [0; STAT_BYTES];
    let length = File::open(format!("/proc/{pid}/stat"))
        .and_then(|mut file| file.read(&mut stat))
        .ok()?;
    let stat = String::from_utf8_lossy(stat.get(..length)?);
    // The name in brackets may hold anything, brackets and spaces too; the rest is numbers.
    let (_, rest) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    Some(Seen {
        pid,
        has_ended: matches!(*fields.first()?, "Z" | "X"),
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        start_time: fields.get(19)?.parse().ok()?,
    })
}

/// The marker a process was started with; unreadable for processes of other users.
fn marker_of(pid: i32) -> Option<Marker> {
    let mut environment = Vec::with_capacity(ENVIRONMENT_USUAL_BYTES);
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
        let seen = see(pid).unwrap();
        assert_eq!(
            (seen.pid, seen.parent, seen.has_ended),
            (pid, nix::unistd::getppid().as_raw(), false)
        );
        assert!(
            seen.start_time > 0,
            "the machine was started before this process"
        );
        assert_eq!(start_time(pid), Some(seen.start_time));
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    fn a_birth_is_told_as_the_system_tells_it() {
        // Within this time the clock ticks now and then: some are asked about, most are not.
        for _ in 0..50 {
            let start = StartTime::expect();
            let mut child = std::process::Command::new("true").spawn().unwrap();
            let pid = i32::try_from(child.id()).unwrap();
            assert_eq!(start.of(pid), start_time(pid), "of a process just started");
            child.wait().unwrap();
        }
        let late = StartTime::expect();
        std::thread::sleep(Duration::from_millis(30));
        let pid = i32::try_from(std::process::id()).unwrap();
        assert_eq!(late.of(pid), start_time(pid), "the clock has ticked since");
    }
}

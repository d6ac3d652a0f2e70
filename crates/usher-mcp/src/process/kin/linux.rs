//! Who is in a tree, from `/proc`: those who carry its marker, who stand in its group, and their children.
//! A process that left the group, cleared its environment and lost its parent cannot be known any more.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;

use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;

use super::{Kin, MARKER, Marker, Proof};
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
    born: u64,
    has_ended: bool,
}

/// When a process was born, in clock ticks since the machine started (field 22 of its `stat`).
pub(in super::super) fn born(pid: i32) -> Option<u64> {
    see(pid).map(|seen| seen.born)
}

/// Sends a signal to everybody in these trees, or with `None` only looks; returns how many there are.
pub(in super::super) fn signal(trees: &[Kin], proof: Proof, signal: Option<Signal>) -> usize {
    let members = members(trees, proof);
    for pid in &members {
        // Who has gone meanwhile needs no signal; who may not be signalled is not ours to end.
        let _ = signal::kill(Pid::from_raw(*pid), signal);
    }
    members.len()
}

fn members(trees: &[Kin], proof: Proof) -> HashSet<i32> {
    let oldest = trees.iter().map(born_of).min().unwrap_or(u64::MAX);
    let everybody: Vec<Seen> = everybody().filter(|seen| seen.born >= oldest).collect();
    let mut groups = HashSet::new();
    let mut members = HashSet::new();
    for seen in &everybody {
        let marked = marker_of(seen.pid).is_some_and(|marker| {
            trees
                .iter()
                .any(|tree| tree.marker == marker && born_of(tree) <= seen.born)
        });
        let leads = trees
            .iter()
            .filter_map(|tree| tree.leader)
            .any(|leader| leader.pid == seen.pid && leader.born == seen.born && leader.born != 0);
        if marked || (leads && proof == Proof::Birth) {
            members.insert(seen.pid);
            if leads {
                groups.insert(seen.pid);
            }
        }
    }
    if proof == Proof::Birth {
        // The number of a group whose leader has gone is not given away while the group lives.
        let orphaned = trees
            .iter()
            .filter_map(|tree| tree.leader)
            .filter(|leader| {
                leader.born != 0 && everybody.iter().all(|seen| seen.pid != leader.pid)
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

fn born_of(tree: &Kin) -> u64 {
    tree.leader.map_or(0, |leader| leader.born)
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
        born: fields.get(19)?.parse().ok()?,
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
        assert!(seen.born > 0, "the machine was started before this process");
        assert_eq!(born(pid), Some(seen.born));
    }
}

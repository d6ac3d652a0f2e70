//! Finds the processes of a place, and ends them.

use std::fs;
use std::process::Command;

use crate::serving::place::Place;
use crate::window::{Process, parent_of};

/// The variable by which servers of a place are known.
pub const TAG: &str = "TEST_PLACE";

pub(super) fn kill(pid: u32, signal: &str) {
    // It may have ended already.
    let _ = Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status();
}

/// Processes that hold the data folder of a place: the host, however it was started.
pub fn hosts(place: &Place) -> Vec<u32> {
    of_place(place, |words| words.contains(&&b"serve"[..]))
}

/// Windows that hold the data folder of a place and were started without being shown.
pub fn windows(place: &Place) -> Vec<u32> {
    of_place(place, |words| {
        words[0].ends_with(b"usher-desktop") && words[1..].contains(&&b"--background"[..])
    })
}

/// What stands between clients and the host of a place.
pub(super) fn adapters(place: &Place) -> Vec<u32> {
    of_place(place, |words| words.get(1) == Some(&&b"connect"[..]))
}

/// Processes on the data folder of a place, by the words of their command lines. What one of them is about to start has
/// its words for a moment, and does not count.
fn of_place(place: &Place, is_wanted: impl Fn(&[&[u8]]) -> bool) -> Vec<u32> {
    let on_it = processes_with(&format!("USHER_DATA_DIR={}", place.data().display()));
    let wanted = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<_> = line.split(|byte| *byte == 0).collect();
        is_wanted(&words)
    };
    let found: Vec<u32> = on_it.into_iter().filter(wanted).collect();
    let starts = |pid: &u32| parent_of(Process(*pid)).is_some_and(|one| found.contains(&one.0));
    found.iter().copied().filter(|pid| !starts(pid)).collect()
}

/// Has a process end in order.
pub fn end(pid: u32) {
    kill(pid, "TERM");
}

/// Servers of a place, and the processes that watch over them.
pub fn tagged(tag: &str) -> Vec<u32> {
    processes_with(&format!("{TAG}={tag}"))
}

/// Servers of a place alone, without what supervises them.
pub fn servers(tag: &str) -> Vec<u32> {
    let is_server = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let has = |wanted: &[u8]| line.split(|byte| *byte == 0).any(|word| word == wanted);
        has(b"--demo-server") && !has(b"--supervise")
    };
    tagged(tag).into_iter().filter(is_server).collect()
}

/// Processes with this variable (`/proc/PID/environ`, proc(5)).
fn processes_with(variable: &str) -> Vec<u32> {
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_it = |pid: &u32| {
        let variables = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables
            .split(|byte| *byte == 0)
            .any(|found| found == variable.as_bytes())
    };
    pids.filter(has_it).collect()
}

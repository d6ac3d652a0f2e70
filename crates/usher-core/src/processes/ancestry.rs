//! Reads the parents of a process.

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};
use usher_process::{is_foreign_child, start_ticks};

/// So many parents of a process are looked at. Of one with more it is not known who is behind it.
const MOST_PARENTS: usize = 128;

/// Programs that take over what others have left behind. Usher itself does so, too.
const SYSTEM_ROOTS: [&str; 6] = [
    "systemd",
    "init",
    "launchd",
    "tini",
    "dumb-init",
    "docker-init",
];

/// Programs that start everything of a session: what they started has no other program in common.
const SESSION_ROOTS: [&str; 14] = [
    "login",
    "sshd",
    "sshd-session",
    "tmux",
    "screen",
    "dbus-daemon",
    "gnome-shell",
    "gnome-session-binary",
    "plasmashell",
    "kwin_wayland",
    "xfce4-session",
    "cinnamon-session",
    "sway",
    "Hyprland",
];

/// A process, or one of its parents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ancestor {
    pub(super) pid: u32,
    /// When it was started ([`started`]); `None` = it has ended.
    pub(super) started: Option<u64>,
    pub(super) kind: Kind,
}

/// What a process starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What belongs to one program.
    Program,
    /// Everything of a session.
    SessionRoot,
    /// Everything of a system, and what others have left behind.
    SystemRoot,
}

/// Returns a process and its parents, without the first process of the system; `None` = it has too many.
pub(super) fn ancestry(system: &mut System, pid: u32) -> Option<Vec<Ancestor>> {
    let mut found = Vec::new();
    let mut next = Some(Pid::from_u32(pid));
    while let Some(pid) = next {
        if found.len() >= MOST_PARENTS {
            return None;
        }
        let what = ProcessRefreshKind::nothing().with_exe(UpdateKind::Always);
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
        let process = system.process(pid);
        let below = found.last().map(|below: &Ancestor| below.pid);
        let is_own = pid.as_u32() == std::process::id();
        let kind = if is_own && below.is_some_and(is_foreign_child) {
            Kind::SystemRoot
        } else {
            process.map_or(Kind::Program, kind)
        };
        found.push(Ancestor {
            pid: pid.as_u32(),
            started: process.map(started),
            kind,
        });
        next = process
            .and_then(Process::parent)
            .filter(|parent| parent.as_u32() > 1);
    }
    Some(found)
}

/// Returns when a process was started: in ticks since boot, else in seconds since the epoch.
pub(super) fn started(process: &Process) -> u64 {
    start_ticks(process.pid().as_u32()).unwrap_or_else(|| process.start_time())
}

fn kind(process: &Process) -> Kind {
    let name = process.exe().and_then(|path| path.file_name());
    let name = name.unwrap_or_else(|| process.name()).to_string_lossy();
    if SYSTEM_ROOTS.contains(&name.as_ref()) {
        Kind::SystemRoot
    } else if SESSION_ROOTS.contains(&name.as_ref()) {
        Kind::SessionRoot
    } else {
        Kind::Program
    }
}

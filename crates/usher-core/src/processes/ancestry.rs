//! Reads the parents of a process.

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

/// So many parents of a process are looked at. Of one with more it is not known who is behind it.
const MOST_PARENTS: usize = 128;

/// Programs that start everything of a session or system: what they started has no other program in common.
const SESSION_ROOTS: [&str; 20] = [
    "systemd",
    "init",
    "launchd",
    "tini",
    "dumb-init",
    "docker-init",
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

/// A process with what its parent started it as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ancestor {
    pub(super) pid: u32,
    /// When it was started, in seconds since the epoch; `None` = it has ended.
    pub(super) started: Option<u64>,
    /// Whether it starts everything of a session or system.
    pub(super) is_session_root: bool,
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
        found.push(Ancestor {
            pid: pid.as_u32(),
            started: process.map(sysinfo::Process::start_time),
            is_session_root: process.is_some_and(is_session_root),
        });
        next = process
            .and_then(sysinfo::Process::parent)
            .filter(|parent| parent.as_u32() > 1);
    }
    Some(found)
}

/// Returns whether a process starts everything of a session or system.
fn is_session_root(process: &Process) -> bool {
    let name = process.exe().and_then(|path| path.file_name());
    let name = name.unwrap_or_else(|| process.name()).to_string_lossy();
    SESSION_ROOTS.contains(&name.as_ref())
}

/// Returns the process that started this one; `None` = it has ended, or starts everything of a session or system.
pub(super) fn starter(system: &mut System, pid: u32) -> Option<u32> {
    let parents = ancestry(system, pid)?;
    let starter = parents.get(1)?;
    (!starter.is_session_root && starter.started.is_some()).then_some(starter.pid)
}

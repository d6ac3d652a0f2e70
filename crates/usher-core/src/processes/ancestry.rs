//! Reads the parents of a process.

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

/// So many parents of a process are looked at.
const MOST_PARENTS: usize = 128;

/// A process with what its parent started it as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ancestor {
    pub(super) pid: u32,
    /// When it was started, in seconds since the epoch; `None` = it has ended.
    pub(super) started: Option<u64>,
    /// Whether it is a shell that runs one command for another program.
    pub(super) runs_command: bool,
}

/// Returns a process and its parents, without the first process of the system.
pub(super) fn ancestry(system: &mut System, pid: u32) -> Vec<Ancestor> {
    let mut found = Vec::new();
    let mut next = Some(Pid::from_u32(pid));
    while let Some(pid) = next
        && found.len() < MOST_PARENTS
    {
        let what = ProcessRefreshKind::nothing()
            .with_exe(UpdateKind::Always)
            .with_cmd(UpdateKind::Always);
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
        let process = system.process(pid);
        found.push(Ancestor {
            pid: pid.as_u32(),
            started: process.map(sysinfo::Process::start_time),
            runs_command: process.is_some_and(runs_command),
        });
        next = process
            .and_then(sysinfo::Process::parent)
            .filter(|parent| parent.as_u32() > 1);
    }
    found
}

/// Returns whether a process is a shell with a command among its arguments.
fn runs_command(process: &sysinfo::Process) -> bool {
    let name = process.exe().and_then(|path| path.file_stem());
    let name = name.unwrap_or_default().to_string_lossy();
    let is_shell = ["sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "cmd"];
    let is_command = |argument: &std::ffi::OsString| {
        argument.eq_ignore_ascii_case("-c") || argument.eq_ignore_ascii_case("/c")
    };
    is_shell.contains(&name.as_ref()) && process.cmd().iter().skip(1).any(is_command)
}

//! Runs one server below a process that inherits every orphan of it (Linux).
//!
//! A process that forks twice, leads its own session and clears its environment is found by nothing but its parent.
//! The supervisor is the child subreaper (prctl(2)) of the server, so such a process becomes its child and stays in
//! the server's tree. It ends only after everything below it has ended. A server that kills its supervisor leaves its tree
//! without a parent: Usher then ends what carries the mark of the tree.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::fd::RawFd;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitCode, ExitStatus};

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal, raise};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, close, dup2_stderr, dup2_stdin, dup2_stdout};

use crate::limits;
use crate::lineage;
use crate::marker::MARKER;
use crate::process_tree;

/// The exit code for a program that cannot be started, as a shell's (POSIX, Shell Command Language, 2.8.2).
const NOT_STARTED: u8 = 127;

/// Runs a program with its arguments and ends as it ends, once everything it started has ended.
pub(super) fn supervise(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let Some(program) = args.next() else {
        return ExitCode::FAILURE;
    };
    match run(program, args) {
        Ok(status) => exit_as(status),
        Err(error) => {
            let _ = writeln!(io::stderr(), "The program could not be started: {error}");
            ExitCode::from(NOT_STARTED)
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the second half of the one place where processes start"
)]
fn run(program: OsString, args: impl Iterator<Item = OsString>) -> io::Result<ExitStatus> {
    use std::os::unix::process::CommandExt as _;
    close_inherited();
    let marker = std::env::var(MARKER).unwrap_or_default();
    lineage::mark(&marker)?;
    prctl::set_child_subreaper(true)?;
    // In a group of its own: what a server sends to its group does not reach the supervisor.
    let child = Command::new(program).args(args).process_group(0).spawn()?;
    // After the start, because a child inherits the mask. Only SIGKILL ends the supervisor before its server.
    let _ = SigSet::all().thread_block();
    close_pipes()?;
    let server = i32::try_from(child.id()).unwrap_or_default();
    let status = wait_for(Pid::from_raw(server))?;
    end_rest();
    Ok(status)
}

/// Closes all descriptors but the server's pipes: libraries of the window open files that every child inherits.
fn close_inherited() {
    let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
        return;
    };
    let inherited: Vec<RawFd> = open
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|descriptor| *descriptor > nix::libc::STDERR_FILENO)
        .collect();
    for descriptor in inherited {
        // The list itself was read through one that is closed by now.
        let _ = close(descriptor);
    }
}

/// Closes the server's pipes here, so that their other ends see what the server does with them.
fn close_pipes() -> io::Result<()> {
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(())
}

/// Waits for the server, and meanwhile for every orphan of it.
fn wait_for(server: Pid) -> io::Result<ExitStatus> {
    loop {
        match waitpid(None, None) {
            Ok(WaitStatus::Exited(pid, code)) if pid == server => {
                return Ok(ExitStatus::from_raw(code << 8));
            }
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == server => {
                return Ok(ExitStatus::from_raw(signal as i32));
            }
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Ends what the server has left: each process gets SIGTERM and, after a while, SIGKILL.
fn end_rest() {
    if reap() == Orphans::None {
        return;
    }
    let own = Pid::this().as_raw();
    process_tree::signal_below(own, Some(Signal::SIGTERM));
    let polls = limits::ORPHAN_GRACE.as_millis() / process_tree::POLL_INTERVAL.as_millis();
    for _ in 0..polls {
        if reap() == Orphans::None {
            return;
        }
        std::thread::sleep(process_tree::POLL_INTERVAL);
    }
    while reap() == Orphans::Runs {
        process_tree::signal_below(own, Some(Signal::SIGKILL));
        std::thread::sleep(limits::KILL_INTERVAL);
    }
}

#[derive(PartialEq, Eq)]
enum Orphans {
    Runs,
    None,
}

/// Collects the children that have ended; whether others run.
fn reap() -> Orphans {
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::StillAlive) => return Orphans::Runs,
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return Orphans::None,
        }
    }
}

/// Ends this process by the same code or signal, without a second core dump.
fn exit_as(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status
        .signal()
        .and_then(|signal| Signal::try_from(signal).ok())
    {
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
        let _ = SigSet::all().thread_unblock();
        let _ = raise(signal);
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

//! Starts programs and ends their whole process trees.
//!
//! Nothing else in Usher does. Arguments are passed as they are, without a shell, with a cleared environment, in a
//! process group of their own.

mod environment;
#[cfg(unix)]
mod guardian;
mod helpers;
mod host;
#[cfg(unix)]
mod isolation;
mod launch;
#[cfg(target_os = "linux")]
mod library_process;
mod limits;
#[cfg_attr(target_os = "linux", path = "lineage.rs")]
#[cfg_attr(not(target_os = "linux"), path = "lineage_elsewhere.rs")]
mod lineage;
#[cfg(unix)]
mod login_shell;
mod marker;
#[cfg(target_os = "linux")]
mod orphans;
mod process_session;
#[cfg(unix)]
mod process_tree;
#[cfg_attr(unix, path = "registry.rs")]
#[cfg_attr(windows, path = "registry_windows.rs")]
mod registry;
#[cfg_attr(unix, path = "rlimits.rs")]
#[cfg_attr(not(unix), path = "rlimits_windows.rs")]
mod rlimits;
mod search;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod tcp_peer;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod tree;

use std::ffi::OsString;
use std::process::{ExitCode, ExitStatus};

use usher_messages::Message;

#[cfg(unix)]
pub use helpers::start_for_person;
pub use helpers::{OwnProgram, become_program, start_detached, start_helper};
pub use host::HostEnvironment;
pub use launch::{Start, Started, start};
#[cfg(target_os = "linux")]
pub use library_process::LibraryProcess;
pub use lineage::{is_client, is_marked, mark_client};
#[cfg(not(target_os = "linux"))]
pub use lineage::{is_foreign_child, is_of_person, session_of, start_ticks, tcp_peer};
pub use marker::is_below_server;
#[cfg(target_os = "linux")]
pub use orphans::{is_foreign_child, is_of_person};
pub use process_session::Session;
#[cfg(target_os = "linux")]
pub use process_tree::{session_of, start_ticks};
pub use registry::ProcessRegistry;
pub use rlimits::{limit_memory, limit_processor_time};
pub use search::{ResolveError, resolve};
#[cfg(target_os = "linux")]
pub use tcp_peer::tcp_peer;
pub use tree::Tree;

/// Says whether another Usher may use the data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderUse {
    /// The lock of the folder shows that nobody else does.
    Alone,
    /// The folder cannot be locked, so what is written in it has to be believed.
    MaybeShared,
}

/// The argument by which a program of Usher's runs as the guardian ([`run_as_helper`]).
const GUARDIAN: &str = "--guardian";

/// The argument by which a program of Usher's supervises the command that follows it ([`run_as_helper`]).
const SUPERVISOR: &str = "--supervise";

/// The processes at the other end of a connection within this computer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TcpPeer {
    pub processes: Vec<u32>,
    /// Whether one of them is a server of this Usher, or was started by one.
    pub is_server: bool,
}

pub struct End {
    pub status: ExitStatus,
    /// Whether it exited before a signal was sent.
    pub by_itself: bool,
}

/// Runs this program as the guardian or a supervisor, if these arguments (without the program's own name) say so.
pub fn run_as_helper(mut args: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let argument = args.next()?;
    #[cfg(unix)]
    if argument == GUARDIAN {
        return Some(guardian::guard());
    }
    #[cfg(target_os = "linux")]
    if argument == SUPERVISOR {
        return Some(supervisor::supervise(args));
    }
    // Elsewhere nothing starts it: the system ends the trees, or there is no child subreaper.
    (argument == GUARDIAN || argument == SUPERVISOR).then_some(ExitCode::FAILURE)
}

/// Describes how a process ended, as a part of a message about it.
pub fn describe_exit(status: ExitStatus) -> Message {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Message::new("connection.killed").with("signal", signal.to_string());
    }
    match status.code() {
        Some(code) => Message::new("connection.exited").with("code", code.to_string()),
        None => Message::new("connection.ended"),
    }
}

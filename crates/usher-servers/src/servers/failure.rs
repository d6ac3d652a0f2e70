//! Why a server is not running: what happened, and what the person can do about it.
//!
//! Only this module turns faults of launching and connecting into messages.

mod causes;
mod install;
mod messages;
mod not_found;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use usher_mcp::ConnectError;
use usher_messages::Message;

use crate::snapshot::Failure;

pub use install::advice;
pub(super) use messages::{needs_review, of_loss, of_sign_out, of_silence, of_start};
pub(super) use not_found::not_found_advice;

/// Why a start came to nothing.
#[derive(Debug)]
pub(crate) enum StartFault {
    /// The program is not on `PATH`, or not at its path.
    ProgramNotFound,
    /// There is a program of another name that does the same.
    OtherProgram(&'static str),
    /// The command is a folder.
    IsFolder(PathBuf),
    /// The file is there but may not be executed.
    NotExecutable(PathBuf),
    /// The working directory is missing or no directory.
    WorkingDirectory(PathBuf),
    /// A secret cannot be read.
    Secret {
        /// The environment value or header it is for.
        name: String,
        problem: Message,
    },
    /// Its configuration has these placeholders, which were not filled in yet.
    Unfilled(Vec<String>),
    /// The tokens of the sign-in cannot be read.
    SignInSecret(Message),
    /// Whether its configuration was changed outside Usher cannot be told without the keyring.
    Unchecked,
    Connect(ConnectError),
    /// It is connected, but its lists cannot be read. Only a test calls that a failure.
    Lists(Message),
    /// The start itself broke down.
    Broken(Message),
}

impl StartFault {
    /// Returns the server's `Retry-After`.
    pub(super) fn retry_after(&self) -> Duration {
        match self {
            Self::Connect(ConnectError::HttpStatus { retry_after, .. }) => {
                retry_after.unwrap_or_default()
            }
            _ => Duration::ZERO,
        }
    }
}

/// What follows from a failed start.
pub(crate) enum Outcome {
    /// The server wants a sign-in.
    SignIn(Message),
    /// Trying again will not help.
    ForGood(Failure),
    /// It may work the next time.
    ForNow(Failure),
}

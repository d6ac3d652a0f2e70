//! Why a server is not running, in words: what happened, and what the person can do about it.
//!
//! Here is the only place that turns faults of launching and connecting into such words.

mod install;
#[cfg(test)]
mod tests;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use usher_mcp::ConnectError;

pub use install::advice;
pub(super) use words::{needs_review, of_loss, of_sign_out, of_silence, of_start};

/// Why a server is not running.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// What happened, in one plain sentence.
    pub summary: String,
    /// What to do next, in one plain sentence.
    pub next_step: String,
    /// The raw reason: exit status, HTTP status, error text.
    pub detail: Option<String>,
    /// The last lines the program wrote to stderr. Server text.
    pub stderr: Vec<String>,
}

/// Kinds of failure a person can do something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The program is nowhere.
    ProgramNotFound,
    /// The program may not be executed.
    NotExecutable,
    /// The working directory does not exist.
    WorkingDirectory,
    /// The program ended before the handshake was done.
    ExitedEarly,
    /// The program ended while it was in use.
    Exited,
    /// No answer to the handshake in time.
    Timeout,
    /// It answers, but not with MCP.
    NotMcp,
    /// It picked a protocol version Usher does not know.
    UnsupportedVersion,
    /// The host cannot be reached.
    Unreachable,
    /// The host answered with an HTTP error.
    HttpStatus,
    /// The host wants a sign-in or refused the credentials.
    Unauthorized,
    /// The address is not allowed.
    Refused,
    /// A secret it needs cannot be had.
    SecretUnavailable,
    /// Anything else.
    Other,
}

impl FailureKind {
    /// Whether a network that is away, or that asks for a sign-in of its own, can be behind it.
    pub(super) fn may_be_the_network(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::Timeout | Self::HttpStatus | Self::NotMcp
        )
    }
}

/// Why a start came to nothing.
#[derive(Debug)]
pub(crate) enum StartFault {
    /// The program is not on the PATH, or not at the given path.
    ProgramNotFound,
    /// The file is there but may not be executed.
    NotExecutable(PathBuf),
    /// The working directory is missing or no directory.
    WorkingDirectory(PathBuf),
    /// A secret cannot be had; in words for the person.
    Secret {
        /// The environment value or header it is for.
        name: String,
        /// Why.
        problem: String,
    },
    /// Connecting failed.
    Connect(ConnectError),
    /// It is connected, but its lists cannot be read. Only a test calls that a failure.
    Lists(String),
    /// The start itself broke down.
    Broken(String),
}

impl StartFault {
    /// How long the server wants to be left alone before the next try.
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
    SignIn(String),
    /// Trying again will not help.
    ForGood(Failure),
    /// It may work the next time.
    ForNow(Failure),
}

impl Outcome {
    /// The failure, where nobody waits for a sign-in or for another try.
    pub(super) fn into_failure(self) -> Failure {
        match self {
            Self::SignIn(reason) => words::of_sign_in(reason),
            Self::ForGood(failure) | Self::ForNow(failure) => failure,
        }
    }
}

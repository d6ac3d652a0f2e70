//! What is shown of servers: states, failures, counts, tests.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

use crate::id::ServerId;
use crate::need::Need;
use crate::protocol::{Endpoint, Era, Found};

/// A server's program that is another one than at the start before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProgramChange {
    /// When that was found, Unix ms.
    pub at: i64,
    /// Where the program is.
    pub path: String,
    /// Where the same name led before; `null` = it is another file at the same place.
    pub before: Option<String>,
}

/// What a server is doing. Each state carries only what is valid in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ServerState {
    /// Turned off by the person.
    Disabled,
    /// Its definition changed; it does not run until the person has seen the change.
    NeedsReview { reason: Message },
    /// To be started, as soon as fewer others are starting.
    Queued {
        /// Since when, Unix ms.
        since_at: i64,
    },
    Starting {
        /// Since when, Unix ms.
        since_at: i64,
        /// Where the program asks the person to sign in before it answers. Server text.
        sign_in_url: Option<String>,
    },
    Running {
        /// Since when, Unix ms.
        since_at: i64,
        /// Process id, for a local program.
        pid: Option<u32>,
    },
    /// Lost or not reached; will be tried again by itself.
    Retrying {
        /// Which try comes next, from 1.
        attempt: u32,
        /// How many tries there are before it is given up.
        max_attempts: u32,
        /// When, Unix ms.
        next_at: i64,
        /// Why it is not running.
        failure: Failure,
    },
    /// The server asks for a sign-in.
    NeedsSignIn { reason: Message },
    /// The person signs in: the browser is waited for.
    SigningIn {
        /// Since when, Unix ms.
        since_at: i64,
        /// Who the person signs in with, as it writes itself. Server text.
        issuer: String,
    },
    /// Given up until the person does something.
    Failed { failure: Failure },
}

/// Why a server is not running: what happened, and what to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The kind, for an icon and for tests.
    pub kind: FailureKind,
    /// What happened.
    pub summary: Message,
    /// What to do next.
    pub next_step: Message,
    /// What the summary leaves out: an error text of the system, an HTTP response.
    pub detail: Option<Message>,
    /// The last lines the program wrote to stderr.
    pub stderr: Vec<String>,
    /// Names of variables of Usher's environment that the program did not get and may miss.
    pub withheld: Vec<String>,
}

/// Kinds of failure a person can do something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The program is not on `PATH`, or not at its path.
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
    /// The host cannot be reached (name, route, refused, TLS).
    Unreachable,
    /// The host answered with an HTTP error.
    HttpStatus,
    /// The host wants a sign-in or refused the credentials.
    Unauthorized,
    /// The address is not allowed (private network, redirect elsewhere).
    Refused,
    /// A secret is not in the keyring, or the keyring is unreadable.
    SecretUnavailable,
    Other,
}

impl ServerState {
    /// Returns what waits for the person in this state, beside approvals; `changed` counts changed items.
    pub fn need(&self, changed: u32) -> Option<Need> {
        match self {
            Self::NeedsSignIn { .. } => Some(Need::SignIn),
            Self::NeedsReview { .. } => Some(Need::FirstLook),
            _ => (changed > 0).then_some(Need::Changed),
        }
    }
}

impl FailureKind {
    /// Whether a missing network or a captive portal can cause it.
    pub fn may_be_the_network(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::Timeout | Self::HttpStatus | Self::NotMcp
        )
    }
}

/// How many entries of each kind a server offers; `None` where it is not known (yet) or not offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    pub tools: Option<u32>,
    pub resources: Option<u32>,
    pub templates: Option<u32>,
    pub prompts: Option<u32>,
}

/// What was agreed at the handshake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Negotiated {
    /// The protocol revision, e.g. `2025-11-25`.
    pub protocol_version: String,
    /// `legacy` = `initialize`; `modern` = per-request metadata (2026-07-28 and later).
    pub era: Era,
    /// How the era came to be known.
    pub found: Found,
    /// Where a server behind an address was found; `None` for a local program.
    pub endpoint: Option<Endpoint>,
    /// The server's own name (self-reported).
    pub server_name: String,
    /// The server's own title (self-reported).
    pub server_title: Option<String>,
    /// The server's own version (self-reported).
    pub server_version: String,
    /// Whether it tells of changes of single resources (`resources.subscribe`).
    pub can_subscribe: bool,
}

/// What *Test connection* found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestReport {
    /// The steps in order, up to the one that failed.
    pub steps: Vec<TestStep>,
    /// How long the whole test took.
    #[serde(rename = "durationMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub duration: Duration,
    /// What was agreed, if it came that far.
    pub negotiated: Option<Negotiated>,
    /// What it offers, if it came that far.
    pub counts: Counts,
    /// Why it failed; `None` = the server works.
    pub failure: Option<Failure>,
    /// What the program wrote to stderr, oldest first.
    pub stderr: Vec<String>,
}

/// One step of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestStep {
    /// What is done in it.
    pub name: Message,
    pub passed: bool,
    /// How long it took.
    #[serde(rename = "durationMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub duration: Duration,
    /// A short remark: the path found, the exit code, the version.
    pub note: Option<Message>,
}

/// A removed server can be brought back until then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RemovedServer {
    pub server_id: ServerId,
    /// Its label, for the undo notice.
    pub label: String,
    /// Until when `server.restore` works, Unix ms. Its secrets are deleted only then.
    pub undo_until_at: i64,
}

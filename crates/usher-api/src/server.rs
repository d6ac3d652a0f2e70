//! Servers: configuration, state, and everything the Servers screen shows.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_types::log_level::LogLevel;

mod config;
mod protocol;

pub use config::{
    DraftConfig, DraftValue, NamedValue, SecretPlace, ServerConfig, ServerDraft, ShownValue,
};
pub use protocol::{Endpoint, Era, EraChoice, EraFound, EraVerdict, HttpTransport, Negotiated};
pub use usher_types::need::Need;

use crate::icon::ThemedIcon;
use crate::pin::ReviewCounts;
use usher_types::id::ServerId;

/// Names one server.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerParams {
    /// Which server.
    pub server_id: ServerId,
}

/// What a server's row and card show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerSnapshot {
    /// Its identity in this host.
    pub id: ServerId,
    /// The user's own label: the name the host uses for it everywhere.
    pub label: String,
    /// Where it really comes from: a command or a host.
    pub origin: Origin,
    /// What it is doing now.
    pub state: ServerState,
    /// Its icon, self-reported.
    pub icon: Option<ThemedIcon>,
    /// What was agreed at the last handshake of this run; `None` before the first.
    pub negotiated: Option<Negotiated>,
    /// How much it offers, as far as known.
    pub counts: Counts,
    /// From which level on it is to log, if it can.
    pub log_level: LogLevel,
    /// How much of what it declares waits for the person's look.
    pub review: ReviewCounts,
    /// What of it waits for the person on its page.
    pub need: Option<Need>,
    /// Since when that waits, Unix ms.
    pub needs_since: Option<i64>,
    /// How the program it starts was found to be another one than at the start before, until the person has taken
    /// note.
    pub program_changed: Option<ProgramChange>,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

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

/// Where a server comes from, in words the person can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Origin {
    /// A local program, shown as its words joined by spaces.
    Command {
        /// Program and arguments.
        text: String,
    },
    /// A remote endpoint.
    Host {
        /// Scheme, host and port.
        text: String,
        /// The whole URL.
        url: String,
    },
    /// The demo server inside Usher's own binary.
    BuiltIn,
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
    NeedsReview {
        /// What changed.
        reason: String,
    },
    /// To be started, as soon as fewer others are starting.
    Queued {
        /// Since when, Unix ms.
        since_at: i64,
    },
    /// Being started.
    Starting {
        /// Since when, Unix ms.
        since_at: i64,
    },
    /// Connected and usable.
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
    NeedsSignIn {
        /// What it said.
        reason: String,
    },
    /// The person signs in: the browser is waited for.
    SigningIn {
        /// Since when, Unix ms.
        since_at: i64,
        /// Who the person signs in with, as it writes itself. Server text.
        issuer: String,
    },
    /// Given up until the person does something.
    Failed {
        /// Why.
        failure: Failure,
    },
}

/// Why a server is not running: what happened, and what to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The kind, for an icon and for tests.
    pub kind: FailureKind,
    /// What happened, in one plain sentence.
    pub summary: String,
    /// What to do next, in one plain sentence.
    pub next_step: String,
    /// The raw reason: exit status, HTTP status, error text.
    pub detail: Option<String>,
    /// The last lines the program wrote to stderr.
    pub stderr: Vec<String>,
}

/// Kinds of failure a person can do something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The program is not on the PATH, or not at the given path.
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
    /// The address is not allowed (private network behind a public name, redirect elsewhere).
    Refused,
    /// A secret it needs is not in the keyring, or the keyring cannot be read.
    SecretUnavailable,
    /// Anything else.
    Other,
}

/// How many entries of each kind a server offers; `None` where it is not known (yet) or not offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Tools.
    pub tools: Option<u32>,
    /// Resources.
    pub resources: Option<u32>,
    /// Resource templates.
    pub templates: Option<u32>,
    /// Prompts.
    pub prompts: Option<u32>,
}

/// The server page: the snapshot and all that is behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerDetail {
    /// What the row shows.
    pub snapshot: ServerSnapshot,
    /// How it is started or reached.
    pub config: ServerConfig,
    /// Which generation of the protocol the person chose for it.
    pub era: EraChoice,
    /// What is remembered for the next start.
    pub verdict: Option<EraVerdict>,
    /// That the person has signed in to it.
    pub signed_in: Option<SignedIn>,
    /// Rights it wants beside those the person gave it, separated by spaces. Server text.
    pub wants_scope: Option<String>,
    /// Self-reported `serverInfo`, as it came.
    pub server_info: Option<Value>,
    /// Declared capabilities, as they came.
    pub capabilities: Option<Value>,
    /// What the server tells a model about itself. Server text: data, never instruction.
    pub instructions: Option<String>,
    /// The end of what its program wrote to stderr, oldest first.
    pub stderr: Vec<String>,
    /// The number of the line after it; those that are told later begin with theirs.
    pub stderr_next_seq: u64,
    /// What Usher had to repair in its messages, newest last.
    pub repairs: Vec<String>,
}

/// Adds a server; it starts at once, because saving is the person's consent to exactly this definition.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddServerParams {
    /// What to add.
    pub draft: ServerDraft,
}

/// Replaces a server's definition and restarts it if it was on.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UpdateServerParams {
    /// Which server.
    pub server_id: ServerId,
    /// Its new definition.
    pub draft: ServerDraft,
}

/// Chooses from which level on a server logs, now and after its next starts.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogLevelParams {
    /// Which server.
    pub server_id: ServerId,
    /// The lowest level it is to send.
    pub level: LogLevel,
}

/// Turns a server on or off.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetEnabledParams {
    /// Which server.
    pub server_id: ServerId,
    /// On or off.
    pub enabled: bool,
}

/// Starts a draft, looks at it and stops it again, without saving anything.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestServerParams {
    /// What to try.
    pub draft: ServerDraft,
    /// The server being edited, whose stored secrets `value: null` refers to.
    pub server_id: Option<ServerId>,
}

/// What *Test connection* found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestReport {
    /// The steps in order, up to the one that failed.
    pub steps: Vec<TestStep>,
    /// How long the whole test took.
    pub duration_ms: u64,
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
    /// Plain words: "Program found", "Process started", "Handshake", "Lists read".
    pub name: String,
    /// How it went.
    pub passed: bool,
    /// How long it took.
    pub duration_ms: u64,
    /// A short remark: the path found, the exit code, the version.
    pub note: Option<String>,
}

/// Asks where a program would be found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResolveCommandParams {
    /// A program name or path.
    pub command: String,
}

/// Where a program was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedCommand {
    /// Its absolute path; `None` = nowhere.
    pub path: Option<String>,
    /// Plain words: where it was looked for, or what to install.
    pub note: String,
}

/// A removed server can be brought back until then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RemovedServer {
    /// Which server.
    pub server_id: ServerId,
    /// Its label, for the undo notice.
    pub label: String,
    /// Until when `server.restore` works, Unix ms. Its secrets are deleted only then.
    pub undo_until_at: i64,
}

/// That the person has signed in to a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Who gave the access, as it writes itself. Server text.
    pub issuer: String,
    /// What was given. Server text.
    pub scopes: Vec<String>,
    /// When, Unix ms.
    pub signed_in_at: i64,
}

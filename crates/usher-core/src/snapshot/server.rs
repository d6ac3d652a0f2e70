//! What a server shows of itself to the rest of the app: projections, never the truth.

use usher_mcp::{Endpoint, Era, Found};
use usher_types::need::Need;

use usher_config::definition::ServerDefinition;
use usher_content::icons::ThemedIcon;
use usher_review::items::ReviewCounts;
use usher_system::secrets::StoreState;
use usher_types::id::ServerId;

use usher_types::log_level::LogLevel;

/// What a server's row shows.
#[derive(Debug, Clone)]
pub struct ServerSnapshot {
    /// Its identity.
    pub id: ServerId,
    /// How it is started or reached; the label and origin shown come from here.
    pub definition: ServerDefinition,
    /// What it is doing.
    pub state: ServerState,
    /// Its icon, self-reported.
    pub icon: Option<ThemedIcon>,
    /// What was agreed at the last handshake of this run.
    pub negotiated: Option<Negotiated>,
    /// How much it offers.
    pub counts: Counts,
    /// From which level on it is to log.
    pub log_level: LogLevel,
    /// How much of what it declares waits for the person's look.
    pub review: ReviewCounts,
    /// Since when something of it waits for the person, Unix ms; set while there is a [`Need`].
    pub needs_since: Option<i64>,
    /// How the program it starts was found to be another one than at the start before, until the person has taken
    /// note.
    pub program_changed: Option<ProgramChange>,
    /// When it was added, Unix ms.
    pub created_at: i64,
}

/// A server's program that is another one than at the start before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramChange {
    /// When that was found, Unix ms.
    pub at: i64,
    /// Where the program is.
    pub path: String,
    /// Where the same name led before; `None` = it is another file at the same place.
    pub before: Option<String>,
}

/// What a server is doing, as others may see it.
#[derive(Debug, Clone, PartialEq)]
pub enum ServerState {
    /// Turned off by the person.
    Disabled,
    /// Its definition is not the one the person agreed to.
    NeedsReview {
        /// What is to be looked at.
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
        /// How many there are.
        max_attempts: u32,
        /// When, Unix ms.
        next_at: i64,
        /// Why it is not running.
        failure: Failure,
    },
    /// The server wants a sign-in.
    NeedsSignIn {
        /// What it said, and what to do.
        reason: String,
    },
    /// The person signs in: the browser is waited for.
    SigningIn {
        /// Since when, Unix ms.
        since_at: i64,
        /// Who the person signs in with. Server text.
        issuer: String,
    },
    /// Given up until the person does something.
    Failed {
        /// Why.
        failure: Failure,
    },
}

impl ServerState {
    /// What of a server in this state waits for the person, beside its questions.
    pub(crate) fn need(&self, review: ReviewCounts) -> Option<Need> {
        match self {
            Self::NeedsSignIn { .. } => Some(Need::SignIn),
            Self::NeedsReview { .. } => Some(Need::FirstLook),
            _ => (review.changed > 0).then_some(Need::Changed),
        }
    }
}

impl ServerSnapshot {
    /// What of it waits for the person, beside its questions.
    #[must_use]
    pub fn need(&self) -> Option<Need> {
        self.state.need(self.review)
    }
}

/// What was agreed at the handshake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Negotiated {
    /// The protocol revision.
    pub protocol_version: String,
    /// Which generation of the protocol.
    pub era: Era,
    /// How that came to be known.
    pub found: Found,
    /// Where a server behind an address was found.
    pub endpoint: Option<Endpoint>,
    /// The server's own name (self-reported).
    pub server_name: String,
    /// The server's own title (self-reported).
    pub server_title: Option<String>,
    /// The server's own version (self-reported).
    pub server_version: String,
    /// Whether it tells of changes of single resources.
    pub can_subscribe: bool,
}

/// How many entries of each kind a server offers; `None` where it is not known or not offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    pub(crate) fn may_be_the_network(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::Timeout | Self::HttpStatus | Self::NotMcp
        )
    }
}

/// Whether secrets can be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyringStatus {
    /// What the system keyring says.
    pub state: StoreState,
    /// New secrets are kept in memory until Usher ends, because the person chose so.
    pub keeping_for_this_run: bool,
    /// Servers that wait for a secret.
    pub waiting_servers: usize,
}

//! Defines how connecting and calling fail, in words to act on.
//!
//! The host adds the server's name.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;
use usher_jsonrpc::{HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION};
use usher_messages::Message;

use crate::access::Challenge;
use crate::model::Era;

/// Why a connection ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CloseReason {
    /// How the process ended: its code or a signal.
    pub exit: Option<Message>,
    /// What was noticed: a broken pipe, an ended session.
    pub detail: Option<Message>,
    /// The last stderr lines, oldest first. Server text.
    pub stderr: Vec<String>,
}

impl std::fmt::Display for CloseReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl CloseReason {
    /// Describes it as a part of a message about a failed request.
    pub fn message(&self) -> Message {
        match (&self.exit, &self.detail) {
            (Some(exit), _) => Message::new("connection.process").with("exit", exit.clone()),
            (None, Some(detail)) => detail.clone(),
            (None, None) => Message::new("connection.closed"),
        }
    }
}

/// Why connecting failed.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("the program {} does not exist", program.display())]
    ProgramNotFound { program: PathBuf },
    /// The file exists but may not be executed.
    #[error("{} is not an executable program", program.display())]
    NotExecutable { program: PathBuf },
    /// The working directory is missing or not a directory.
    #[error("the working directory {} does not exist", directory.display())]
    WorkingDirectory { directory: PathBuf },
    /// The operating system refused to start the program.
    #[error("the program could not be started: {0}")]
    Spawn(#[source] std::io::Error),
    /// The process ended, or closed its output, before it answered `initialize`.
    #[error("the server stopped before it answered: {}", exit.clone().unwrap_or(Message::new("connection.outputClosed")))]
    ExitedEarly {
        /// How it ended.
        exit: Option<Message>,
        clues: Clues,
    },
    #[error("the server did not answer within {} s", waited.as_secs())]
    Timeout { waited: Duration, clues: Clues },
    /// Something answered, but not as MCP.
    #[error("what answered does not speak MCP: {detail}")]
    NotMcp {
        /// What answered instead, as a part of a sentence.
        detail: Message,
        /// Its last stderr lines.
        stderr: Vec<String>,
    },
    /// The server picked a protocol version this host does not know.
    #[error("the server speaks protocol version {picked:?}, which this host does not know")]
    UnsupportedVersion { picked: String },
    /// The server uses the other lifecycle than the chosen one.
    #[error("the server does not speak {}: {detail}", era_words(*.wanted))]
    OtherEra {
        wanted: Era,
        /// What it answered, as a part of a sentence.
        detail: Message,
    },
    /// The server answered `initialize` with an error.
    #[error("the server refused the connection: {message} ({})", code_words(*.code, *.status))]
    Rejected {
        /// The HTTP status of a refusal that is no modern error.
        status: Option<u16>,
        code: i64,
        /// Its message. Server text.
        message: String,
        data: Option<Value>,
    },
    /// DNS, TCP or TLS failed.
    #[error("nothing answers at {host}: {detail}")]
    Unreachable {
        host: String,
        /// Why, as a part of a sentence.
        detail: Message,
    },
    /// Something answers at that address, but TLS cannot authenticate it.
    #[error("{host} cannot be trusted: {reason}")]
    Untrusted {
        host: String,
        /// What is wrong, as a part of a sentence.
        reason: Message,
    },
    /// An HTTP status that no MCP server gives here.
    #[error("the address answered with HTTP status {status}{}", reason_words(.body_head))]
    HttpStatus {
        status: u16,
        /// The first characters of the body; of a page, its words. Server text.
        body_head: String,
        /// The `Retry-After` of 429 or 503, a minute at most.
        retry_after: Option<Duration>,
    },
    /// The address leads to another one, and no MCP server answers there.
    #[error("the address redirects to {}", .0.to)]
    Redirected(Redirect),
    /// The server wants a sign-in (HTTP 401 or 403).
    #[error("the server wants a sign-in")]
    Unauthorized { challenge: Challenge },
    /// The rules of this host forbid the connection.
    #[error("not connected: {reason}")]
    Refused {
        /// The rule, as a part of a sentence.
        reason: Message,
    },
}

/// What is known of a program that came to no agreement; nothing of what answers at an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clues {
    /// Its last stderr lines, oldest first. Server text.
    pub stderr: Vec<String>,
    /// The first lines it printed that are no messages. Server text.
    pub stdout: Vec<String>,
    /// Variables of this host that it did not get and may need.
    pub withheld: Vec<String>,
}

/// Where an address redirects to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The address without its query, redacted. Server text.
    pub to: String,
    pub leads: Leads,
}

/// How a redirect ends that leads to no MCP server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// At another place of the same origin.
    Within,
    /// At another origin, where nothing is sent.
    Elsewhere,
    /// Nowhere.
    InCircle,
}

fn code_words(code: i64, status: Option<u16>) -> String {
    match status {
        Some(status) => format!("code {code}, HTTP status {status}"),
        None => format!("code {code}"),
    }
}

/// Appends the first line of a body.
fn reason_words(body_head: &str) -> String {
    let line = body_head.trim().lines().next();
    line.map_or_else(String::new, |line| format!(": {line}"))
}

fn era_words(era: Era) -> &'static str {
    match era {
        Era::Legacy => "the protocol with a handshake (2025-11-25 and before)",
        Era::Modern => "the protocol without a handshake (2026-07-28)",
    }
}

/// Why a request failed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", self.message())]
pub enum CallError {
    /// No answer in time; the server was notified.
    Timeout {
        /// How long was waited, without the time the user was being asked.
        waited: Duration,
    },
    /// The caller cancelled it; the server was notified.
    Cancelled,
    /// The user declined what the call needs (2026-07-28, client/sampling).
    Declined,
    /// The connection ended. Whether the server did the work is unknown.
    Closed(CloseReason),
    /// The server answered with a JSON-RPC error.
    Rejected {
        code: i64,
        /// Its message. Server text.
        message: String,
        data: Option<Value>,
    },
    /// The server's answer is not what the method returns.
    Undecodable { what: Message, raw: Value },
    /// The call's task, or its round of questions, cannot be resumed.
    TaskLost {
        /// Why.
        what: Message,
    },
    /// The listener did not approve the repeat after the server's questions.
    NotApproved { why: Message },
    /// The server does not declare this feature.
    NotOffered { what: &'static str },
    /// The server wants another access token (HTTP 401 or 403).
    ///
    /// None is available without the user.
    Unauthorized { challenge: Challenge },
    /// The HTTP exchange failed; the connection itself may still work.
    Http {
        /// The status code, if there was one.
        status: Option<u16>,
        /// What failed, as a part of a sentence.
        detail: Message,
    },
}

impl CallError {
    /// Describes it as a part of a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Timeout { waited } => Message::new("net.noResponse").with("waited", *waited),
            Self::Cancelled => Message::new("exchange.cancelled"),
            Self::Declined => Message::new("exchange.declined"),
            Self::Closed(reason) => reason.message(),
            Self::Rejected { code, message, .. } => Message::new(match *code {
                _ if message.is_empty() => "exchange.rejectedSilently",
                HEADER_MISMATCH => "exchange.headerMismatch",
                MISSING_CAPABILITY => "exchange.missingCapability",
                UNSUPPORTED_VERSION => "exchange.unsupportedVersion",
                _ => "exchange.rejected",
            })
            .with("message", message.as_str())
            .with("code", code.to_string()),
            Self::Undecodable { what, .. } => {
                Message::new("exchange.undecodable").with("fault", what.clone())
            }
            Self::TaskLost { what } => {
                Message::new("exchange.taskLost").with("reason", what.clone())
            }
            Self::NotApproved { why } => why.clone(),
            Self::NotOffered { what } => {
                Message::new("exchange.notOffered").with("capability", *what)
            }
            Self::Unauthorized { challenge } => match &challenge.said {
                Some(said) => Message::new("exchange.unauthorizedWith").with("text", said.as_str()),
                None => Message::new("exchange.unauthorized"),
            },
            Self::Http { detail, .. } => detail.clone(),
        }
    }
}

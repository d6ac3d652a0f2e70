//! Says why a request yielded nothing.

use serde_json::Value;
use usher_mcp::{CallError, Challenge, URL_ELICITATION_REQUIRED};
use usher_types::fault::Fault;

/// Why a request to a server yielded nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// There is no such server.
    #[error("This server is not configured any more.")]
    UnknownServer,
    /// What was named is not in the server's lists.
    #[error("{0}")]
    NotListed(String),
    /// The server is not running, or was lost before it answered.
    #[error("{0}")]
    Unreachable(String),
    /// What was to be sent breaks the rules for it. Nothing was sent.
    #[error("{message}")]
    Invalid {
        message: String,
        /// Each field at fault.
        faults: Vec<Fault>,
    },
    /// The definition is not the one the person reviewed: it is stopped. Nothing was sent.
    #[error("{0}")]
    NeedsReview(String),
    /// No answer in time.
    #[error("{0}")]
    Timeout(String),
    /// The person cancelled it.
    #[error("Cancelled.")]
    Cancelled,
    /// A rule of the person forbids it. Nothing was sent.
    #[error("{0}")]
    Forbidden(String),
    /// The person was asked and said no. Nothing was sent.
    #[error("{0}")]
    Declined(String),
    /// The server answered with an error, or with what cannot be understood.
    #[error("{message}")]
    Rejected {
        message: String,
        /// The JSON-RPC error, or the answer, as it came.
        detail: Option<Value>,
    },
}

impl RequestError {
    /// `doing` says what was being done: `Reading demo://readme from “Demo”`.
    pub(crate) fn of(doing: &str, error: CallError) -> Self {
        match error {
            CallError::Cancelled | CallError::Declined => Self::Cancelled,
            CallError::Timeout { waited } => Self::Timeout(format!(
                "{doing} took longer than {} seconds and was given up. Try again, or allow more time in Settings.",
                waited.as_secs()
            )),
            CallError::Closed(reason) => Self::Unreachable(format!(
                "{doing} failed because {reason}. Whether the server did the work is not known."
            )),
            CallError::Rejected {
                code,
                message,
                data,
            } => Self::Rejected {
                message: refused(doing, code, &message),
                detail: Some(match data {
                    Some(data) => {
                        serde_json::json!({ "code": code, "message": message, "data": data })
                    }
                    None => serde_json::json!({ "code": code, "message": message }),
                }),
            },
            CallError::Undecodable { what, raw } => Self::Rejected {
                message: format!("{doing} got an answer that cannot be understood: {what}."),
                detail: Some(raw),
            },
            CallError::TaskLost { what } => Self::Rejected {
                message: format!("{doing} ended without a result: {what}."),
                detail: None,
            },
            CallError::NotApproved { why } => Self::NeedsReview(why),
            CallError::NotOffered { what } => Self::Rejected {
                message: format!("{doing} is not possible: the server does not offer {what}."),
                detail: None,
            },
            CallError::Unauthorized { challenge } => Self::Rejected {
                message: unauthorized(doing, &challenge),
                detail: None,
            },
            CallError::Http { status, detail } => Self::Unreachable(match status {
                Some(status) => format!("{doing} failed with HTTP status {status}: {detail}"),
                None => format!("{doing} failed: {detail}"),
            }),
        }
    }
}

fn unauthorized(doing: &str, challenge: &Challenge) -> String {
    match &challenge.scope {
        Some(scope) if challenge.wants_more() => format!(
            "{doing} needs rights you have not given yet: {scope}. Sign in again on the server's page to give them."
        ),
        _ => format!("{doing} needs a sign-in. Sign in on the server's page, then try again."),
    }
}

fn refused(doing: &str, code: i64, message: &str) -> String {
    let refused = format!("{doing} was refused by the server: {message}");
    if code == URL_ELICITATION_REQUIRED {
        return format!(
            "{refused}. It wants you to open a page first: look at Approvals, then run the tool again."
        );
    }
    refused
}

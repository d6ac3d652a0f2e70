//! The one shape in which an operation fails, and the only place that maps core errors to codes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why an operation failed, as far as somebody acts on the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Code {
    /// What was named does not exist (any more).
    NotFound,
    /// The input is wrong; `detail.fields` names what and why.
    Invalid,
    /// The person cancelled. Not a failure.
    Cancelled,
    /// The server did not answer in time.
    Timeout,
    /// The server is not running or cannot be reached.
    ServerUnreachable,
    /// The server answered with an error; `detail` holds its JSON-RPC error as it came.
    ServerRejected,
    /// The system keyring is locked or absent.
    KeyringUnavailable,
    /// The database was written by a newer Usher.
    StoreTooNew,
    /// The data directory cannot be written: read-only, or the disk is full.
    StoreUnwritable,
    /// A fault of Usher itself.
    Internal,
}

/// An operation's failure: what we were doing, in which server, and what to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    /// What the page acts on.
    pub code: Code,
    /// One or two plain sentences for the person.
    pub message: String,
    /// More for the curious, or the fields at fault: `{ "fields": [{ "field", "message" }] }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<serde_json::Value>,
}

impl ApiError {
    /// A fault of Usher itself, with a sentence that says what we were doing.
    pub fn internal(message: impl Into<String>) -> Self {
        Self {
            code: Code::Internal,
            message: message.into(),
            detail: None,
        }
    }
}

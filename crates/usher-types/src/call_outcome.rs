//! What came of a call. The services know its failure as an error of their own, the page as one of an operation.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_messages::Message;

use crate::call::Verdict;
use crate::content::{Content, PromptMessage, ResourceContents};
use crate::id::{CallId, HistoryId};

/// A call that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(concrete(Failure = ()))]
pub struct CallOutcome<Failure> {
    pub call_id: CallId,
    /// Where it stands in the history; `None` if the history could not be written.
    pub history_id: Option<HistoryId>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took, without the time the person was being asked.
    #[serde(rename = "durationMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub duration: Duration,
    pub ending: CallEnding<Failure>,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[ts(concrete(Failure = ()))]
pub enum CallEnding<Failure> {
    /// The server answered with a result.
    Result {
        /// The tool itself reports failure (`isError`); the connection is fine.
        is_error: bool,
        /// What Usher noticed about the answer of a webtool.
        notes: Vec<Message>,
        content: Vec<Content>,
        structured: Option<Value>,
        /// The structured result held against the declared schema.
        verdict: Verdict,
        /// The result exactly as it came.
        raw: Value,
        /// Size of the answer on the wire.
        size_bytes: u64,
    },
    /// The messages of a prompt. In the history alone.
    Prompt {
        /// The server's description of this result.
        description: Option<String>,
        messages: Vec<PromptMessage>,
        /// The result exactly as it came.
        raw: Value,
        /// Size of the answer on the wire.
        size_bytes: u64,
    },
    /// What a resource holds, as far as it is kept. In the history alone.
    Read {
        /// Those that are whole in `raw`.
        contents: Vec<ResourceContents>,
        /// The result as it came, but for long blobs: of those only the beginning.
        raw: Value,
        /// How many blobs of `raw` are shortened.
        shortened: usize,
        /// Size of the answer on the wire.
        size_bytes: u64,
    },
    /// The call failed: time out, connection, or a JSON-RPC error.
    Failed {
        /// What happened and what to do next.
        #[ts(type = "ApiError")]
        error: Failure,
    },
    /// The person cancelled it.
    Cancelled,
}

impl<Failure> CallOutcome<Failure> {
    /// Changes what its failure is told by.
    pub fn map_failure<Other>(self, change: impl FnOnce(Failure) -> Other) -> CallOutcome<Other> {
        CallOutcome {
            call_id: self.call_id,
            history_id: self.history_id,
            started_at: self.started_at,
            duration: self.duration,
            ending: self.ending.map_failure(change),
        }
    }
}

impl<Failure> CallEnding<Failure> {
    fn map_failure<Other>(self, change: impl FnOnce(Failure) -> Other) -> CallEnding<Other> {
        match self {
            Self::Result {
                is_error,
                notes,
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            } => CallEnding::Result {
                is_error,
                notes,
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            },
            Self::Prompt {
                description,
                messages,
                raw,
                size_bytes,
            } => CallEnding::Prompt {
                description,
                messages,
                raw,
                size_bytes,
            },
            Self::Read {
                contents,
                raw,
                shortened,
                size_bytes,
            } => CallEnding::Read {
                contents,
                raw,
                shortened,
                size_bytes,
            },
            Self::Failed { error } => CallEnding::Failed {
                error: change(error),
            },
            Self::Cancelled => CallEnding::Cancelled,
        }
    }
}

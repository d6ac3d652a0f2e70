//! Running a tool, and what comes of it.

use crate::convert::ms;
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::calls as core;
use usher_messages::Message;
pub use usher_types::call::{ArgumentCheck, CallProgress, Verdict};
use usher_types::content::{Content, PromptMessage, ResourceContents};
pub use usher_types::fault::Fault;
use usher_types::id::{CallId, HistoryId, SourceId};
use usher_types::protocol::RunAs;

/// Runs a tool. The operation returns when the call has ended, however it ended.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallParams {
    /// Made by the page: a fresh UUID.
    pub call_id: CallId,
    pub server_id: SourceId,
    pub name: String,
    /// The arguments: an object.
    pub arguments: Value,
    /// Whether arguments that break the schema are refused or sent.
    pub check: ArgumentCheck,
    /// How a tool is run that leaves that to the person; `None` = as a call.
    pub run_as: Option<RunAs>,
}

/// Names one running call.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CancelParams {
    pub call_id: CallId,
}

/// A call that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallOutcome {
    pub call_id: CallId,
    /// Where it stands in the history; `None` if the history could not be written.
    pub history_id: Option<HistoryId>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took, without the time the person was being asked.
    pub duration_ms: u64,
    pub ending: CallEnding,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum CallEnding {
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
        error: ApiError,
    },
    /// The person cancelled it.
    Cancelled,
}

impl From<core::CallOutcome> for CallOutcome {
    fn from(outcome: core::CallOutcome) -> Self {
        Self {
            call_id: outcome.call,
            history_id: outcome.history,
            started_at: outcome.started_at,
            duration_ms: ms(outcome.duration),
            ending: outcome.ending.into(),
        }
    }
}

impl From<core::CallEnding> for CallEnding {
    fn from(ending: core::CallEnding) -> Self {
        match ending {
            core::CallEnding::Result {
                is_error,
                notes,
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            } => Self::Result {
                is_error,
                notes,
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            },
            core::CallEnding::Prompt {
                description,
                messages,
                raw,
                size_bytes,
            } => Self::Prompt {
                description,
                messages,
                raw,
                size_bytes,
            },
            core::CallEnding::Read {
                contents,
                raw,
                shortened,
                size_bytes,
            } => Self::Read {
                contents,
                raw,
                shortened,
                size_bytes,
            },
            core::CallEnding::Failed(error) => Self::Failed {
                error: error.into(),
            },
            core::CallEnding::Cancelled => Self::Cancelled,
        }
    }
}

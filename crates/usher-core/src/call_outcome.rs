//! What came of a call.

use std::time::Duration;

use serde_json::Value;

use crate::request_error::RequestError;
use usher_content::schema::Verdict;
use usher_messages::Message;
use usher_types::content::{Content, PromptMessage, ResourceContents};
use usher_types::id::{CallId, HistoryId};

/// A call that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    pub call: CallId,
    /// Where it stands in the history; `None` if that could not be written.
    pub history: Option<HistoryId>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took, without the time the person was being asked.
    pub duration: Duration,
    pub ending: CallEnding,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq)]
pub enum CallEnding {
    /// The server answered with a result.
    Result {
        /// The tool itself reports failure.
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
    /// The messages of a prompt; of one that is only recorded they are not looked at.
    Prompt {
        /// The server's description of this result.
        description: Option<String>,
        messages: Vec<PromptMessage>,
        /// The result exactly as it came.
        raw: Value,
        /// Size of the answer on the wire.
        size_bytes: u64,
    },
    /// What a resource holds, as far as it is kept.
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
    Failed(RequestError),
    /// The person cancelled it.
    Cancelled,
}

impl From<RequestError> for CallEnding {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Cancelled => Self::Cancelled,
            error => Self::Failed(error),
        }
    }
}

//! The wire log: what is shown of messages, and files that were written.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::CallId;
use crate::protocol::{Direction, FrameKind};

/// One message, without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrame {
    /// Its number in the server's log; grows by one.
    pub seq: u64,
    /// When it passed, Unix ms.
    pub at: i64,
    pub direction: Direction,
    pub kind: FrameKind,
    /// The method; for an answer, the method it answers.
    pub method: Option<String>,
    /// The JSON-RPC id as it stands in the message.
    pub rpc_id: Option<String>,
    /// Size of the exact bytes.
    pub size_bytes: u64,
    /// For an answer: time since its request.
    pub elapsed_ms: Option<f64>,
    /// The tool call it belongs to.
    pub call_id: Option<CallId>,
    /// The beginning of what matters in it, at most 200 characters.
    pub summary: String,
    /// Whether something went wrong: an error, a tool's own error, or no message at all.
    pub is_fault: bool,
}

/// What a server's log holds, without the frames.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireExtent {
    /// The oldest frame still kept; as `nextSeq` where none is. Numbers between the two have no gap.
    pub first_seq: u64,
    /// The number the next frame will get.
    pub next_seq: u64,
    /// How many older ones were let go since the log was emptied.
    pub dropped: u64,
    /// The methods that occur, in order, at most 200.
    pub methods: Vec<String>,
}

/// What a search found. One search looks at a bounded part of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireHits {
    /// The frames found, oldest first.
    pub seqs: Vec<u64>,
    /// Where to go on: everything before this number was looked at.
    pub next: u64,
    /// Whether that is the end of the log.
    pub is_whole: bool,
}

/// What a frame is copied as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "WireCopyForm")]
#[serde(rename_all = "camelCase")]
pub enum CopyForm {
    /// One line of JSON with its time, size and direction.
    Json,
    /// A shell command that sends it again: `curl`, or a pipe into the program. Names a variable for each secret.
    Command,
}

/// Where a saved log was put.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedFile {
    pub path: String,
    pub size_bytes: u64,
}

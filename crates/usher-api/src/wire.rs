//! The wire log: every message both ways, kept in a bounded ring per server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use usher_types::id::{CallId, ServerId};
pub use usher_types::protocol::{Direction, FrameKind};

/// Which part of a server's wire log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireParams {
    /// Whose log.
    pub server_id: ServerId,
}

/// A page of a server's wire log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireListParams {
    /// Whose log.
    pub server_id: ServerId,
    /// The number of the first frame wanted; 0 = the oldest that is kept.
    #[serde(default)]
    pub from: u64,
    /// How many frames at most (0 to 500).
    #[serde(default = "most_frames")]
    pub limit: u32,
}

/// How many frames cross at once.
pub(crate) const MAX_FRAMES_AT_ONCE: u32 = 500;

fn most_frames() -> u32 {
    MAX_FRAMES_AT_ONCE
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

/// A page of the log of one server, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireLog {
    /// What the whole log holds.
    pub extent: WireExtent,
    /// The frames asked for, as far as they are kept.
    pub frames: Vec<WireFrame>,
}

/// Names frames.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireGetManyParams {
    /// Whose log.
    pub server_id: ServerId,
    /// Which frames; of more than 500 only the first 500.
    pub seqs: Vec<u64>,
}

/// Which frames are wanted; `null` = any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFilter {
    /// In the text, the summary or the method, in any case; or the id.
    pub text: String,
    /// Which way.
    pub direction: Option<Direction>,
    /// What it is.
    pub kind: Option<FrameKind>,
    /// The method; for an answer, the method it answers.
    pub method: Option<String>,
    /// The call it belongs to.
    pub call_id: Option<CallId>,
    /// Only what went wrong: errors, tools' own errors, and what is no message.
    pub faults_only: bool,
}

/// Looks for frames in a server's log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireSearchParams {
    /// Whose log.
    pub server_id: ServerId,
    /// What is looked for.
    pub filter: WireFilter,
    /// The number of the frame to begin with.
    pub from: u64,
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

/// Copies one frame.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireCopyParams {
    /// Whose log.
    pub server_id: ServerId,
    /// Which frame.
    pub seq: u64,
    /// As what.
    pub form: WireCopyForm,
}

/// What a frame is copied as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WireCopyForm {
    /// One line of JSON with its time, size and direction.
    Json,
    /// A shell command that sends it again: `curl`, or a pipe into the program. Names a variable for each secret.
    Command,
}

/// A text to be copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireCopy {
    /// The text; holds no secret.
    pub text: String,
}

/// One message, without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrame {
    /// Its number in the server's log; grows by one.
    pub seq: u64,
    /// When it passed, Unix ms.
    pub at: i64,
    /// Which way.
    pub direction: Direction,
    /// What it is.
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

/// Names one frame.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrameParams {
    /// Whose log.
    pub server_id: ServerId,
    /// Which frame.
    pub seq: u64,
}

/// One message with its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireText {
    /// The frame.
    pub frame: WireFrame,
    /// Its text, secrets redacted; cut at 1 MiB.
    pub text: String,
    /// Whether it was cut.
    pub truncated: bool,
}

/// Where a saved log was put.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedFile {
    /// The file.
    pub path: String,
    /// Its size.
    pub size_bytes: u64,
}

//! The wire log: every message both ways, kept in a bounded ring per server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::{CallId, ServerId};

/// Which part of a server's wire log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireParams {
    /// Whose log.
    pub server_id: ServerId,
}

/// The log of one server, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireLog {
    /// The frames still kept.
    pub frames: Vec<WireFrame>,
    /// How many older ones the ring has let go.
    pub dropped: u64,
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
}

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// From Usher to the server.
    Out,
    /// From the server to Usher.
    In,
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FrameKind {
    /// Wants an answer.
    Request,
    /// A good answer.
    Result,
    /// An error as answer.
    Error,
    /// Wants no answer.
    Notification,
    /// Not JSON-RPC: log lines on stdout, broken JSON, an HTTP status.
    Noise,
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

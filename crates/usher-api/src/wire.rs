//! The wire log: every message both ways, kept in a bounded ring per server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_servers::wire_log as core;
use usher_types::id::{CallId, ServerId};
pub use usher_types::protocol::{Direction, FrameKind};
pub use usher_types::wire::{CopyForm, SavedFile, WireExtent, WireFrame, WireHits};

/// Which part of a server's wire log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireParams {
    pub server_id: ServerId,
}

/// A page of a server's wire log.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireListParams {
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

/// A page of the log of one server, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireLog {
    /// What the whole log holds.
    pub extent: WireExtent,
    /// The frames asked for, as far as they are kept.
    pub frames: Vec<WireFrame>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireGetManyParams {
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
    pub direction: Option<Direction>,
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
    pub server_id: ServerId,
    /// What is looked for.
    pub filter: WireFilter,
    /// The number of the frame to begin with.
    pub from: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireCopyParams {
    pub server_id: ServerId,
    pub seq: u64,
    pub form: CopyForm,
}

/// A text to be copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireCopy {
    /// The text; holds no secret.
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrameParams {
    pub server_id: ServerId,
    pub seq: u64,
}

/// One message with its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireText {
    pub frame: WireFrame,
    /// Its text, secrets redacted; cut at 1 MiB.
    pub text: String,
    /// Whether it was cut.
    pub truncated: bool,
}

/// How much of one message's text crosses at once.
const MAX_TEXT_BYTES: usize = 1024 * 1024;

impl From<&core::WireEntry> for WireText {
    fn from(entry: &core::WireEntry) -> Self {
        let end = entry.text.floor_char_boundary(MAX_TEXT_BYTES);
        Self {
            text: entry.text[..end].to_owned(),
            truncated: end < entry.text.len(),
            frame: entry.row.clone(),
        }
    }
}

impl From<WireFilter> for core::WireFilter {
    fn from(filter: WireFilter) -> Self {
        Self {
            text: core::SearchText::new(&filter.text),
            direction: filter.direction,
            kind: filter.kind,
            method: filter.method,
            call: filter.call_id,
            going: if filter.faults_only {
                core::FrameFlow::Badly
            } else {
                core::FrameFlow::Any
            },
        }
    }
}

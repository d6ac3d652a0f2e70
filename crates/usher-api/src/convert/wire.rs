//! The wire log.

use usher_core::protocol as mcp;
use usher_core::wire as core;

use crate::wire::{Direction, FrameKind, SavedFile, WireFrame, WireText};

/// How much of one message's text crosses at once.
const MAX_TEXT_BYTES: usize = 1024 * 1024;

impl From<core::WireRow> for WireFrame {
    fn from(row: core::WireRow) -> Self {
        Self {
            seq: row.seq,
            at: row.at,
            direction: match row.direction {
                mcp::Direction::Out => Direction::Out,
                mcp::Direction::In => Direction::In,
            },
            kind: match row.kind {
                mcp::FrameKind::Request => FrameKind::Request,
                mcp::FrameKind::Result => FrameKind::Result,
                mcp::FrameKind::Error => FrameKind::Error,
                mcp::FrameKind::Notification => FrameKind::Notification,
                mcp::FrameKind::Noise => FrameKind::Noise,
            },
            method: row.method,
            rpc_id: row.rpc_id,
            size_bytes: row.size_bytes,
            elapsed_ms: row.elapsed_ms,
            call_id: row.call.map(Into::into),
            summary: row.summary,
        }
    }
}

impl From<core::WireEntry> for WireText {
    fn from(entry: core::WireEntry) -> Self {
        let end = entry.text.floor_char_boundary(MAX_TEXT_BYTES);
        Self {
            text: entry.text[..end].to_owned(),
            truncated: end < entry.text.len(),
            frame: entry.row.into(),
        }
    }
}

impl From<core::SavedFile> for SavedFile {
    fn from(file: core::SavedFile) -> Self {
        Self {
            path: file.path.display().to_string(),
            size_bytes: file.size_bytes,
        }
    }
}

//! Calls and their history.

use usher_core::calls as core;

use super::ms;
use crate::call::{CallEnding, CallOutcome};
use crate::history::{HistoryEntry, HistoryRow};

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
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            } => Self::Result {
                is_error,
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            },
            core::CallEnding::Failed(error) => Self::Failed {
                error: error.into(),
            },
            core::CallEnding::Cancelled => Self::Cancelled,
        }
    }
}

impl From<usher_store::HistoryRow> for HistoryRow {
    fn from(row: usher_store::HistoryRow) -> Self {
        Self {
            id: row.id,
            server_id: row.source,
            server_label: row.server_label,
            tool: row.tool,
            started_at: row.started_at,
            duration_ms: row.duration_ms,
            status: row.status,
            arguments: row.arguments,
        }
    }
}

impl From<core::HistoryEntry> for HistoryEntry {
    fn from(entry: core::HistoryEntry) -> Self {
        Self {
            row: entry.row.into(),
            outcome: entry.outcome.into(),
        }
    }
}

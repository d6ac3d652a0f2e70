//! Calls and their history.

use usher_content::schema;
use usher_core::calls as core;

use super::ms;
use crate::call::{ArgumentCheck, CallEnding, CallOutcome, Fault, Verdict};
use crate::history::{HistoryEntry, HistoryRow, HistoryStatus};

impl From<ArgumentCheck> for core::ArgumentCheck {
    fn from(check: ArgumentCheck) -> Self {
        match check {
            ArgumentCheck::Refuse => Self::Refuse,
            ArgumentCheck::SendAnyway => Self::SendAnyway,
        }
    }
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
                content,
                structured,
                verdict,
                raw,
                size_bytes,
            } => Self::Result {
                is_error,
                content: content.into_iter().map(Into::into).collect(),
                structured,
                verdict: verdict.into(),
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
            server_id: row.server_id,
            server_label: row.server_label,
            tool: row.tool,
            started_at: row.started_at,
            duration_ms: row.duration_ms,
            status: match row.status {
                usher_store::CallStatus::Completed => HistoryStatus::Completed,
                usher_store::CallStatus::ToolError => HistoryStatus::ToolError,
                usher_store::CallStatus::Failed => HistoryStatus::Failed,
                usher_store::CallStatus::Cancelled => HistoryStatus::Cancelled,
            },
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

impl From<schema::Verdict> for Verdict {
    fn from(verdict: schema::Verdict) -> Self {
        match verdict {
            schema::Verdict::NotDeclared => Self::NotDeclared,
            schema::Verdict::Matches { values_checked } => Self::Matches { values_checked },
            schema::Verdict::Mismatch { faults } => Self::Mismatch {
                faults: faults
                    .into_iter()
                    .map(|fault| Fault {
                        path: fault.path,
                        message: fault.message,
                    })
                    .collect(),
            },
            schema::Verdict::Missing => Self::Missing,
            schema::Verdict::BrokenSchema { message } => Self::BrokenSchema { message },
        }
    }
}

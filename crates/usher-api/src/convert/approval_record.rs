//! Questions that are over.

use usher_store as core;
use usher_types::id::ApprovalRecordId;

use crate::approval_record::{ApprovalEnding, ApprovalKind, ApprovalRecord, ApprovalRecordHead};

pub(crate) fn head((id, record): (ApprovalRecordId, core::ApprovalRecord)) -> ApprovalRecordHead {
    ApprovalRecordHead {
        id,
        approval_id: record.approval,
        server_id: record.source,
        server_label: record.server_label,
        call_id: record.call,
        tool: record.tool,
        approval_kind: record.kind.into(),
        opened_at: record.opened_at,
        closed_at: record.closed_at,
        ending: record.outcome.into(),
        reason: record.reason,
        policy: record.policy,
    }
}

pub(crate) fn whole((id, mut record): (ApprovalRecordId, core::ApprovalRecord)) -> ApprovalRecord {
    ApprovalRecord {
        arguments: record.arguments.take(),
        shown: record.shown.take(),
        changed: record.changed.take(),
        sent: record.sent.take(),
        head: head((id, record)),
    }
}

impl From<core::ApprovalKind> for ApprovalKind {
    fn from(kind: core::ApprovalKind) -> Self {
        match kind {
            core::ApprovalKind::Form => Self::Form,
            core::ApprovalKind::Url => Self::Url,
            core::ApprovalKind::Sample => Self::Sample,
            core::ApprovalKind::Roots => Self::Roots,
            core::ApprovalKind::ToolCall => Self::ToolCall,
            core::ApprovalKind::Link => Self::Link,
            core::ApprovalKind::Definition => Self::Definition,
            core::ApprovalKind::Launch => Self::Launch,
            core::ApprovalKind::SignIn => Self::SignIn,
            core::ApprovalKind::Other => Self::Other,
        }
    }
}

impl From<ApprovalKind> for core::ApprovalKind {
    fn from(kind: ApprovalKind) -> Self {
        match kind {
            ApprovalKind::Form => Self::Form,
            ApprovalKind::Url => Self::Url,
            ApprovalKind::Sample => Self::Sample,
            ApprovalKind::Roots => Self::Roots,
            ApprovalKind::ToolCall => Self::ToolCall,
            ApprovalKind::Link => Self::Link,
            ApprovalKind::Definition => Self::Definition,
            ApprovalKind::Launch => Self::Launch,
            ApprovalKind::SignIn => Self::SignIn,
            ApprovalKind::Other => Self::Other,
        }
    }
}

impl From<core::ApprovalOutcome> for ApprovalEnding {
    fn from(ending: core::ApprovalOutcome) -> Self {
        match ending {
            core::ApprovalOutcome::Accepted => Self::Accepted,
            core::ApprovalOutcome::Declined => Self::Declined,
            core::ApprovalOutcome::Cancelled => Self::Cancelled,
            core::ApprovalOutcome::Moot => Self::Moot,
            core::ApprovalOutcome::Refused => Self::Refused,
            core::ApprovalOutcome::Failed => Self::Failed,
        }
    }
}

impl From<ApprovalEnding> for core::ApprovalOutcome {
    fn from(ending: ApprovalEnding) -> Self {
        match ending {
            ApprovalEnding::Accepted => Self::Accepted,
            ApprovalEnding::Declined => Self::Declined,
            ApprovalEnding::Cancelled => Self::Cancelled,
            ApprovalEnding::Moot => Self::Moot,
            ApprovalEnding::Refused => Self::Refused,
            ApprovalEnding::Failed => Self::Failed,
        }
    }
}

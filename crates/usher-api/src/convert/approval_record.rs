//! Questions that are over.

use usher_store as core;
use usher_types::id::ApprovalRecordId;

use crate::approval_record::{ApprovalEnding, ApprovalKind, ApprovalRecord, ApprovalRecordHead};

pub(crate) fn head((id, record): (ApprovalRecordId, core::AskRecord)) -> ApprovalRecordHead {
    ApprovalRecordHead {
        id,
        ask_id: record.ask,
        server_id: record.server,
        server_label: record.server_label,
        call_id: record.call,
        tool: record.tool,
        ask_kind: record.kind.into(),
        opened_at: record.opened_at,
        closed_at: record.closed_at,
        ending: record.ending.into(),
        reason: record.reason,
        policy: record.policy,
    }
}

pub(crate) fn whole((id, mut record): (ApprovalRecordId, core::AskRecord)) -> ApprovalRecord {
    ApprovalRecord {
        arguments: record.arguments.take(),
        shown: record.shown.take(),
        changed: record.changed.take(),
        sent: record.sent.take(),
        head: head((id, record)),
    }
}

impl From<core::AskKind> for ApprovalKind {
    fn from(kind: core::AskKind) -> Self {
        match kind {
            core::AskKind::Form => Self::Form,
            core::AskKind::Url => Self::Url,
            core::AskKind::Sample => Self::Sample,
            core::AskKind::Roots => Self::Roots,
            core::AskKind::ToolCall => Self::ToolCall,
            core::AskKind::Link => Self::Link,
            core::AskKind::Definition => Self::Definition,
            core::AskKind::Launch => Self::Launch,
            core::AskKind::SignIn => Self::SignIn,
            core::AskKind::Other => Self::Other,
        }
    }
}

impl From<ApprovalKind> for core::AskKind {
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

impl From<core::AskEnding> for ApprovalEnding {
    fn from(ending: core::AskEnding) -> Self {
        match ending {
            core::AskEnding::Accepted => Self::Accepted,
            core::AskEnding::Declined => Self::Declined,
            core::AskEnding::Cancelled => Self::Cancelled,
            core::AskEnding::Moot => Self::Moot,
            core::AskEnding::Refused => Self::Refused,
            core::AskEnding::Failed => Self::Failed,
        }
    }
}

impl From<ApprovalEnding> for core::AskEnding {
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

//! Questions that are over.

use usher_store as core;
use usher_types::id::AskRecordId;

use crate::ask_record::{AskEnding, AskKind, AskRecord, AskRecordHead};

pub(crate) fn head((id, record): (AskRecordId, core::AskRecord)) -> AskRecordHead {
    AskRecordHead {
        id: crate::id::AskRecordId(id.to_string()),
        ask_id: record.ask.into(),
        server_id: record.server.into(),
        server_label: record.server_label,
        call_id: record.call.map(Into::into),
        tool: record.tool,
        ask_kind: record.kind.into(),
        opened_at: record.opened_at,
        closed_at: record.closed_at,
        ending: record.ending.into(),
        reason: record.reason,
        policy: record.policy,
    }
}

pub(crate) fn whole((id, mut record): (AskRecordId, core::AskRecord)) -> AskRecord {
    AskRecord {
        arguments: record.arguments.take(),
        shown: record.shown.take(),
        changed: record.changed.take(),
        sent: record.sent.take(),
        head: head((id, record)),
    }
}

impl From<core::AskKind> for AskKind {
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

impl From<AskKind> for core::AskKind {
    fn from(kind: AskKind) -> Self {
        match kind {
            AskKind::Form => Self::Form,
            AskKind::Url => Self::Url,
            AskKind::Sample => Self::Sample,
            AskKind::Roots => Self::Roots,
            AskKind::ToolCall => Self::ToolCall,
            AskKind::Link => Self::Link,
            AskKind::Definition => Self::Definition,
            AskKind::Launch => Self::Launch,
            AskKind::SignIn => Self::SignIn,
            AskKind::Other => Self::Other,
        }
    }
}

impl From<core::AskEnding> for AskEnding {
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

impl From<AskEnding> for core::AskEnding {
    fn from(ending: AskEnding) -> Self {
        match ending {
            AskEnding::Accepted => Self::Accepted,
            AskEnding::Declined => Self::Declined,
            AskEnding::Cancelled => Self::Cancelled,
            AskEnding::Moot => Self::Moot,
            AskEnding::Refused => Self::Refused,
            AskEnding::Failed => Self::Failed,
        }
    }
}

//! Approvals that are over.

use usher_store as core;
use usher_types::id::ApprovalRecordId;

use crate::approval_record::{ApprovalRecord, ApprovalRecordHead};

pub(crate) fn head((id, record): (ApprovalRecordId, core::ApprovalRecord)) -> ApprovalRecordHead {
    ApprovalRecordHead {
        id,
        approval_id: record.approval,
        server_id: record.source,
        server_label: record.server_label,
        call_id: record.call,
        tool: record.tool,
        approval_kind: record.kind,
        opened_at: record.opened_at,
        closed_at: record.closed_at,
        ending: record.ending,
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

//! What the person has decided where no server asked: about what is declared now, about how a server is started, and
//! whether to sign in. It is recorded as answers to approvals are.

use serde_json::{Value, json};
use usher_messages::Message;

use crate::approval_queue::{ApprovalQueue, Requester};
use crate::limits::RECORDED_DIFFERENCES;
use usher_review::difference::Differences;
use usher_store::ApprovalRecord;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::ApprovalId;

pub(crate) struct Decided {
    pub(crate) kind: ApprovalKind,
    /// The tool that was decided about, if it was one.
    pub(crate) tool: Option<String>,
    /// What the person was shown.
    pub(crate) shown: Value,
    /// The decision, or what came of it.
    pub(crate) ending: ApprovalEnding,
    /// What was decided, or why.
    pub(crate) reason: Message,
    /// Since when it was waited for, Unix ms; `None` = nobody waited.
    pub(crate) since: Option<i64>,
}

impl ApprovalQueue {
    /// Records what the person has decided, or what came of it.
    pub(crate) fn decided(&self, requester: &Requester, decided: Decided) {
        let now = self.clock.now_ms();
        let record = ApprovalRecord {
            approval: ApprovalId::generate(),
            source: requester.source.clone(),
            server_label: requester.label.clone(),
            call: None,
            caller: None,
            tool: decided.tool,
            arguments: None,
            possible_causes: None,
            kind: decided.kind,
            shown: decided.shown,
            changed: None,
            sent: None,
            opened_at: decided.since.unwrap_or(now),
            closed_at: now,
            ending: decided.ending,
            reason: decided.reason,
            policy: None,
            times: 1,
        };
        self.keep(requester, record);
    }
}

/// Adds differences to what is recorded, the weightiest first.
pub(crate) fn record_differences(shown: &mut Value, differences: &Differences) {
    let listed = differences.listed.iter().take(RECORDED_DIFFERENCES);
    let messages: Vec<_> = listed.map(|one| &one.message).collect();
    let left_out = differences.listed.len() - messages.len() + differences.left_out;
    shown["differences"] = json!(messages);
    if left_out > 0 {
        shown["moreDifferences"] = json!(left_out);
    }
}

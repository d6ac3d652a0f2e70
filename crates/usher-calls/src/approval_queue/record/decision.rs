//! Records what the person has decided where no server asked, as answers to approvals are.

use crate::approval_queue::{ApprovalQueue, Requester};
use usher_servers::decision::Decided;
use usher_store::ApprovalRecord;
use usher_types::id::ApprovalId;

impl ApprovalQueue {
    /// Records what the person has decided, or what came of it.
    pub fn decided(&self, requester: &Requester, decided: Decided) {
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

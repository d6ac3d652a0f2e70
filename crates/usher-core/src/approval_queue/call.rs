//! Usher's own question: whether a call the person has started is sent, and with which arguments. What asks it,
//! and what becomes of the call, is in `calls`.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::oneshot;
use usher_mcp::CallTag;

use super::record::entry::Resolution;
use super::{ApprovalQueue, Requester};
use crate::snapshot::{ApprovalRequest, CallRequest};
use usher_review::policy::Rule;
use usher_types::id::{ApprovalId, CallId};

/// What the person has decided about a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decision {
    /// Send it with these arguments.
    Run(Arc<Map<String, Value>>),
    Decline,
}

/// A question about a call, as long as the call waits for it. Dropping it takes the question back.
pub(crate) struct PendingCall {
    id: ApprovalId,
    approvals: ApprovalQueue,
    decision: oneshot::Receiver<Decision>,
}

impl PendingCall {
    pub(crate) fn new(
        id: ApprovalId,
        approvals: ApprovalQueue,
        decision: oneshot::Receiver<Decision>,
    ) -> Self {
        Self {
            id,
            approvals,
            decision,
        }
    }

    /// Waits for the person; `None` = the question was dropped, because the server has stopped.
    pub(crate) async fn decision(&mut self) -> Option<Decision> {
        (&mut self.decision).await.ok()
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        self.approvals.withdraw_call(&self.id);
    }
}

impl ApprovalQueue {
    /// Records what a rule of the person has decided about a call they were not asked about.
    pub(crate) fn decided_by_rule(
        &self,
        requester: &Requester,
        call: &CallId,
        request: CallRequest,
        rule: &Rule,
    ) {
        let policy = usher_review::policy::words(&rule.scope, rule.stance);
        let over = if rule.stance.allows() {
            Resolution::run_by_rule(&request, policy)
        } else {
            Resolution::declined_by_rule(&policy)
        };
        let cause = Some(CallTag(call.as_str().to_owned()));
        self.answered_by_rule(
            requester,
            cause,
            ApprovalRequest::Call(Box::new(request)),
            over,
        );
    }
}

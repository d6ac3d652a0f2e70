//! Closes approvals that never got an answer, and changes those that stay.

use usher_mcp::UrlReply;

use super::ApprovalQueue;
use super::open::{Lifetime, OpenApproval, ReplyState};
use crate::events::HostEvent;
use crate::snapshot::{Approval, ApprovalRequest, Visit};
use usher_types::id::{CallId, RootId, ServerId, SourceId};

impl ApprovalQueue {
    /// The server says that the person is done at an address.
    pub(crate) fn completed(&self, server: &ServerId, elicitation_id: &str) {
        self.close_where("The server says that it is done.", |open| {
            let ApprovalRequest::Url {
                elicitation_id: Some(known),
                reply,
                visit,
                ..
            } = &open.approval.request
            else {
                return false;
            };
            let is_awaited = *reply == UrlReply::Awaited && *visit == Visit::NotYet;
            &open.approval.source == server && known == elicitation_id && !is_awaited
        });
    }

    /// A call has ended: nobody waits for what the person does because of it any more.
    pub(crate) fn call_ended(&self, call: &CallId) {
        self.close_where("The call has ended.", |open| {
            matches!(open.state, ReplyState::Answered { .. })
                && open
                    .approval
                    .cause
                    .as_ref()
                    .is_some_and(|cause| &cause.call == call)
        });
    }

    /// Closes all approvals of a server or webtool that stopped.
    pub(crate) fn drop_source(&self, source: &SourceId, reason: &str) {
        self.close_where(reason, |open| {
            let goes = open.bound == Lifetime::Connection && !self.is_asked_again(&open.approval);
            &open.approval.source == source && goes
        });
    }

    /// Whether Usher is closing and asks again at its next start.
    pub(crate) fn is_asked_again(&self, approval: &Approval) -> bool {
        let cause = approval
            .cause
            .as_ref()
            .filter(|_| self.closing.is_cancelled());
        cause.is_some_and(|cause| self.calls.round(&cause.call).is_some())
    }

    /// A folder is no longer shown to anybody: open approvals must not show it either.
    pub(crate) fn forget_root(&self, root: &RootId) {
        for open in &mut self.lock().open {
            let ApprovalRequest::Roots { folders } = &mut open.approval.request else {
                continue;
            };
            let before = folders.len();
            folders.retain(|folder| &folder.id != root);
            if folders.len() < before {
                self.events
                    .send(HostEvent::ApprovalChanged(Box::new(open.approval.clone())));
            }
        }
    }

    fn close_where(&self, reason: &str, gone: impl Fn(&OpenApproval) -> bool) {
        let mut queue = self.lock();
        let (gone, kept) = std::mem::take(&mut queue.open)
            .into_iter()
            .partition::<Vec<_>, _>(gone);
        queue.open = kept;
        for open in &gone {
            self.closed(open, open.left(reason));
        }
    }
}

//! Closes approvals that never got an answer, and changes those that stay.

use usher_mcp::{ClientReply, UrlReply};
use usher_messages::Message;

use super::ApprovalQueue;
use super::open::{Lifetime, OpenApproval, ReplyState};
use super::record::resolution::Resolution;
use usher_servers::events::HostEvent;
use usher_servers::snapshot::{Approval, ApprovalRequest, Visit};
use usher_types::approval::ApprovalEnding;
use usher_types::id::{CallId, RootId, ServerId, SourceId};

impl ApprovalQueue {
    /// The server says that the person is done at an address.
    pub(crate) fn completed(&self, server: &ServerId, elicitation_id: &str) {
        self.close_where(&Message::new("ended.completed"), |open| {
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
        self.close_where(&Message::new("ended.callEnded"), |open| {
            matches!(open.state, ReplyState::Answered { .. })
                && open
                    .approval
                    .cause
                    .as_ref()
                    .is_some_and(|cause| &cause.call == call)
        });
    }

    /// Closes all approvals of a server or webtool that stopped.
    pub fn drop_source(&self, source: &SourceId, reason: &Message) {
        self.close_where(reason, |open| {
            let goes = open.bound == Lifetime::Connection && !self.is_asked_again(&open.approval);
            &open.approval.source == source && goes
        });
    }

    /// How many questions of servers would end without an answer if Usher were closed now.
    pub fn lost_by_closing(&self) -> usize {
        let queue = self.lock();
        let waiting = queue.open.iter();
        waiting
            .filter(|open| matches!(open.state, ReplyState::Waits { .. } | ReplyState::Call(_)))
            .filter(|open| !self.goes_on_after_a_restart(&open.approval))
            .count()
    }

    /// Usher closes: every question is recorded, then dismissed. What is asked again at the next start is left.
    pub async fn close_all(&self) {
        let open = {
            let mut queue = self.lock();
            let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut queue.open)
                .into_iter()
                .partition(|open| self.goes_on_after_a_restart(&open.approval));
            queue.open = kept;
            gone
        };
        for one in &open {
            let resolution = match one.state {
                ReplyState::Waits { .. } => Resolution::unanswered(
                    ApprovalEnding::Cancelled,
                    Message::new("ended.closedDismissed"),
                ),
                ReplyState::Call(_) => Resolution::unanswered(
                    ApprovalEnding::Cancelled,
                    Message::new("ended.closedNotSent"),
                ),
                ReplyState::Answered { .. } | ReplyState::Unawaited => {
                    one.left(Message::new("ended.closed"))
                }
            };
            self.closed(one, resolution);
        }
        self.written().await;
        for one in open {
            if let ReplyState::Waits { responder, .. } = one.state {
                responder.answer(ClientReply::Cancel);
            }
        }
    }

    /// Whether Usher is closing and asks again at its next start.
    pub(crate) fn is_asked_again(&self, approval: &Approval) -> bool {
        self.closing.is_cancelled() && self.goes_on_after_a_restart(approval)
    }

    /// Whether its call is a round of questions, which is kept.
    fn goes_on_after_a_restart(&self, approval: &Approval) -> bool {
        let cause = approval.cause.as_ref();
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

    fn close_where(&self, reason: &Message, gone: impl Fn(&OpenApproval) -> bool) {
        let mut queue = self.lock();
        let (gone, kept) = std::mem::take(&mut queue.open)
            .into_iter()
            .partition::<Vec<_>, _>(gone);
        queue.open = kept;
        for open in &gone {
            self.closed(open, open.left(reason.clone()));
        }
    }
}

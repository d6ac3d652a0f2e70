//! Usher's own question: whether an address that stands in what a server sent is opened. The person has clicked at it,
//! and sees what it really is before anything happens. Not here: the opening, which every address goes through alike.

use super::open::{Lifetime, OpenApproval, ReplyState, Requester};
use super::record::entry::Resolution;
use super::{AnswerError, ApprovalQueue};
use crate::snapshot::{Approval, ApprovalRequest};
use usher_types::address::Address;
use usher_types::id::ApprovalId;

impl ApprovalQueue {
    /// Puts the question into the queue, without a limit because the person has started it; one that is there
    /// already is that question.
    pub(crate) fn open_link(&self, requester: Requester, request: ApprovalRequest) -> Approval {
        let mut queue = self.lock();
        let same = |open: &&OpenApproval| {
            open.requester.source == requester.source && open.approval.request == request
        };
        if let Some(open) = queue.open.iter().find(same) {
            return open.approval.clone();
        }
        let approval = self.approval(&requester.source, None, request);
        let (bound, state) = (Lifetime::Connection, ReplyState::Nobody);
        self.put(&mut queue, requester, approval.clone(), bound, state);
        approval
    }

    /// The browser was told to open it, and that is all there is to it.
    pub(crate) async fn link_opened(
        &self,
        id: &ApprovalId,
        address: &Address,
    ) -> Result<(), AnswerError> {
        self.take_answered(id, |_| Resolution::opened(address))
            .await?;
        Ok(())
    }
}

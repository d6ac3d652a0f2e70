//! Asks before an address from a server's content is opened. The person has clicked it, and sees what it really is
//! before anything happens. Not here: the opening, which every address goes through alike.

use usher_types::address::Address;
use usher_types::id::ApprovalId;

use super::answer_error::AnswerError;
use super::claim::to_its_end;
use super::open::{Lifetime, OpenApproval, Origin, ReplyState, Requester, Watched};
use super::queue::ApprovalQueue;
use super::record::resolution::Resolution;
use usher_servers::snapshot::ApprovalRequest;

impl ApprovalQueue {
    /// Queues the approval; one that is there already is that approval. It has no limit: the person started it, or an app,
    /// which asks about one link at a time and takes back the one before.
    pub fn open_link(&self, requester: Requester, request: ApprovalRequest) -> Watched {
        let mut queue = self.lock();
        let same = |open: &&OpenApproval| {
            open.requester.source == requester.source && open.approval.request == request
        };
        if let Some(open) = queue.open.iter().find(same) {
            return open.watched();
        }
        let approval = self.approval(&requester.source, Origin::default(), request);
        let (bound, state) = (Lifetime::Connection, ReplyState::Unawaited);
        self.put(&mut queue, requester, approval, bound, state)
            .watched()
    }

    /// Records that the browser was told to open it.
    pub(crate) async fn link_opened(
        &self,
        id: &ApprovalId,
        address: &Address,
    ) -> Result<(), AnswerError> {
        let (claimed, opened) = (self.claim(id)?, Resolution::opened(address));
        to_its_end(async move { claimed.close(opened, drop).await }).await
    }
}

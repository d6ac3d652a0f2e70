//! Claims an approval for one answer. A claim that is dropped before its end is recorded returns the approval to the queue.

use super::answer::{Answer, reply};
use super::answer_error::AnswerError;
use super::open::{Decision, OpenApproval, ReplyState};
use super::queue::ApprovalQueue;
use super::record::resolution::Resolution;
use super::secret_fields::SecretFields;
use usher_mcp::ClientReply;
use usher_servers::snapshot::ApprovalRequest;
use usher_types::approval::ApprovalEnding;
use usher_types::id::ApprovalId;

/// An approval that is being answered. Dropping it leaves it to the person.
pub(crate) struct ClaimedApproval {
    /// `None` = its end is recorded.
    open: Option<OpenApproval>,
    queue: ApprovalQueue,
}

impl ApprovalQueue {
    /// Takes an approval out of the queue, to answer it.
    ///
    /// # Errors
    /// It is not open (any more).
    pub(crate) fn claim(&self, id: &ApprovalId) -> Result<ClaimedApproval, AnswerError> {
        let mut queue = self.lock();
        let index = queue.open.iter().position(|open| &open.approval.id == id);
        let open = queue.open.remove(index.ok_or(AnswerError::NotOpen)?);
        Ok(ClaimedApproval {
            open: Some(open),
            queue: self.clone(),
        })
    }

    /// Records the person's answer and passes it on.
    pub(crate) async fn answer(&self, id: &ApprovalId, answer: &Answer) -> Result<(), AnswerError> {
        // What does not fit what is asked leaves it open.
        reply(&self.find(id)?.request, answer)?;
        let claimed = self.claim(id)?;
        to_its_end(claimed.answer(answer.clone())).await
    }
}

impl ClaimedApproval {
    /// Records the person's answer and passes it on.
    pub(crate) async fn answer(self, answer: Answer) -> Result<(), AnswerError> {
        let (reply, reason) = reply(self.request()?, &answer)?;
        let resolution = Resolution::replied(self.request()?, &answer, &reply, reason);
        let pass_on = |answered: OpenApproval| {
            let ReplyState::Waits { responder, .. } = answered.state else {
                return;
            };
            if let (ApprovalRequest::Form { message, schema }, ClientReply::Accept(content)) =
                (&answered.approval.request, &reply)
            {
                for secret in SecretFields::of(schema, message).typed(content) {
                    responder.keep_secret(&secret);
                }
            }
            responder.answer(reply);
        };
        self.close(resolution, pass_on).await
    }

    /// Records the decision about a call and passes it on.
    pub(crate) async fn decide(
        self,
        decision: Decision,
        resolution: Resolution,
    ) -> Result<(), AnswerError> {
        let pass_on = |decided: OpenApproval| {
            if let ReplyState::Call(state) = decided.state {
                // A receiver that has gone means the call was cancelled.
                let _ = state.send(decision);
            }
        };
        self.close(resolution, pass_on).await
    }

    /// Records how it ended, then passes that on. A no is passed on first: it holds whether it can be recorded or not,
    /// and is recorded later then.
    ///
    /// # Errors
    /// Nobody waits for the answer any more, or a yes cannot be recorded.
    pub(super) async fn close(
        mut self,
        resolution: Resolution,
        pass_on: impl FnOnce(OpenApproval) + Send,
    ) -> Result<(), AnswerError> {
        let open = self.open.as_ref().filter(|open| !open.is_left());
        let open = open.ok_or(AnswerError::NotOpen)?;
        let requester = open.requester.clone();
        let record = (!open.is_recorded(&resolution)).then(|| {
            self.queue
                .record_of(&requester, &open.approval, resolution.clone())
        });
        let is_no = matches!(
            resolution.ending,
            ApprovalEnding::Declined | ApprovalEnding::Cancelled
        );
        if is_no {
            self.end(&resolution, pass_on)?;
            if let Some(record) = record
                && let Err(error) = self.queue.record_now(&requester, record.clone()).await
            {
                tracing::warn!(%error, "a no is recorded later");
                self.queue.keep(&requester, record);
            }
            return Ok(());
        }
        if let Some(record) = record {
            let recorded = self.queue.record_now(&requester, record).await;
            recorded.map_err(AnswerError::Record)?;
        }
        self.end(&resolution, pass_on)
    }

    /// Ends the approval.
    fn end(
        &mut self,
        resolution: &Resolution,
        pass_on: impl FnOnce(OpenApproval),
    ) -> Result<(), AnswerError> {
        let open = self.open.take().ok_or(AnswerError::NotOpen)?;
        self.queue.tell_closed(&open, resolution);
        pass_on(open);
        Ok(())
    }

    fn request(&self) -> Result<&ApprovalRequest, AnswerError> {
        let open = self.open.as_ref().ok_or(AnswerError::NotOpen)?;
        Ok(&open.approval.request)
    }
}

impl Drop for ClaimedApproval {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            self.queue.put_back(open);
        }
    }
}

/// Runs an answer to its end, also if whoever gives it stops waiting: a client may go meanwhile.
pub(crate) async fn to_its_end<T: Send + 'static>(
    answering: impl Future<Output = Result<T, AnswerError>> + Send + 'static,
) -> Result<T, AnswerError> {
    match tokio::spawn(answering).await {
        Ok(answered) => answered,
        Err(ended) if ended.is_panic() => std::panic::resume_unwind(ended.into_panic()),
        // The program is ending.
        Err(_) => Err(AnswerError::NotOpen),
    }
}

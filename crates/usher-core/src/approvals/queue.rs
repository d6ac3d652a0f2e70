//! The queue of open questions of all servers, oldest first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{AskAnswer, CallTag, RefusedAsk, UrlReply};

use super::answer::{Answer, AnswerError, reply};
use super::call::{CallRequest, Decision, PendingCall};
use super::limits::{ApprovalLimits, Limits};
use super::open::{Lifetime, OpenApproval, ReplyHandle, ReplyState, Requester};
use super::pace::{Pace, Refused};
use super::secret_fields::typed_secrets;
use super::{Approval, ApprovalClosed, ApprovalRequest, Visit};
use crate::approvals::record::entry::{self, Resolution};
use crate::approvals::record::writer::RecordWriter;
use crate::events::{Events, HostEvent};
use crate::running_calls::RunningCalls;
use usher_store::{AskEnding, AskRecord, Store};
use usher_system::clock::Clock;
use usher_types::id::{ApprovalId, CallId, ServerId};
use usher_types::settings::Settings;

/// The queue; cheap to clone.
#[derive(Clone)]
pub(crate) struct Approvals {
    queue: Arc<Mutex<Queue>>,
    pub(super) events: Events,
    pub(super) clock: Clock,
    pub(super) calls: RunningCalls,
    keep: RecordWriter,
    pub(super) closing: CancellationToken,
}

#[derive(Default)]
pub(super) struct Queue {
    pub(super) open: Vec<OpenApproval>,
    pace: Pace,
    limits: Limits,
}

impl Queue {
    /// Counts a question, unless its server may not ask it.
    fn admit(&mut self, server: &ServerId) -> Result<(), Refused> {
        self.limits.hear(server)?;
        let open = self.open.iter();
        let open = open.filter(|other| &other.ask.server == server).count();
        self.pace.count(server, open, Instant::now())
    }

    pub(super) fn find(&mut self, id: &ApprovalId) -> Result<&mut OpenApproval, AnswerError> {
        self.open
            .iter_mut()
            .find(|open| &open.ask.id == id)
            .ok_or(AnswerError::NotOpen)
    }
}

impl Approvals {
    pub(crate) fn new(
        events: Events,
        clock: Clock,
        calls: RunningCalls,
        store: Store,
        settings: watch::Receiver<Settings>,
        muted: Vec<ServerId>,
        closing: CancellationToken,
    ) -> Self {
        let queue = Queue {
            limits: Limits::of_muted(muted),
            ..Queue::default()
        };
        Self {
            queue: Arc::new(Mutex::new(queue)),
            keep: RecordWriter::start(store, settings, events.clone(), closing.clone()),
            events,
            clock,
            calls,
            closing,
        }
    }

    /// Puts a question into the queue. One that is refused is declined and recorded.
    pub(super) fn open(
        &self,
        requester: Requester,
        question: ApprovalRequest,
        way: ReplyHandle,
    ) -> Result<(), Refused> {
        let ReplyHandle {
            cause,
            responder,
            withdrawn,
            bound,
        } = way;
        let mut ask = self.ask(&requester.server, cause, question);
        let mut queue = self.lock();
        let admitted = match bound {
            Lifetime::Connection => queue.admit(&requester.server),
            Lifetime::Call { asked_at } => {
                ask.opened_at = asked_at;
                Ok(())
            }
        };
        if let Err(refused) = admitted {
            drop(queue);
            responder.answer(AskAnswer::Decline);
            self.refused(&requester, &ask, refused.note());
            return Err(refused);
        }
        let watch = tokio::spawn(self.clone().watch(ask.id.clone(), withdrawn));
        let line = ReplyState::Waits {
            responder,
            watch: AbortOnDropHandle::new(watch),
        };
        self.put(&mut queue, requester, ask, bound, line);
        Ok(())
    }

    /// Puts a question that may be asked into the queue, and tells of it.
    pub(super) fn put(
        &self,
        queue: &mut Queue,
        requester: Requester,
        ask: Approval,
        bound: Lifetime,
        line: ReplyState,
    ) {
        queue.open.push(OpenApproval {
            ask: ask.clone(),
            requester,
            since: Instant::now(),
            bound,
            line,
            writing: None,
        });
        // Sent under the lock, so that no listener hears of the end before the beginning.
        self.events.send(HostEvent::ApprovalOpened(Box::new(ask)));
    }

    /// Records a question that was refused, and counts it.
    pub(super) fn refused(&self, requester: &Requester, ask: &Approval, reason: &str) {
        self.lock()
            .limits
            .count(&requester.server, reason, self.clock.now_ms());
        let over = Resolution::unanswered(AskEnding::Refused, reason);
        self.keep_refusal(requester, self.record_of(requester, ask, over));
    }

    /// Declines a question that nobody gets to see.
    pub(super) fn refuse_unseen(
        &self,
        requester: &Requester,
        question: ApprovalRequest,
        way: ReplyHandle,
        reason: &str,
    ) {
        let ask = self.ask(&requester.server, way.cause, question);
        way.responder.answer(AskAnswer::Decline);
        self.refused(requester, &ask, reason);
    }

    /// Records and counts what the connection has refused.
    pub(super) fn refused_unread(&self, requester: &Requester, refused: RefusedAsk) {
        let at = self.clock.now_ms();
        self.lock()
            .limits
            .count(&requester.server, &refused.reason, at);
        let cause = refused
            .cause
            .as_ref()
            .and_then(|tag| self.calls.cause(&tag.0.as_str().into()));
        let record = entry::unread(
            &requester.server,
            &requester.label,
            cause.as_ref(),
            refused,
            at,
        );
        self.keep_refusal(requester, record);
    }

    fn keep_refusal(&self, requester: &Requester, record: AskRecord) {
        self.keep
            .record_refusal(record, Arc::clone(&requester.redactor));
    }

    /// Has a record written.
    pub(super) fn keep(&self, requester: &Requester, record: AskRecord) {
        self.keep.record(record, Arc::clone(&requester.redactor));
    }

    fn record_of(&self, requester: &Requester, ask: &Approval, over: Resolution) -> AskRecord {
        entry::of(ask, &requester.label, over, self.clock.now_ms())
    }

    /// Records a question that a rule of the person has answered.
    pub(super) fn answered_by_rule(
        &self,
        requester: &Requester,
        cause: Option<CallTag>,
        question: ApprovalRequest,
        over: Resolution,
    ) {
        let ask = self.ask(&requester.server, cause, question);
        self.keep_refusal(requester, self.record_of(requester, &ask, over));
    }

    /// Waits until everything that is over is recorded.
    pub(crate) async fn written(&self) {
        self.keep.written().await;
    }

    pub(super) fn limits(&self, server: &ServerId) -> ApprovalLimits {
        self.lock().limits.of(server)
    }

    pub(super) fn change_limits(&self, change: impl FnOnce(&mut Limits)) {
        change(&mut self.lock().limits);
    }

    /// Puts Usher's own question about a call into the queue. The person has started it, so there is no limit.
    pub(crate) fn open_call(
        &self,
        requester: Requester,
        call: &CallId,
        question: CallRequest,
    ) -> PendingCall {
        let (line, decision) = oneshot::channel();
        let cause = Some(CallTag(call.as_str().to_owned()));
        let ask = self.ask(
            &requester.server,
            cause,
            ApprovalRequest::Call(Box::new(question)),
        );
        let pending = PendingCall::new(ask.id.clone(), self.clone(), decision);
        let line = ReplyState::Held(line);
        self.put(&mut self.lock(), requester, ask, Lifetime::Connection, line);
        pending
    }

    /// Records the decision about a call, then passes it on.
    pub(super) async fn decide_call(
        &self,
        id: &ApprovalId,
        decision: Decision,
        over: Resolution,
    ) -> Result<(), AnswerError> {
        let decided = self.take_answered(id, |_| over).await?;
        if let ReplyState::Held(line) = decided.line {
            // A receiver that has gone means the call was cancelled.
            let _ = line.send(decision);
        }
        Ok(())
    }

    /// Nobody waits for a decision about a call any more.
    pub(super) fn withdraw_call(&self, id: &ApprovalId) {
        self.take(id, |open| open.left("The call was cancelled."));
    }

    pub(super) fn ask(
        &self,
        server: &ServerId,
        cause: Option<CallTag>,
        question: ApprovalRequest,
    ) -> Approval {
        Approval {
            id: ApprovalId::fresh(),
            server: server.clone(),
            cause: cause.and_then(|tag| self.calls.cause(&tag.0.into())),
            opened_at: self.clock.now_ms(),
            question,
        }
    }

    async fn watch(self, id: ApprovalId, withdrawn: CancellationToken) {
        withdrawn.cancelled().await;
        self.take(&id, |open| open.left("The server took the question back."));
    }

    /// Open questions, oldest first.
    pub(crate) fn list(&self) -> Vec<Approval> {
        self.lock()
            .open
            .iter()
            .map(|open| open.ask.clone())
            .collect()
    }

    /// Whose questions are open, one for each.
    pub(super) fn requesters(&self) -> Vec<ServerId> {
        let queue = self.lock();
        let open = queue.open.iter();
        open.map(|open| open.ask.server.clone()).collect()
    }

    pub(crate) fn find(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        self.lock()
            .open
            .iter()
            .find(|open| &open.ask.id == id)
            .map(|open| open.ask.clone())
            .ok_or(AnswerError::NotOpen)
    }

    /// Records the person's answer, then passes it on.
    pub(super) async fn answer(&self, id: &ApprovalId, answer: &Answer) -> Result<(), AnswerError> {
        // It may have been taken back while the answer was being looked at.
        let (reply, reason) = reply(&self.find(id)?.question, answer)?;
        let over =
            |open: &OpenApproval| Resolution::replied(&open.ask.question, answer, &reply, reason);
        let answered = self.take_answered(id, over).await?;
        if let ReplyState::Waits { responder, .. } = answered.line {
            if let (ApprovalRequest::Form { schema, .. }, AskAnswer::Accept(content)) =
                (&answered.ask.question, &reply)
            {
                for secret in typed_secrets(schema, content) {
                    responder.keep_secret(&secret);
                }
            }
            responder.answer(reply);
        }
        Ok(())
    }

    /// Takes an answered question out of the queue once its record is written. If it cannot be written, the question
    /// stays open.
    pub(super) async fn take_answered(
        &self,
        id: &ApprovalId,
        over: impl FnOnce(&OpenApproval) -> Resolution,
    ) -> Result<OpenApproval, AnswerError> {
        let open = {
            let mut queue = self.lock();
            let index = queue.open.iter().position(|open| &open.ask.id == id);
            queue.open.remove(index.ok_or(AnswerError::NotOpen)?)
        };
        let over = over(&open);
        let told = over.clone();
        let record = self.record_of(&open.requester, &open.ask, over);
        if let Err(error) = self.keep.append(record, &open.requester.redactor).await {
            self.put_back(open);
            return Err(AnswerError::Record(error));
        }
        self.tell_closed(&open, &told);
        Ok(open)
    }

    /// Puts a question back whose answer could not be recorded, unless it was withdrawn meanwhile.
    fn put_back(&self, open: OpenApproval) {
        if matches!(&open.line, ReplyState::Waits { watch, .. } if watch.is_finished()) {
            let over = open.left("The server took the question back.");
            return self.closed(&open, over);
        }
        let mut queue = self.lock();
        let index = queue
            .open
            .partition_point(|other| other.ask.opened_at <= open.ask.opened_at);
        queue.open.insert(index, open);
    }

    /// The browser was opened. A server that will say when the person is done there learns of the
    /// consent at once; any other when the person is back, because all it can do is look again.
    pub(super) fn visited(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        let at = self.clock.now_ms();
        let mut queue = self.lock();
        let index = queue
            .open
            .iter()
            .position(|open| &open.ask.id == id)
            .ok_or(AnswerError::NotOpen)?;
        let open = &mut queue.open[index];
        let ApprovalRequest::Url {
            visit,
            elicitation_id,
            reply,
            ..
        } = &mut open.ask.question
        else {
            return Err(AnswerError::WrongKind);
        };
        *visit = Visit::Since { at };
        if elicitation_id.is_some() && *reply == UrlReply::Awaited {
            let line = std::mem::replace(&mut open.line, ReplyState::Answered { _hold: None });
            if let ReplyState::Waits { responder, watch } = line {
                // The question is over for the server, which is no reason to take it from the person.
                drop(watch);
                open.line = ReplyState::Answered {
                    _hold: responder.consent(),
                };
            }
        }
        let ask = open.ask.clone();
        self.events
            .send(HostEvent::ApprovalChanged(Box::new(ask.clone())));
        Ok(ask)
    }

    /// Takes a question out of the queue, if it is there.
    pub(super) fn take(
        &self,
        id: &ApprovalId,
        over: impl FnOnce(&OpenApproval) -> Resolution,
    ) -> Option<OpenApproval> {
        let mut queue = self.lock();
        let index = queue.open.iter().position(|open| &open.ask.id == id)?;
        let taken = queue.open.remove(index);
        self.closed(&taken, over(&taken));
        Some(taken)
    }

    pub(super) fn closed(&self, open: &OpenApproval, over: Resolution) {
        self.tell_closed(open, &over);
        if over.ending != AskEnding::Moot || !self.is_asked_again(&open.ask) {
            self.keep(
                &open.requester,
                self.record_of(&open.requester, &open.ask, over),
            );
        }
    }

    fn tell_closed(&self, open: &OpenApproval, over: &Resolution) {
        if let Some(cause) = &open.ask.cause {
            self.calls
                .person_was_asked(&cause.call, open.since.elapsed());
        }
        self.events.send(HostEvent::ApprovalClosed(ApprovalClosed {
            id: open.ask.id.clone(),
            server: open.ask.server.clone(),
            ending: over.ending,
            reason: over.reason.clone(),
        }));
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

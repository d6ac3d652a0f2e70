//! Queues the open approvals of all servers, oldest first.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{ClientReply, RefusedRequest};
use usher_messages::Message;

use super::answer_error::AnswerError;
use super::limits::Limits;
use super::open::{
    Decision, Lifetime, OpenApproval, Origin, ReplyHandle, ReplyState, Requester, Watched,
};
use super::pace::{Pace, Refused};
use super::record::entry;
use super::record::refusals::Likeness;
use super::record::resolution::Resolution;
use super::record::writer::RecordWriter;
use crate::running_calls::RunningCalls;
use usher_servers::events::{Events, HostEvent};
use usher_servers::snapshot::{Approval, ApprovalRequest, CallRequest, Visit};
use usher_store::{ApprovalRecord, Store, StoreError};
use usher_system::clock::Clock;
use usher_types::approval::{ApprovalClosed, ApprovalEnding, ApprovalLimits};
use usher_types::caller::Caller;
use usher_types::id::{ApprovalId, CallId, ClientId, ServerId, SourceId};
use usher_types::settings::Settings;

/// The queue; cheap to clone.
#[derive(Clone)]
pub struct ApprovalQueue {
    queue: Arc<Mutex<Queue>>,
    pub(super) events: Events,
    pub(super) clock: Clock,
    pub calls: RunningCalls,
    keep: RecordWriter,
    pub(super) closing: CancellationToken,
}

#[derive(Default)]
pub(super) struct Queue {
    pub(super) open: Vec<OpenApproval>,
    pace: Pace,
    limits: Limits,
    /// How many there have been.
    count: u64,
}

impl Queue {
    /// Counts an approval, unless its server may not ask it.
    fn count(&mut self, source: &SourceId) -> Result<(), Refused> {
        self.limits.hear(source)?;
        let open = self.open.iter();
        let open = open
            .filter(|other| &other.approval.source == source)
            .count();
        self.pace.count(source, open, Instant::now())
    }

    pub(crate) fn find(&mut self, id: &ApprovalId) -> Result<&mut OpenApproval, AnswerError> {
        self.open
            .iter_mut()
            .find(|open| &open.approval.id == id)
            .ok_or(AnswerError::NotOpen)
    }
}

/// An approval about a call, until the call ends. Dropping it takes the approval back.
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

    /// Waits for the person; `None` = the approval was dropped, because the server has stopped.
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
    pub fn new(
        events: Events,
        clock: Clock,
        calls: RunningCalls,
        store: Store,
        settings: watch::Receiver<Settings>,
        muted: &[ServerId],
        closing: CancellationToken,
    ) -> Self {
        let queue = Queue {
            limits: Limits::of_muted(muted.iter().map(SourceId::from)),
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

    /// Puts an approval into the queue. One that is refused is declined and recorded.
    pub(crate) fn open(
        &self,
        requester: Requester,
        request: ApprovalRequest,
        reply: ReplyHandle,
    ) -> Result<(), Refused> {
        let ReplyHandle {
            origin,
            responder,
            withdrawn,
            bound,
        } = reply;
        let mut approval = self.approval(&requester.source, origin, request);
        let mut queue = self.lock();
        let counted = match bound {
            Lifetime::Connection => queue.count(&requester.source),
            Lifetime::Call { asked_at } => {
                approval.opened_at = asked_at;
                Ok(())
            }
        };
        if let Err(refused) = counted {
            drop(queue);
            responder.answer(ClientReply::Decline);
            self.refused(&requester, &approval, refused.note());
            return Err(refused);
        }
        let watch = tokio::spawn(self.clone().watch(approval.id.clone(), withdrawn));
        let state = ReplyState::Waits {
            responder,
            watch: AbortOnDropHandle::new(watch),
        };
        self.put(&mut queue, requester, approval, bound, state);
        Ok(())
    }

    /// Queues an approval that may be asked, and announces it.
    pub(super) fn put<'a>(
        &self,
        queue: &'a mut Queue,
        requester: Requester,
        mut approval: Approval,
        bound: Lifetime,
        state: ReplyState,
    ) -> &'a OpenApproval {
        queue.count += 1;
        approval.number = queue.count;
        for call in approval.waiting_calls() {
            self.calls.asking_began(call, Some(approval.number));
        }
        // Sent under the lock, so that no listener hears of the end before the beginning.
        self.events
            .send(HostEvent::ApprovalOpened(Box::new(approval.clone())));
        queue.open.push_mut(OpenApproval {
            approval,
            requester,
            bound,
            state,
            writing: None,
            ending: watch::Sender::new(None),
        })
    }

    /// Records an approval that was refused, and counts it.
    pub(crate) fn refused(&self, requester: &Requester, approval: &Approval, reason: Message) {
        self.lock()
            .limits
            .count(&requester.source, reason.clone(), self.clock.now_ms());
        let resolution = Resolution::unanswered(ApprovalEnding::Refused, reason);
        self.keep_automatic(requester, approval, resolution);
    }

    /// Declines an approval that nobody gets to see.
    pub(crate) fn refuse_unseen(
        &self,
        requester: &Requester,
        request: ApprovalRequest,
        reply: ReplyHandle,
        reason: Message,
    ) {
        let approval = self.approval(&requester.source, reply.origin, request);
        reply.responder.answer(ClientReply::Decline);
        self.refused(requester, &approval, reason);
    }

    /// Records and counts what the connection has refused.
    pub(crate) fn refused_unread(&self, requester: &Requester, refused: RefusedRequest) {
        let at = self.clock.now_ms();
        self.lock()
            .limits
            .count(&requester.source, refused.reason.clone(), at);
        let cause = refused
            .cause
            .as_ref()
            .and_then(|tag| self.calls.cause(&tag.0.as_str().into()));
        let likeness = Likeness {
            source: requester.source.clone(),
            kind: entry::unread_kind(&refused),
            ending: ApprovalEnding::Refused,
            reason: refused.reason.code.to_string(),
            policy: None,
            tool: cause.as_ref().map(|cause| cause.tool.clone()),
        };
        self.keep.count_refusal(likeness, || {
            let possible = self.calls.causes(&refused.possible_causes);
            let (source, label) = (&requester.source, &requester.label);
            let record = entry::unread(source, label, cause.as_ref(), &possible, refused, at);
            (record, Arc::clone(&requester.redactor))
        });
    }

    /// Has it recorded what happened without the person.
    fn keep_automatic(&self, requester: &Requester, approval: &Approval, resolution: Resolution) {
        let likeness = Likeness {
            source: requester.source.clone(),
            kind: entry::kind(&approval.request),
            ending: resolution.ending,
            reason: resolution.reason.code.to_string(),
            policy: resolution.policy.as_ref().map(Message::to_stored),
            tool: approval.cause.as_ref().map(|cause| cause.tool.clone()),
        };
        self.keep.count_refusal(likeness, || {
            let record = self.record_of(requester, approval, resolution);
            (record, Arc::clone(&requester.redactor))
        });
    }

    /// Has a record written.
    pub(crate) fn keep(&self, requester: &Requester, record: ApprovalRecord) {
        self.keep.record(record, Arc::clone(&requester.redactor));
    }

    pub(super) fn record_of(
        &self,
        requester: &Requester,
        approval: &Approval,
        resolution: Resolution,
    ) -> ApprovalRecord {
        entry::of(approval, &requester.label, resolution, self.clock.now_ms())
    }

    /// Records an approval that was answered without asking: by a rule of the person, or because there was nothing to
    /// decide.
    pub(crate) fn answered_unasked(
        &self,
        requester: &Requester,
        origin: Origin,
        request: ApprovalRequest,
        resolution: Resolution,
    ) {
        let approval = self.approval(&requester.source, origin, request);
        self.keep_automatic(requester, &approval, resolution);
    }

    /// Whether the person wants to hear nothing of a server.
    pub(crate) fn is_muted(&self, source: &SourceId) -> bool {
        self.lock().limits.hear(source).is_err()
    }

    /// Waits until everything that is over is recorded.
    pub async fn written(&self) {
        self.keep.written().await;
    }

    pub(crate) fn limits(&self, server: &SourceId) -> ApprovalLimits {
        self.lock().limits.of(server)
    }

    pub(crate) fn change_limits(&self, change: impl FnOnce(&mut Limits)) {
        change(&mut self.lock().limits);
    }

    /// Puts Usher's own approval about a call into the queue. What the person has started has no limit; of an app one
    /// call is asked about at a time, and the error is the question about another one that is open.
    pub(crate) fn open_call(
        &self,
        requester: Requester,
        call: &CallId,
        request: CallRequest,
    ) -> Result<PendingCall, Box<Watched>> {
        let caller = request.caller.clone();
        let (state, decision) = oneshot::channel();
        let approval = self.approval(
            &requester.source,
            Origin::call(call),
            ApprovalRequest::Call(Box::new(request)),
        );
        let id = approval.id.clone();
        let state = ReplyState::Call(state);
        let mut queue = self.lock();
        if self.closing.is_cancelled() {
            // Those that were open are closed: nobody would close this one.
            return Ok(PendingCall::new(id, self.clone(), decision));
        }
        let of_caller = queue.open.iter().find(|open| {
            matches!(&open.approval.request, ApprovalRequest::Call(asked) if asked.caller == caller)
        });
        if let (Caller::App { .. }, Some(other)) = (&caller, of_caller) {
            return Err(Box::new(other.watched()));
        }
        self.put(&mut queue, requester, approval, Lifetime::Connection, state);
        drop(queue);
        Ok(PendingCall::new(id, self.clone(), decision))
    }

    /// Nobody waits for a decision about a call any more.
    pub(crate) fn withdraw_call(&self, id: &ApprovalId) {
        self.take(id, |open| open.left(Message::new("ended.callCancelled")));
    }

    pub(crate) fn approval(
        &self,
        source: &SourceId,
        origin: Origin,
        request: ApprovalRequest,
    ) -> Approval {
        Approval {
            id: ApprovalId::generate(),
            // It gets one when it is put into the queue.
            number: 0,
            source: source.clone(),
            cause: origin.cause.and_then(|tag| self.calls.cause(&tag.0.into())),
            possible_causes: self.calls.causes(&origin.possible_causes),
            opened_at: self.clock.now_ms(),
            request,
        }
    }

    async fn watch(self, id: ApprovalId, withdrawn: CancellationToken) {
        withdrawn.cancelled().await;
        self.withdraw(&id);
    }

    /// Closes an approval whose requester has taken it back. One that is closed is no failure.
    pub fn withdraw(&self, id: &ApprovalId) {
        self.take(id, |open| open.left(Message::new("ended.withdrawn")));
    }

    /// Open approvals, oldest first.
    pub(crate) fn list(&self) -> Vec<Approval> {
        self.lock()
            .open
            .iter()
            .map(|open| open.approval.clone())
            .collect()
    }

    /// Announces the open approvals about calls of a client, which show its name.
    pub fn renamed(&self, client: &ClientId) {
        for approval in self.list() {
            if matches!(&approval.request, ApprovalRequest::Call(asked) if asked.caller.client() == Some(client))
            {
                self.events
                    .send(HostEvent::ApprovalChanged(Box::new(approval)));
            }
        }
    }

    /// Whose approvals are open, one for each.
    pub(crate) fn requesters(&self) -> Vec<SourceId> {
        let queue = self.lock();
        let open = queue.open.iter();
        open.map(|open| open.approval.source.clone()).collect()
    }

    pub(crate) fn find(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        self.lock()
            .open
            .iter()
            .find(|open| &open.approval.id == id)
            .map(|open| open.approval.clone())
            .ok_or(AnswerError::NotOpen)
    }

    /// Writes the record of an answer, which goes out only after this.
    pub(super) async fn record_now(
        &self,
        requester: &Requester,
        record: ApprovalRecord,
    ) -> Result<(), StoreError> {
        self.keep.append(record, &requester.redactor).await
    }

    /// Puts an approval back that was not answered after all, unless nobody waits for it any more.
    pub(super) fn put_back(&self, open: OpenApproval) {
        if open.is_left() {
            let code = match open.state {
                ReplyState::Call(_) => "ended.callCancelled",
                _ => "ended.withdrawn",
            };
            return self.closed(&open, open.left(Message::new(code)));
        }
        let mut queue = self.lock();
        let index = queue
            .open
            .partition_point(|other| other.approval.opened_at <= open.approval.opened_at);
        queue.open.insert(index, open);
    }

    /// The browser was opened. A server that will say when the person is done there learns of the consent once that is
    /// recorded; any other when the person is back, because all it can do is look again.
    pub(crate) async fn visited(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        let consented = {
            let mut queue = self.lock();
            let open = queue.find(id)?;
            open.is_consent_awaited()
                .then(|| (open.requester.clone(), open.approval.clone()))
        };
        if let Some((requester, approval)) = consented {
            let resolution =
                Resolution::unanswered(ApprovalEnding::Accepted, Message::new("ended.consented"));
            let record = self.record_of(&requester, &approval, resolution);
            let recorded = self.keep.append(record, &requester.redactor).await;
            recorded.map_err(AnswerError::Record)?;
        }
        let at = self.clock.now_ms();
        let mut queue = self.lock();
        let open = queue.find(id)?;
        let is_awaited = open.is_consent_awaited();
        let ApprovalRequest::Url { visit, .. } = &mut open.approval.request else {
            return Err(AnswerError::WrongKind);
        };
        *visit = Visit::Since { at };
        if is_awaited {
            let state = std::mem::replace(&mut open.state, ReplyState::Answered { _hold: None });
            if let ReplyState::Waits { responder, watch } = state {
                // The approval is over for the server, which is no reason to take it from the person.
                drop(watch);
                open.state = ReplyState::Answered {
                    _hold: responder.consent(),
                };
            }
        }
        let approval = open.approval.clone();
        self.events
            .send(HostEvent::ApprovalChanged(Box::new(approval.clone())));
        Ok(approval)
    }

    /// Takes an approval out of the queue, if it is there.
    pub(super) fn take(
        &self,
        id: &ApprovalId,
        resolution: impl FnOnce(&OpenApproval) -> Resolution,
    ) -> Option<OpenApproval> {
        let mut queue = self.lock();
        let index = queue.open.iter().position(|open| &open.approval.id == id)?;
        let taken = queue.open.remove(index);
        self.closed(&taken, resolution(&taken));
        Some(taken)
    }

    pub(super) fn closed(&self, open: &OpenApproval, resolution: Resolution) {
        self.tell_closed(open, &resolution);
        let is_asked_again =
            resolution.ending == ApprovalEnding::Moot && self.is_asked_again(&open.approval);
        if !is_asked_again && !open.is_recorded(&resolution) {
            self.keep(
                &open.requester,
                self.record_of(&open.requester, &open.approval, resolution),
            );
        }
    }

    pub(super) fn tell_closed(&self, open: &OpenApproval, resolution: &Resolution) {
        for call in open.approval.waiting_calls() {
            self.calls.asking_ended(call, Some(open.approval.number));
        }
        self.events.send(HostEvent::ApprovalClosed(ApprovalClosed {
            id: open.approval.id.clone(),
            source: open.approval.source.clone(),
            ending: resolution.ending,
            reason: resolution.reason.clone(),
        }));
        open.ending.send_replace(Some(resolution.ending));
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock()
    }
}

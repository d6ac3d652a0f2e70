//! Calls that have not ended yet.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_mcp::CallTag;

use crate::argument_marks::ArgumentMarks;
use crate::caller_requests::CallerRequests;
use crate::client_access::ClientAccesses;
use crate::request_error::RequestError;
use crate::snapshot::ApprovalCause;
use usher_store::PendingRound;
use usher_types::call::KeptCall;
use usher_types::caller::Caller;
use usher_types::id::{CallId, ServerId, SourceId};

struct Running {
    source: SourceId,
    caller: Caller,
    tool: String,
    arguments: Arc<Map<String, Value>>,
    marks: ArgumentMarks,
    cancel: Cancel,
    stage: Stage,
    /// Until when it waits for its client to make it again, Unix ms; `None` = its client waits for it.
    kept_until: Option<i64>,
    /// Whether it waits until the person is asked about others of its client.
    is_queued: bool,
    asked: AskedTime,
    /// Where requests of the server go that the caller answers.
    requests: Option<CallerRequests>,
}

/// How far a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The person or a rule decides about it.
    Undecided,
    /// It may be sent.
    Approved,
    /// Its server works on it.
    Sent,
}

/// What ends a call.
#[derive(Clone)]
struct Cancel {
    /// Cancelled when the call is not to be sent any more.
    unsent: CancellationToken,
    /// Cancelled when what runs is to end.
    running: CancellationToken,
}

impl Cancel {
    fn cancel(&self) {
        self.unsent.cancel();
        self.running.cancel();
    }
}

/// How long the person was being asked because of a call; overlapping questions count once.
#[derive(Default)]
struct AskedTime {
    ended: Duration,
    open: usize,
    /// Since when at least one question is open.
    since: Option<Instant>,
}

/// So many calls are remembered after their end: a question they caused may arrive just behind it.
const ENDED_KEPT: usize = 32;

/// All running calls; cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct RunningCalls {
    calls: Arc<Mutex<Calls>>,
    /// What calls of clients are bound to.
    pub(crate) clients: ClientAccesses,
}

#[derive(Default)]
struct Calls {
    running: HashMap<CallId, Running>,
    /// What those that wait for answers need to go on another time.
    rounds: HashMap<CallId, PendingRound>,
    ended: VecDeque<ApprovalCause>,
}

/// One running call. Dropping it forgets the call and cancels what may still be under way.
pub(crate) struct RunningCall {
    id: CallId,
    cancel: Cancel,
    all: RunningCalls,
}

impl Running {
    fn cause(&self, id: &CallId) -> ApprovalCause {
        ApprovalCause {
            call: id.clone(),
            caller: self.caller.clone(),
            tool: self.tool.clone(),
            arguments: Arc::clone(&self.arguments),
            marks: self.marks.clone(),
        }
    }

    /// `None` if its client waits for it.
    fn kept(&self, id: &CallId) -> Option<KeptCall> {
        Some(KeptCall {
            call_id: id.clone(),
            server_id: self.source.clone(),
            tool: self.tool.clone(),
            is_approved: self.stage == Stage::Approved,
            until: self.kept_until?,
        })
    }
}

impl AskedTime {
    fn begin(&mut self) {
        self.open += 1;
        self.since.get_or_insert_with(Instant::now);
    }

    fn end(&mut self) {
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.ended = self.total();
            self.since = None;
        }
    }

    fn total(&self) -> Duration {
        self.ended + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

impl RunningCalls {
    /// `None` if a call of this identity is running already.
    pub(crate) fn begin(
        &self,
        id: &CallId,
        source: &SourceId,
        caller: &Caller,
        tool: &str,
        arguments: &Arc<Map<String, Value>>,
    ) -> Option<RunningCall> {
        let access = self.clients.of(caller);
        let running = &mut self.calls.lock().running;
        if running.contains_key(id) {
            return None;
        }
        let cancel = Cancel {
            unsent: access.unsent_token(),
            running: access.running_token(),
        };
        running.insert(
            id.clone(),
            Running {
                source: source.clone(),
                caller: caller.clone(),
                tool: tool.to_owned(),
                arguments: Arc::clone(arguments),
                marks: ArgumentMarks::default(),
                cancel: cancel.clone(),
                stage: Stage::Undecided,
                kept_until: None,
                is_queued: false,
                asked: AskedTime::default(),
                requests: None,
            },
        );
        Some(RunningCall {
            id: id.clone(),
            cancel,
            all: self.clone(),
        })
    }

    /// Cancels a call; whether its client did not wait for it.
    pub(crate) fn cancel(&self, id: &CallId) -> bool {
        let calls = self.calls.lock();
        let Some(running) = calls.running.get(id) else {
            return false;
        };
        running.cancel.cancel();
        running.kept_until.is_some()
    }

    /// Notes until when a call waits for its client to make it again, Unix ms; `None` = its client waits for it.
    pub(crate) fn set_kept_until(&self, id: &CallId, until: Option<i64>) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.kept_until = until;
        }
    }

    /// Lists the calls of a client that it does not wait for and that may still be sent, in the order they are dropped.
    pub(crate) fn kept_of_client(&self, name: &str) -> Vec<KeptCall> {
        let calls = self.calls.lock();
        let of_client = calls.running.iter().filter(|(_, running)| {
            running.caller.client() == Some(name)
                && running.stage != Stage::Sent
                && !running.cancel.unsent.is_cancelled()
        });
        let mut kept: Vec<_> = of_client
            .filter_map(|(id, running)| running.kept(id))
            .collect();
        drop(calls);
        kept.sort_by(|one, other| (one.until, &one.call_id).cmp(&(other.until, &other.call_id)));
        kept
    }

    /// Notes which arguments the tool marks as secret, as it is listed now.
    pub(crate) fn set_marks(&self, id: &CallId, marks: &ArgumentMarks) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.marks = marks.clone();
        }
    }

    /// The person has changed the arguments before they are sent.
    pub(crate) fn set_arguments(&self, id: &CallId, arguments: Arc<Map<String, Value>>) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.arguments = arguments;
        }
    }

    /// The call waits until the person is asked about others of its client, or does so no longer.
    pub(crate) fn set_queued(&self, id: &CallId, is_queued: bool) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.is_queued = is_queued;
        }
    }

    /// Whether a call waits until the person is asked about others of its client.
    pub(crate) fn is_queued(&self, id: &CallId) -> bool {
        let calls = self.calls.lock();
        calls
            .running
            .get(id)
            .is_some_and(|running| running.is_queued)
    }

    /// The server of a call has asked something before it answers.
    pub(crate) fn begin_round(&self, round: PendingRound) {
        self.calls.lock().rounds.insert(round.call.clone(), round);
    }

    /// The round is answered, or the call has ended; whether there was one.
    pub(crate) fn end_round(&self, id: &CallId) -> bool {
        self.calls.lock().rounds.remove(id).is_some()
    }

    /// Returns what resumes this call, if it waits for answers.
    pub(crate) fn round(&self, id: &CallId) -> Option<PendingRound> {
        self.calls.lock().rounds.get(id).cloned()
    }

    /// Whether any call of this caller has not ended yet.
    pub(crate) fn any_by(&self, caller: &Caller) -> bool {
        let calls = self.calls.lock();
        calls
            .running
            .values()
            .any(|running| &running.caller == caller)
    }

    /// Whether this server works on any call. One that is decided about does not count.
    pub(crate) fn any_of(&self, server: &ServerId) -> bool {
        self.calls
            .lock()
            .running
            .values()
            .any(|running| running.stage == Stage::Sent && &running.source == server)
    }

    /// What a question caused by this call shows of it.
    pub(crate) fn cause(&self, id: &CallId) -> Option<ApprovalCause> {
        let calls = self.calls.lock();
        match calls.running.get(id) {
            Some(running) => Some(running.cause(id)),
            None => calls.ended.iter().find(|cause| &cause.call == id).cloned(),
        }
    }

    /// What a question of an unknown cause shows of the calls that may have caused it.
    pub(crate) fn causes(&self, tags: &[CallTag]) -> Vec<ApprovalCause> {
        let ids = tags.iter().map(|tag| CallId::from(tag.0.as_str()));
        ids.filter_map(|id| self.cause(&id)).collect()
    }

    /// The call a request of a server is answered for by its caller, and the way there. Without a known cause all calls
    /// that may have caused it have to be of the same program.
    pub(crate) fn caller_requests(
        &self,
        cause: Option<&CallTag>,
        possible: &[CallTag],
    ) -> Option<(CallId, CallerRequests)> {
        let tags = cause.map_or(possible, std::slice::from_ref);
        let calls = self.calls.lock();
        let mut found: Option<(CallId, CallerRequests)> = None;
        for tag in tags {
            let id = CallId::from(tag.0.as_str());
            let requests = calls.running.get(&id)?.requests.clone()?;
            match &found {
                Some((_, first)) if !first.is_of_same(&requests) => return None,
                Some(_) => {}
                None => found = Some((id, requests)),
            }
        }
        found
    }

    /// The server goes on with the call as a task.
    pub(crate) fn became_task(&self, id: &CallId) {
        if let Some(requests) = self.requests_of(id) {
            requests.became_task().cancel();
        }
    }

    /// The server has closed the stream of the call, and goes on with it.
    pub(crate) fn stream_closed(&self, id: &CallId) {
        if let Some(requests) = self.requests_of(id) {
            requests.stream_closed().notify_one();
        }
    }

    fn requests_of(&self, id: &CallId) -> Option<CallerRequests> {
        self.calls.lock().running.get(id)?.requests.clone()
    }

    /// The person is asked because of the call; that is not the tool's time.
    pub(crate) fn asking_began(&self, id: &CallId) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.asked.begin();
        }
    }

    pub(crate) fn asking_ended(&self, id: &CallId) {
        if let Some(running) = self.calls.lock().running.get_mut(id) {
            running.asked.end();
        }
    }
}

impl RunningCall {
    /// Cancelled when the call is taken back, or its client is blocked or removed.
    pub(crate) fn cancel_token(&self) -> CancellationToken {
        self.cancel.running.clone()
    }

    /// As [`Self::cancel_token`], until the call is sent: it is cancelled when its client is paused, too.
    pub(crate) fn unsent_token(&self) -> CancellationToken {
        self.cancel.unsent.clone()
    }

    /// The call may be sent; returns whether its client does not wait for it.
    pub(crate) fn approved(&self) -> bool {
        let mut calls = self.all.calls.lock();
        let Some(running) = calls.running.get_mut(&self.id) else {
            return false;
        };
        running.stage = Stage::Approved;
        running.kept_until.is_some()
    }

    /// The call goes to its server now.
    ///
    /// # Errors
    /// It was cancelled before: nothing is to be sent.
    pub(crate) fn sends(&self) -> Result<(), RequestError> {
        if self.cancel.unsent.is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        if let Some(running) = self.all.calls.lock().running.get_mut(&self.id) {
            running.stage = Stage::Sent;
        }
        Ok(())
    }

    /// The caller answers requests of the server.
    pub(crate) fn answered_by_caller(&self, requests: CallerRequests) {
        if let Some(running) = self.all.calls.lock().running.get_mut(&self.id) {
            running.requests = Some(requests);
        }
    }

    /// The call has ended; how long the person was being asked.
    pub(crate) fn finish(self) -> Duration {
        self.asked()
    }

    /// How long the person was being asked until now.
    pub(crate) fn asked(&self) -> Duration {
        self.all
            .calls
            .lock()
            .running
            .get(&self.id)
            .map_or(Duration::ZERO, |running| running.asked.total())
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        let mut calls = self.all.calls.lock();
        if let Some(running) = calls.running.remove(&self.id) {
            if calls.ended.len() == ENDED_KEPT {
                calls.ended.pop_front();
            }
            calls.ended.push_back(running.cause(&self.id));
        }
        drop(calls);
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_at_the_same_time_are_counted_once() {
        let now = Instant::now();
        let ago = |seconds| now.checked_sub(Duration::from_secs(seconds));
        let mut asked = AskedTime::default();
        asked.begin();
        asked.begin();
        asked.since = ago(60);
        asked.end();
        assert_eq!(asked.open, 1, "the other is still open");
        asked.end();
        let first = asked.total();
        assert!(
            (60..120).contains(&first.as_secs()),
            "a minute was waited, not two: {first:?}"
        );
        asked.begin();
        asked.since = ago(60);
        let both = asked.total();
        assert!(
            (120..180).contains(&both.as_secs()),
            "one that is open counts so far: {both:?}"
        );
    }

    #[test]
    fn a_server_works_on_what_was_sent_to_it_only() {
        let calls = RunningCalls::default();
        let (id, source) = (CallId::from("one"), SourceId::from("source"));
        let running = calls.begin(&id, &source, &Caller::Person, "forecast", &Arc::default());
        let running = running.expect("none of this name runs");
        let server = ServerId::from("source");
        assert!(!calls.any_of(&server), "it waits for the person");
        running.sends().expect("it is not cancelled");
        assert!(calls.any_of(&server), "it is sent");
        drop(running);
        assert!(!calls.any_of(&server), "it has ended");
    }

    #[test]
    fn arguments_are_shared_and_not_copied() {
        let calls = RunningCalls::default();
        let (id, source) = (CallId::from("one"), SourceId::from("source"));
        let arguments = Arc::new(Map::from_iter([("place".to_owned(), "Paris".into())]));
        let running = calls.begin(&id, &source, &Caller::Person, "forecast", &arguments);
        let running = running.expect("none of this name runs");
        let shown = calls.cause(&id).expect("it runs").arguments;
        assert!(Arc::ptr_eq(&shown, &arguments), "while it runs");

        let changed = Arc::new(Map::new());
        calls.set_arguments(&id, Arc::clone(&changed));
        drop(running);
        let shown = calls.cause(&id).expect("it has just ended").arguments;
        assert!(Arc::ptr_eq(&shown, &changed), "after its end");
    }
}

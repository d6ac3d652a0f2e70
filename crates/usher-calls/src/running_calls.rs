//! Calls that have not ended yet: what each shows of itself, what ends it, and what others find by its id.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_mcp::CallTag;

use crate::caller_requests::CallerRequests;
use crate::client_access::{ClientAccess, ClientAccesses};
use usher_content::argument_marks::ArgumentMarks;
use usher_servers::request_error::RequestError;
use usher_servers::snapshot::ApprovalCause;
use usher_store::PendingRound;
use usher_types::call::KeptCall;
use usher_types::caller::Caller;
use usher_types::id::{CallId, ClientId, HistoryId, ServerId, SourceId};

/// How far a call is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It waits for the start of its server.
    #[default]
    Starting,
    /// The person or a permission decides about it.
    Undecided,
    /// It may be sent.
    Approved,
    /// Its server works on it.
    Sent,
    Ended,
}

/// State of a call, as those see it who follow it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CallState {
    pub stage: Stage,
    /// Whether it waits until the person is asked about others of its client.
    pub is_queued: bool,
    /// Whether it has gone to its server.
    pub is_sent: bool,
    /// Whether it was cancelled: it is not sent any more, and what comes of it is for nobody.
    pub is_cancelled: bool,
    /// Number of the oldest approval that it waits with: of the call itself, or of what its server requests.
    pub approval: Option<u64>,
}

impl CallState {
    /// Whether the person is asked because of the call, or will be, or it is sent.
    pub fn is_known(&self) -> bool {
        self.is_sent || self.stage == Stage::Ended || self.approval.is_some() || self.is_queued
    }
}

/// What begins a call.
pub(crate) struct CallStart<'a> {
    pub(crate) id: &'a CallId,
    pub(crate) source: &'a SourceId,
    pub(crate) caller: &'a Caller,
    pub(crate) tool: &'a str,
    pub(crate) arguments: &'a Arc<Map<String, Value>>,
    /// Where requests of the server go that the caller answers.
    pub(crate) requests: Option<CallerRequests>,
}

/// A call that runs.
pub(crate) struct Running {
    id: CallId,
    source: SourceId,
    caller: Caller,
    tool: String,
    cancel: Cancel,
    requests: Option<CallerRequests>,
    changing: Mutex<Changing>,
    state: watch::Sender<CallState>,
    /// Where it is on record, once it has ended.
    recorded: OnceLock<watch::Receiver<Option<HistoryId>>>,
}

/// What changes in a call while it runs.
struct Changing {
    arguments: Arc<Map<String, Value>>,
    marks: ArgumentMarks,
    /// Until when it waits for its client to make it again, Unix ms; `None` = its client waits for it.
    kept_until: Option<i64>,
    asked: AskedTime,
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
    /// The numbers of the open approvals; `None` = a question that the caller answers.
    open: Vec<Option<u64>>,
    /// Since when at least one question is open.
    since: Option<Instant>,
}

/// So many calls are remembered after their end: a question they caused may arrive just behind it.
const ENDED_KEPT: usize = 32;

/// All running calls; cheap to clone.
#[derive(Clone, Default)]
pub struct RunningCalls {
    calls: Arc<Mutex<Calls>>,
    /// What calls of clients are bound to.
    pub clients: ClientAccesses,
}

#[derive(Default)]
struct Calls {
    running: HashMap<CallId, Arc<Running>>,
    /// What those that wait for answers need to go on another time.
    rounds: HashMap<CallId, PendingRound>,
    ended: VecDeque<ApprovalCause>,
}

/// One running call, in the hands of what runs it. Dropping it ends the call.
pub(crate) struct RunningCall {
    call: Arc<Running>,
    /// `None` = it is no cause of what its server asks: the page leads from a cause to a tool.
    listed: Option<RunningCalls>,
}

impl AskedTime {
    fn begin(&mut self, approval: Option<u64>) {
        self.open.push(approval);
        self.since.get_or_insert_with(Instant::now);
    }

    fn end(&mut self, approval: Option<u64>) {
        if let Some(at) = self.open.iter().position(|open| *open == approval) {
            self.open.remove(at);
        }
        if self.open.is_empty() {
            self.ended = self.total();
            self.since = None;
        }
    }

    fn total(&self) -> Duration {
        self.ended + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

impl Running {
    fn new(start: CallStart<'_>, access: &ClientAccess) -> Arc<Self> {
        Arc::new(Self {
            id: start.id.clone(),
            source: start.source.clone(),
            caller: start.caller.clone(),
            tool: start.tool.to_owned(),
            cancel: Cancel {
                unsent: access.unsent_token(),
                running: access.running_token(),
            },
            requests: start.requests,
            changing: Mutex::new(Changing {
                arguments: Arc::clone(start.arguments),
                marks: ArgumentMarks::default(),
                kept_until: None,
                asked: AskedTime::default(),
            }),
            state: watch::Sender::default(),
            recorded: OnceLock::new(),
        })
    }

    pub(crate) fn id(&self) -> &CallId {
        &self.id
    }

    /// Follows how far the call is.
    pub(crate) fn watch(&self) -> watch::Receiver<CallState> {
        self.state.subscribe()
    }

    pub(crate) fn state(&self) -> CallState {
        let state = *self.state.borrow();
        match state.stage {
            Stage::Ended => state,
            _ => CallState {
                is_cancelled: self.is_cancelled(),
                ..state
            },
        }
    }

    /// Cancels the call; whether its client did not wait for it.
    pub(crate) fn cancel(&self) -> bool {
        self.cancel.cancel();
        self.changing.lock().kept_until.is_some()
    }

    /// Whether it is not to be sent any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.unsent.is_cancelled()
    }

    /// Notes until when the call waits for its client to make it again, Unix ms; `None` = its client waits for it.
    pub(crate) fn set_kept_until(&self, until: Option<i64>) {
        self.changing.lock().kept_until = until;
    }

    /// Where the call is on record; `None` = it has not ended, or is not recorded.
    pub(crate) fn recorded(&self) -> Option<watch::Receiver<Option<HistoryId>>> {
        self.recorded.get().cloned()
    }

    fn cause(&self) -> ApprovalCause {
        let changing = self.changing.lock();
        ApprovalCause {
            call: self.id.clone(),
            caller: self.caller.clone(),
            tool: self.tool.clone(),
            arguments: Arc::clone(&changing.arguments),
            marks: changing.marks.clone(),
        }
    }

    /// `None` if its client waits for it, or it is not to be sent any more.
    fn kept(&self) -> Option<KeptCall> {
        let stage = self.state().stage;
        if stage >= Stage::Sent || self.is_cancelled() {
            return None;
        }
        Some(KeptCall {
            call_id: self.id.clone(),
            server_id: self.source.clone(),
            tool: self.tool.clone(),
            is_approved: stage == Stage::Approved,
            until: self.changing.lock().kept_until?,
        })
    }

    /// The person, or the caller, is asked because of the call; that is not the tool's time.
    fn asking(&self, change: impl FnOnce(&mut AskedTime)) {
        // Held until it is published, so that of two changes the last one stays.
        let mut changing = self.changing.lock();
        change(&mut changing.asked);
        let approval = changing.asked.open.iter().copied().flatten().min();
        self.change(|state| state.approval = approval);
    }

    fn change(&self, change: impl FnOnce(&mut CallState)) {
        self.state.send_if_modified(|state| {
            let before = *state;
            change(state);
            *state != before
        });
    }
}

impl RunningCalls {
    /// Begins a call; `None` if a call of this identity is running already.
    pub(crate) fn begin(&self, start: CallStart<'_>) -> Option<RunningCall> {
        let access = self.clients.of(start.caller);
        let running = &mut self.calls.lock().running;
        if running.contains_key(start.id) {
            return None;
        }
        let call = Running::new(start, &access);
        running.insert(call.id.clone(), Arc::clone(&call));
        Some(RunningCall {
            call,
            listed: Some(self.clone()),
        })
    }

    /// Begins a call that is no cause of what its server asks.
    pub(crate) fn begin_unlisted(&self, start: CallStart<'_>) -> RunningCall {
        let access = self.clients.of(start.caller);
        RunningCall {
            call: Running::new(start, &access),
            listed: None,
        }
    }

    fn find(&self, id: &CallId) -> Option<Arc<Running>> {
        self.calls.lock().running.get(id).cloned()
    }

    /// Cancels a call; whether its client did not wait for it.
    pub fn cancel(&self, id: &CallId) -> bool {
        self.find(id).is_some_and(|running| running.cancel())
    }

    /// Lists the calls of a client that it does not wait for and that may still be sent, in the order they are dropped.
    pub fn kept_of_client(&self, client: &ClientId) -> Vec<KeptCall> {
        let calls = self.calls.lock();
        let all = calls.running.values();
        let of_client = all.filter(|running| running.caller.client() == Some(client));
        let mut kept: Vec<_> = of_client.filter_map(|running| running.kept()).collect();
        drop(calls);
        kept.sort_by(|one, other| (one.until, &one.call_id).cmp(&(other.until, &other.call_id)));
        kept
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

    /// Whether this server works on any call. One that is decided about does not count.
    pub(crate) fn any_of(&self, server: &ServerId) -> bool {
        let calls = self.calls.lock();
        let mut running = calls.running.values();
        running.any(|running| running.state().stage == Stage::Sent && &running.source == server)
    }

    /// What a question caused by this call shows of it.
    pub(crate) fn cause(&self, id: &CallId) -> Option<ApprovalCause> {
        let calls = self.calls.lock();
        match calls.running.get(id) {
            Some(running) => Some(running.cause()),
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

    /// The server has closed the stream of the call, and goes on with it.
    pub(crate) fn stream_closed(&self, id: &CallId) {
        if let Some(requests) = self.find(id).and_then(|running| running.requests.clone()) {
            requests.stream_closed().notify_one();
        }
    }

    /// The person is asked by this approval because of the call, or its caller is (`None`); that is not the tool's time.
    pub(crate) fn asking_began(&self, id: &CallId, approval: Option<u64>) {
        if let Some(running) = self.find(id) {
            running.asking(|asked| asked.begin(approval));
        }
    }

    pub(crate) fn asking_ended(&self, id: &CallId, approval: Option<u64>) {
        if let Some(running) = self.find(id) {
            running.asking(|asked| asked.end(approval));
        }
    }
}

impl RunningCall {
    /// What others follow the call by.
    pub(crate) fn shared(&self) -> Arc<Running> {
        Arc::clone(&self.call)
    }

    /// Cancelled when the call is taken back, or its client is blocked or removed.
    pub(crate) fn cancel_token(&self) -> CancellationToken {
        self.call.cancel.running.clone()
    }

    /// As [`Self::cancel_token`], until the call is sent: it is cancelled when its client is paused, too.
    pub(crate) fn unsent_token(&self) -> CancellationToken {
        self.call.cancel.unsent.clone()
    }

    /// Its server runs, or is not waited for: it is decided about from now on.
    pub(crate) fn settled(&self) {
        self.call.change(|state| state.stage = Stage::Undecided);
    }

    /// Notes which arguments the tool marks as secret, as it is listed now.
    pub(crate) fn set_marks(&self, marks: &ArgumentMarks) {
        self.call.changing.lock().marks = marks.clone();
    }

    /// The person has changed the arguments before they are sent.
    pub(crate) fn set_arguments(&self, arguments: Arc<Map<String, Value>>) {
        self.call.changing.lock().arguments = arguments;
    }

    /// The call waits until the person is asked about others of its client, or does so no longer.
    pub(crate) fn set_queued(&self, is_queued: bool) {
        self.call.change(|state| state.is_queued = is_queued);
    }

    /// The call may be sent; returns whether its client does not wait for it.
    pub(crate) fn approved(&self) -> bool {
        self.call.change(|state| state.stage = Stage::Approved);
        self.call.changing.lock().kept_until.is_some()
    }

    /// The call goes to its server now.
    ///
    /// # Errors
    /// It was cancelled before: nothing is to be sent.
    pub(crate) fn sends(&self) -> Result<(), RequestError> {
        if self.call.is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        self.call.change(|state| {
            state.stage = Stage::Sent;
            state.is_sent = true;
        });
        Ok(())
    }

    /// The server goes on with the call as a task.
    pub(crate) fn became_task(&self) {
        if let Some(requests) = &self.call.requests {
            requests.became_task().cancel();
        }
    }

    /// Notes where the call is on record.
    pub(crate) fn set_recorded(&self, row: watch::Receiver<Option<HistoryId>>) {
        self.call.recorded.get_or_init(|| row);
    }

    /// Whether what its server asks meanwhile shows it as the cause.
    pub(crate) fn is_listed(&self) -> bool {
        self.listed.is_some()
    }

    /// How long the person was being asked until now.
    pub(crate) fn asked(&self) -> Duration {
        self.call.changing.lock().asked.total()
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        if let Some(all) = &self.listed {
            let mut calls = all.calls.lock();
            calls.running.remove(&self.call.id);
            if calls.ended.len() == ENDED_KEPT {
                calls.ended.pop_front();
            }
            calls.ended.push_back(self.call.cause());
        }
        // Who follows the call may keep it for long.
        self.call.changing.lock().arguments = Arc::default();
        let is_cancelled = self.call.is_cancelled();
        self.call.cancel.cancel();
        self.call.change(|state| {
            state.stage = Stage::Ended;
            state.is_cancelled = is_cancelled;
            state.is_queued = false;
            state.approval = None;
        });
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
        asked.begin(Some(1));
        asked.begin(None);
        asked.since = ago(60);
        asked.end(Some(1));
        assert_eq!(asked.open, [None], "the other is still open");
        asked.end(None);
        let first = asked.total();
        assert!(
            (60..120).contains(&first.as_secs()),
            "a minute was waited, not two: {first:?}"
        );
        asked.begin(None);
        asked.since = ago(60);
        let both = asked.total();
        assert!(
            (120..180).contains(&both.as_secs()),
            "one that is open counts so far: {both:?}"
        );
    }

    fn start<'a>(
        id: &'a CallId,
        source: &'a SourceId,
        arguments: &'a Arc<Map<String, Value>>,
    ) -> CallStart<'a> {
        CallStart {
            id,
            source,
            caller: &Caller::Person,
            tool: "forecast",
            arguments,
            requests: None,
        }
    }

    #[test]
    fn a_server_works_on_what_was_sent_to_it_only() {
        let calls = RunningCalls::default();
        let (id, source) = (CallId::from("one"), SourceId::from("source"));
        let arguments = Arc::default();
        let running = calls.begin(start(&id, &source, &arguments));
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
        let running = calls.begin(start(&id, &source, &arguments));
        let running = running.expect("none of this name runs");
        let shown = calls.cause(&id).expect("it runs").arguments;
        assert!(Arc::ptr_eq(&shown, &arguments), "while it runs");

        let changed = Arc::new(Map::new());
        running.set_arguments(Arc::clone(&changed));
        drop(running);
        let shown = calls.cause(&id).expect("it has just ended").arguments;
        assert!(Arc::ptr_eq(&shown, &changed), "after its end");
    }
}

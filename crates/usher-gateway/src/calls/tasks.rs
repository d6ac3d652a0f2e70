//! Calls that clients follow as tasks (2025-11-25, basic/utilities/tasks; extension `io.modelcontextprotocol/tasks` for
//! 2026-07-28). Their results are kept as far as a client's share of the memory goes, and read from the history beyond.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_calls::caller_requests::CallerRequest;
use usher_calls::calls::Calls;
use usher_calls::client_access::ClientAccess;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;
use usher_types::id::ClientId;

use crate::calls::client_call::ClientCall;
use crate::calls::input_requests::{deliver, input_requests, key_of};
use crate::eras::revision::Era;
use crate::limits;
use crate::memory;
use crate::request::text;
use crate::session::client_requests::RELATED_TASK;
use crate::token;

/// The tasks of all clients, by their ids.
#[derive(Default)]
pub(crate) struct Tasks(Mutex<HashMap<String, Arc<Task>>>);

/// A call that its client follows as a task.
pub(crate) struct Task {
    id: String,
    client: ClientId,
    created_at: String,
    created: Instant,
    ttl: Duration,
    call: Arc<ClientCall>,
    state: watch::Sender<State>,
}

struct State {
    status: Status,
    updated_at: String,
    outcome: Option<Outcome>,
    /// What the server requested and the client has not answered, by its key.
    open: BTreeMap<String, CallerRequest>,
    /// The keys there have been: each is used once.
    asked: HashSet<String>,
}

/// What came of a task.
#[derive(Clone)]
enum Outcome {
    Held {
        result: Arc<Result<Value, Fault>>,
        /// About how many bytes it takes.
        bytes: usize,
    },
    /// It is read from the history.
    Recorded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

impl Tasks {
    pub(crate) fn add(&self, task: Arc<Task>) -> Result<(), Fault> {
        let mut tasks = self.0.lock();
        tasks.retain(|_, task| !task.is_expired());
        let of_client = tasks.values().filter(|other| other.client == task.client);
        if of_client.count() >= limits::TASKS_OF_CLIENT {
            return Err(Fault::new(
                REFUSED,
                format!("More than {} tasks are kept", limits::TASKS_OF_CLIENT),
            ));
        }
        tasks.insert(task.id.clone(), task);
        Ok(())
    }

    /// Ends a task. Beyond the client's share of the memory, the oldest results are read from the history.
    pub(crate) fn end(&self, task: &Task, outcome: Result<Value, Fault>) {
        task.end(outcome);
        let of_client = self.of_client(&task.client);
        let mut held: usize = of_client.iter().map(|one| one.held_bytes()).sum();
        for one in &of_client {
            if held <= limits::TASK_RESULT_BYTES {
                break;
            }
            held -= one.let_go();
        }
    }

    /// Forgets a task.
    pub(crate) fn remove(&self, id: &str) {
        self.0.lock().remove(id);
    }

    /// A task of this client.
    pub(crate) fn find(&self, client: &ClientId, id: &str) -> Option<Arc<Task>> {
        let tasks = self.0.lock();
        let task = tasks.get(id).filter(|task| task.client == *client);
        task.filter(|task| !task.is_expired()).cloned()
    }

    /// The tasks of a client, the oldest first.
    pub(crate) fn of_client(&self, client: &ClientId) -> Vec<Arc<Task>> {
        let tasks = self.0.lock();
        let of_client = tasks.values().filter(|task| task.client == *client);
        let mut all: Vec<_> = of_client
            .filter(|task| !task.is_expired())
            .cloned()
            .collect();
        all.sort_by_key(|task| task.created);
        all
    }
}

impl Task {
    /// A new one, kept for this long at most.
    pub(crate) fn new(client: ClientId, ttl: Duration, call: Arc<ClientCall>) -> Self {
        Self {
            id: token::unguessable(),
            client,
            created_at: now(),
            created: Instant::now(),
            ttl: ttl.min(limits::TASK_FOR),
            call,
            state: watch::Sender::new(State {
                status: Status::Working,
                updated_at: now(),
                outcome: None,
                open: BTreeMap::new(),
                asked: HashSet::new(),
            }),
        }
    }

    /// What its call is bound to.
    pub(crate) fn access(&self) -> &ClientAccess {
        &self.call.access
    }

    /// Waits until it is kept no longer.
    pub(crate) async fn expired(&self) {
        tokio::select! {
            () = tokio::time::sleep_until(self.created + self.ttl) => {}
            () = self.call.access.ended() => {}
        }
    }

    /// Passes answers of the client on.
    pub(crate) fn answered(&self, responses: Option<&Map<String, Value>>) {
        self.change(|state| deliver(&mut state.open, responses));
    }

    /// Whether it is kept no longer: its time is over, or its client is blocked or removed.
    fn is_expired(&self) -> bool {
        self.created.elapsed() > self.ttl || self.call.access.is_ended()
    }

    /// The task as its client reads it.
    pub(crate) fn shown(&self, era: Era) -> Value {
        let state = self.state.borrow();
        let (ttl, poll) = match era {
            Era::Legacy => ("ttl", "pollInterval"),
            Era::Modern => ("ttlMs", "pollIntervalMs"),
        };
        let mut shown = json!({
            "taskId": self.id,
            "status": state.status.word(),
            "createdAt": self.created_at,
            "lastUpdatedAt": state.updated_at,
            ttl: milliseconds(self.ttl),
            poll: milliseconds(limits::TASK_POLL),
        });
        if let Some(message) = self.message(&state) {
            shown["statusMessage"] = text(&message).into();
        }
        shown
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Reports how a modern client reads it, from now on whenever it changes, until it is over.
    pub(crate) async fn report(
        self: Arc<Self>,
        calls: Calls,
        to: mpsc::UnboundedSender<Value>,
        cancelled: CancellationToken,
    ) {
        let mut changes = self.state.subscribe();
        loop {
            let is_over = changes.borrow_and_update().status.is_over();
            if to.send(self.got(Era::Modern, &calls).await).is_err() || is_over {
                return;
            }
            tokio::select! {
                () = cancelled.cancelled() => return,
                changed = changes.changed() => if changed.is_err() { return },
            }
        }
    }

    /// What is said of a task that works.
    fn message(&self, state: &State) -> Option<Message> {
        let is_working = state.status == Status::Working && !self.call.is_sent();
        is_working.then(|| Message::new("gateway.waits"))
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.state.send_modify(|state| {
            change(state);
            state.updated_at = now();
            if !state.status.is_over() {
                state.status = if state.open.is_empty() {
                    Status::Working
                } else {
                    Status::InputRequired
                };
            }
        });
    }

    pub(crate) fn ask(&self, asked: CallerRequest) {
        self.change(|state| {
            let key = key_of(&asked, |key| state.asked.contains(key));
            state.asked.insert(key.clone());
            state.open.insert(key, asked);
        });
    }

    fn end(&self, outcome: Result<Value, Fault>) {
        let bytes = outcome.as_ref().map_or(0, memory::value_bytes);
        self.change(|state| {
            state.open.clear();
            if state.status.is_over() {
                return;
            }
            state.status = match &outcome {
                Ok(_) => Status::Completed,
                Err(_) => Status::Failed,
            };
            let result = Arc::new(outcome);
            state.outcome = Some(Outcome::Held { result, bytes });
        });
    }

    /// About how many bytes its result takes in memory.
    fn held_bytes(&self) -> usize {
        match self.state.borrow().outcome {
            Some(Outcome::Held { bytes, .. }) => bytes,
            Some(Outcome::Recorded) | None => 0,
        }
    }

    /// Keeps its result in the history alone, and returns how many bytes that frees.
    fn let_go(&self) -> usize {
        let held = self.held_bytes();
        if held == 0 || self.call.recorded().is_none() {
            return 0;
        }
        // It is over: nobody who follows it hears of that.
        self.state.send_if_modified(|state| {
            state.outcome = Some(Outcome::Recorded);
            false
        });
        held
    }

    /// What came of it, once it is over.
    async fn outcome(&self, calls: &Calls) -> Option<Arc<Result<Value, Fault>>> {
        let outcome = self.state.borrow().outcome.clone();
        match outcome? {
            Outcome::Held { result, .. } => Some(result),
            Outcome::Recorded => Some(Arc::new(self.recorded(calls).await)),
        }
    }

    async fn recorded(&self, calls: &Calls) -> Result<Value, Fault> {
        let gone = || Fault::new(REFUSED, "The result of the task is kept no longer");
        let recorded = self.call.recorded().ok_or_else(gone)?;
        let mut answer = calls.recorded_answer(&recorded).await.ok_or_else(gone)?;
        match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(Fault::read(answer["error"].take())),
        }
    }

    /// Cancels it; whether it was not over.
    pub(crate) fn cancel(&self) -> bool {
        let mut was_open = false;
        self.change(|state| {
            was_open = !state.status.is_over();
            if was_open {
                state.status = Status::Cancelled;
                state.open.clear();
            }
        });
        self.call.cancel();
        was_open
    }

    /// The answer to `tasks/get`.
    pub(crate) async fn got(&self, era: Era, calls: &Calls) -> Value {
        let mut shown = self.shown(era);
        if era == Era::Legacy {
            return shown;
        }
        match self.outcome(calls).await.as_deref() {
            Some(Ok(result)) => shown["result"] = result.clone(),
            Some(Err(fault)) => shown["error"] = json!(fault),
            None => {}
        }
        let state = self.state.borrow();
        if !state.open.is_empty() {
            shown["inputRequests"] = input_requests(&state.open).into();
        }
        shown
    }

    /// The answer to `tasks/result`, once there is one.
    pub(crate) async fn result(&self, calls: &Calls) -> Result<Value, Fault> {
        let mut changes = self.state.subscribe();
        // It lives as long as the task.
        let _ = changes.wait_for(|state| state.status.is_over()).await;
        let outcome = self.outcome(calls).await;
        let cancelled = || Err(Fault::new(REFUSED, "The task was cancelled"));
        let mut result = outcome.map_or_else(cancelled, |outcome| Result::clone(&outcome))?;
        if result["_meta"].is_null() {
            result["_meta"] = json!({});
        }
        result["_meta"][RELATED_TASK] = json!({ "taskId": self.id });
        Ok(result)
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn now() -> String {
    // A year beyond 9999 has no such form.
    OffsetDateTime::now_utc()
        .format(&Rfc3339)
        .unwrap_or_default()
}

//! Calls that clients follow as tasks (2025-11-25, basic/utilities/tasks; extension `io.modelcontextprotocol/tasks` for
//! 2026-07-28).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::CallerRequest;
use usher_messages::Message;
use usher_types::id::ClientId;

use crate::call_control::Control;
use crate::client_requests::RELATED_TASK;
use crate::frame::{Fault, REFUSED};
use crate::limits;
use crate::request::text;
use crate::revision::Era;
use crate::suspended::{deliver, input_requests, key_of};
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
    control: Arc<Control>,
    state: watch::Sender<State>,
}

struct State {
    status: Status,
    updated_at: String,
    outcome: Option<Result<Value, Fault>>,
    /// What the server requested and the client has not answered, by its key.
    open: BTreeMap<String, CallerRequest>,
    /// The keys there have been: each is used once.
    asked: HashSet<String>,
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
        let mut tasks = self.lock();
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

    /// A task of this client.
    pub(crate) fn find(&self, client: &ClientId, id: &str) -> Option<Arc<Task>> {
        let tasks = self.lock();
        let task = tasks.get(id).filter(|task| task.client == *client);
        task.filter(|task| !task.is_expired()).cloned()
    }

    pub(crate) fn of_client(&self, client: &ClientId) -> Vec<Arc<Task>> {
        let tasks = self.lock();
        let of_client = tasks.values().filter(|task| task.client == *client);
        let mut all: Vec<_> = of_client
            .filter(|task| !task.is_expired())
            .cloned()
            .collect();
        all.sort_by_key(|task| task.created);
        all
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Task>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task {
    /// A new one, kept for this long at most.
    pub(crate) fn new(client: ClientId, ttl: Duration, control: Arc<Control>) -> Self {
        Self {
            id: token::unguessable(),
            client,
            created_at: now(),
            created: Instant::now(),
            ttl: ttl.min(limits::TASK_FOR),
            control,
            state: watch::Sender::new(State {
                status: Status::Working,
                updated_at: now(),
                outcome: None,
                open: BTreeMap::new(),
                asked: HashSet::new(),
            }),
        }
    }

    /// Waits until it is kept no longer.
    pub(crate) async fn expired(&self) {
        tokio::time::sleep_until(self.created + self.ttl).await;
    }

    /// Passes answers of the client on.
    pub(crate) fn answered(&self, responses: Option<&Map<String, Value>>) {
        self.change(|state| deliver(&mut state.open, responses));
    }

    fn is_expired(&self) -> bool {
        self.created.elapsed() > self.ttl
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
        to: mpsc::UnboundedSender<Value>,
        cancelled: CancellationToken,
    ) {
        let mut changes = self.state.subscribe();
        loop {
            let is_over = changes.borrow_and_update().status.is_over();
            if to.send(self.got(Era::Modern)).is_err() || is_over {
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
        let is_working = state.status == Status::Working && !self.control.is_sent();
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

    pub(crate) fn end(&self, outcome: Result<Value, Fault>) {
        self.change(|state| {
            state.open.clear();
            if state.status.is_over() {
                return;
            }
            state.status = match &outcome {
                Ok(_) => Status::Completed,
                Err(_) => Status::Failed,
            };
            state.outcome = Some(outcome);
        });
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
        self.control.cancelled.cancel();
        was_open
    }

    /// The answer to `tasks/get`.
    pub(crate) fn got(&self, era: Era) -> Value {
        let mut shown = self.shown(era);
        if era == Era::Legacy {
            return shown;
        }
        let state = self.state.borrow();
        match &state.outcome {
            Some(Ok(result)) => shown["result"] = result.clone(),
            Some(Err(fault)) => shown["error"] = fault.shown(),
            None => {}
        }
        if !state.open.is_empty() {
            shown["inputRequests"] = input_requests(&state.open).into();
        }
        shown
    }

    /// The answer to `tasks/result`, once there is one.
    pub(crate) async fn result(&self) -> Result<Value, Fault> {
        let mut changes = self.state.subscribe();
        let state = changes.wait_for(|state| state.status.is_over()).await;
        let outcome = state.ok().and_then(|state| state.outcome.clone());
        let mut result =
            outcome.unwrap_or_else(|| Err(Fault::new(REFUSED, "The task was cancelled")))?;
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

//! Calls that clients follow as tasks (2025-11-25, basic/utilities/tasks; extension `io.modelcontextprotocol/tasks` for
//! 2026-07-28).

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
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

use crate::adapt;
use crate::call_run::{CallRun, Control, Next};
use crate::client_requests::{RELATED_TASK, can_answer};
use crate::frame::{Fault, NO_METHOD, REFUSED, notification};
use crate::limits;
use crate::request::{Request, text};
use crate::revision::{self, Era};
use crate::session::Session;
use crate::suspended::{deliver, input_request};
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
    /// How many requests there have been: a key is used once.
    asked: usize,
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
    fn add(&self, task: Arc<Task>) -> Result<(), Fault> {
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

    fn of_client(&self, client: &ClientId) -> Vec<Arc<Task>> {
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

    fn message(&self, state: &State) -> Option<Message> {
        match state.status {
            Status::Working if !self.control.is_sent() => {
                Some(Message::new("gateway.waitsForApproval"))
            }
            _ => None,
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.state.send_modify(|state| {
            change(state);
            state.updated_at = now();
            if !state.status.is_over() {
                state.status = match state.open.is_empty() {
                    true => Status::Working,
                    false => Status::InputRequired,
                };
            }
        });
    }

    fn ask(&self, asked: CallerRequest) {
        self.change(|state| {
            state.asked += 1;
            state.open.insert(state.asked.to_string(), asked);
        });
    }

    fn end(&self, outcome: Result<Value, Fault>) {
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
    fn cancel(&self) -> bool {
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
}

impl Session {
    /// Whether the client wants this call as a task from the beginning.
    pub(crate) fn wants_task(&self, request: &Request) -> bool {
        request.era == Era::Legacy
            && self.revision() == Some(revision::WITH_TASKS)
            && request.params.get("task").is_some_and(Value::is_object)
    }

    /// Whether the client takes a task for an answer (2026-07-28, extension tasks).
    pub(crate) fn speaks_tasks(&self, request: &Request) -> bool {
        request.era == Era::Modern
            && self.capabilities(request)["extensions"][revision::TASKS].is_object()
    }

    /// Whether the client may ask about tasks.
    pub(crate) fn has_tasks(&self, request: &Request) -> bool {
        match request.era {
            Era::Legacy => self.revision() == Some(revision::WITH_TASKS),
            Era::Modern => self.speaks_tasks(request),
        }
    }

    /// Answers with a task.
    pub(crate) fn begin_task(
        self: &Arc<Self>,
        request: &Request,
        run: CallRun,
    ) -> Result<Value, Fault> {
        self.begin_task_with(request, run, None)
    }

    /// Answers with a task that needs an answer of the client.
    pub(crate) fn begin_task_with(
        self: &Arc<Self>,
        request: &Request,
        run: CallRun,
        asked: Option<CallerRequest>,
    ) -> Result<Value, Fault> {
        let wanted = request
            .params
            .get("task")
            .and_then(|task| task["ttl"].as_u64());
        let task = Arc::new(Task {
            id: token::unguessable(),
            client: self.client().id,
            created_at: now(),
            created: Instant::now(),
            ttl: wanted
                .map_or(limits::TASK_FOR, Duration::from_millis)
                .min(limits::TASK_FOR),
            control: Arc::clone(&run.control),
            state: watch::Sender::new(State {
                status: Status::Working,
                updated_at: now(),
                outcome: None,
                open: BTreeMap::new(),
                asked: 0,
            }),
        });
        if let Err(refused) = self.gateway.tasks.add(Arc::clone(&task)) {
            run.control.cancelled.cancel();
            return Err(refused);
        }
        if let Some(asked) = asked {
            task.ask(asked);
        }
        let shown = task.shown(request.era);
        let follower = Follower {
            session: Arc::downgrade(self),
            capabilities: self.capabilities(request),
            era: request.era,
        };
        tokio::spawn(follower.follow(task, run));
        let result = match request.era {
            Era::Legacy => json!({ "task": shown }),
            Era::Modern => {
                let mut flat = shown;
                flat["resultType"] = "task".into();
                flat
            }
        };
        Ok(adapt::own(result, request.era, &self.gateway.own_info()))
    }

    /// Answers `tasks/METHOD`.
    pub(crate) async fn task_request(
        &self,
        request: &Request,
        method: &str,
    ) -> Result<Value, Fault> {
        let era = request.era;
        let is_legacy = era == Era::Legacy;
        let own = |result: Value| adapt::own(result, era, &self.gateway.own_info());
        if is_legacy && method == "list" {
            let tasks = self.gateway.tasks.of_client(&self.client().id);
            let tasks: Vec<_> = tasks.iter().map(|task| task.shown(era)).collect();
            return Ok(json!({ "tasks": tasks }));
        }
        let id = request.text("taskId")?;
        let task = self.gateway.tasks.find(&self.client().id, &id);
        let task = task.ok_or_else(|| Fault::params("Unknown task"))?;
        match method {
            "get" => Ok(own(task.got(era))),
            "cancel" if is_legacy => {
                if !task.cancel() {
                    return Err(Fault::params("The task is over"));
                }
                Ok(task.shown(era))
            }
            "cancel" => {
                task.cancel();
                Ok(own(json!({})))
            }
            "result" if is_legacy => task.result().await,
            "update" if !is_legacy => {
                let responses = request.params.get("inputResponses");
                let responses = responses.and_then(Value::as_object);
                task.change(|state| deliver(&mut state.open, responses));
                Ok(own(json!({})))
            }
            unknown => Err(Fault::new(
                NO_METHOD,
                format!("Method not found: tasks/{unknown}"),
            )),
        }
    }
}

impl Task {
    /// The answer to `tasks/get`.
    fn got(&self, era: Era) -> Value {
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
            let open = state.open.iter();
            let open: Map<_, _> = open
                .map(|(key, asked)| (key.clone(), input_request(asked)))
                .collect();
            shown["inputRequests"] = open.into();
        }
        shown
    }

    /// The answer to `tasks/result`, once there is one.
    async fn result(&self) -> Result<Value, Fault> {
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

/// Follows a call for a task.
struct Follower {
    session: Weak<Session>,
    capabilities: Value,
    era: Era,
}

impl Follower {
    async fn follow(self, task: Arc<Task>, mut run: CallRun) {
        let expired = tokio::time::sleep(task.ttl);
        tokio::pin!(expired);
        loop {
            let next = tokio::select! {
                next = run.next() => next,
                () = &mut expired => {
                    task.cancel();
                    return;
                }
            };
            let asked = match next {
                Next::Ended(outcome) => {
                    task.end(outcome);
                    self.tell(&task);
                    return;
                }
                Next::Asked(asked) => asked,
            };
            if !can_answer(&self.capabilities, asked.method, &asked.params) {
                // Dropped, it is asked of the person.
                continue;
            }
            match self.era {
                Era::Modern => task.ask(asked),
                Era::Legacy => {
                    if let Some(session) = self.session.upgrade() {
                        let id = task.id.clone();
                        tokio::spawn(async move { session.ask_client(asked, Some(&id)).await });
                    }
                }
            }
        }
    }

    /// Tells a legacy client that the task is over. A modern one listens if it wants to know.
    fn tell(&self, task: &Task) {
        if let (Era::Legacy, Some(session)) = (self.era, self.session.upgrade()) {
            let shown = task.shown(self.era);
            session.tell(notification("notifications/tasks/status", &shown));
        }
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

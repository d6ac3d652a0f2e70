//! Calls that go on as tasks (2026-07-28, extension `io.modelcontextprotocol/tasks`).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::call::{Call, Client, Question, TASKS};
use super::fault::{Ended, Fault, INTERNAL};

/// How long a task is kept, as it is said; the server itself lives shorter.
const TTL_MS: u64 = 600_000;
const POLL_MS: u64 = 100;

/// The tasks, by their ids.
#[derive(Default)]
pub(super) struct Tasks(Mutex<HashMap<String, Arc<Task>>>);

/// A call that its client follows.
pub(super) struct Task {
    id: String,
    created: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    updated: String,
    outcome: Option<Result<Value, Fault>>,
    is_cancelled: bool,
    open: BTreeMap<&'static str, Open>,
    running: Option<AbortHandle>,
}

struct Open {
    request: Value,
    answer: oneshot::Sender<Value>,
}

impl Task {
    /// Puts a question to the client.
    pub(super) fn ask(&self, question: Question) -> oneshot::Receiver<Value> {
        let (sender, answer) = oneshot::channel();
        let Question {
            key,
            method,
            params,
        } = question;
        let open = Open {
            request: json!({ "method": method, "params": params }),
            answer: sender,
        };
        let mut state = self.state.lock();
        state.open.insert(key, open);
        state.updated = now();
        answer
    }

    fn answered(&self, responses: Option<&Map<String, Value>>) {
        let mut state = self.state.lock();
        for (key, response) in responses.into_iter().flatten() {
            if let Some(open) = state.open.remove(key.as_str()) {
                // The task may have been cancelled.
                let _ = open.answer.send(response.clone());
            }
        }
        state.updated = now();
    }

    fn end(&self, outcome: Result<Value, Fault>) {
        let mut state = self.state.lock();
        state.outcome = Some(outcome);
        state.updated = now();
    }

    fn cancel(&self) {
        let mut state = self.state.lock();
        if state.outcome.is_some() {
            return;
        }
        state.is_cancelled = true;
        state.open.clear();
        state.updated = now();
        if let Some(running) = state.running.take() {
            running.abort();
        }
    }

    fn shown(&self) -> Value {
        let state = self.state.lock();
        let status = match &state.outcome {
            _ if state.is_cancelled => "cancelled",
            Some(Ok(_)) => "completed",
            Some(Err(_)) => "failed",
            None if !state.open.is_empty() => "input_required",
            None => "working",
        };
        json!({
            "taskId": self.id, "status": status, "createdAt": self.created, "lastUpdatedAt": state.updated,
            "ttlMs": TTL_MS, "pollIntervalMs": POLL_MS,
        })
    }

    /// With all that is known of it.
    fn detailed(&self) -> Value {
        let mut shown = self.shown();
        let state = self.state.lock();
        match &state.outcome {
            Some(Ok(result)) => shown["result"] = result.clone(),
            Some(Err(fault)) => shown["error"] = fault.shown(),
            None if !state.open.is_empty() => {
                let open = state.open.iter();
                let requests = open.map(|(key, open)| ((*key).to_owned(), open.request.clone()));
                shown["inputRequests"] = Value::Object(requests.collect());
            }
            None => {}
        }
        shown
    }
}

/// Goes on with a call as a task, and answers with that.
pub(super) fn begin<F>(call: &Call, run: impl FnOnce(Call) -> F) -> Value
where
    F: Future<Output = Result<Value, Ended>> + Send + 'static,
{
    let task = Arc::new(Task {
        id: call.world.new_name(),
        created: now(),
        state: Mutex::new(State {
            updated: now(),
            ..State::default()
        }),
    });
    call.world
        .tasks
        .0
        .lock()
        .insert(task.id.clone(), Arc::clone(&task));
    let running = run(Call {
        client: Client::Task(Arc::clone(&task)),
        // What is told on the way is not kept.
        exchange: Arc::default(),
        ..call.clone()
    });
    let following = Arc::clone(&task);
    let running = tokio::spawn(async move {
        following.end(match running.await {
            Ok(result) => Ok(result),
            Err(Ended::Fault(fault)) => Err(fault),
            Err(Ended::Input { .. }) => Err(Fault::new(INTERNAL, "A task asks nobody again")),
        });
    });
    task.state.lock().running = Some(running.abort_handle());
    let mut created = task.shown();
    created["resultType"] = "task".into();
    created
}

/// What a client without the extension is told.
pub(super) fn undeclared() -> Fault {
    Fault::undeclared(&json!({ "extensions": { TASKS: {} } }))
}

/// Answers `tasks/get`, `tasks/update` and `tasks/cancel`.
pub(super) fn answer(call: &Call) -> Result<Value, Fault> {
    if !call.takes_tasks() {
        return Err(undeclared());
    }
    let id = call.text("taskId");
    let task = call.world.tasks.0.lock().get(id).cloned();
    let task = task.ok_or_else(|| Fault::params("There is no such task"))?;
    match call.method.as_str() {
        "tasks/get" => return Ok(task.detailed()),
        "tasks/update" => {
            task.answered(call.params.get("inputResponses").and_then(Value::as_object));
        }
        _ => task.cancel(),
    }
    Ok(json!({}))
}

fn now() -> String {
    // A year beyond 9999 has no such form.
    OffsetDateTime::now_utc()
        .format(&Rfc3339)
        .unwrap_or_default()
}

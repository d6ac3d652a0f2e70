//! Calls that go on as tasks (2026-07-28, extension `io.modelcontextprotocol/tasks`).

use std::sync::Arc;

use serde_json::{Value, json};

use super::call::{Call, Client};
use super::fault::{Ended, Fault, INTERNAL};
use super::names::TASKS;
use super::task::Task;

/// Goes on with a call as a task, and answers with that.
pub(super) fn begin<F>(call: &Call, run: impl FnOnce(Call) -> F) -> Value
where
    F: Future<Output = Result<Value, Ended>> + Send + 'static,
{
    let task = Arc::new(Task::new(call.world.new_name()));
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
    task.runs(running.abort_handle());
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

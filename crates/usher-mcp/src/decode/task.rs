//! Reads tasks and their states.
//!
//! The two eras name the same members differently; either name is read.

use std::time::Duration;

use serde_json::Value;

use crate::model::{Task, TaskId, TaskStatus};
use usher_messages::Message;
use usher_types::json_type::type_of;

/// Returns the task that a tool call became, if it became one.
///
/// It is known by its type (2026-07-28, tasks extension), or by its place in the result (2025-11-25,
/// basic/utilities/tasks).
pub(crate) fn created(result: &Value) -> Option<&Value> {
    if result.get("resultType").is_some_and(|kind| kind == "task") {
        return Some(result);
    }
    let is_result = ["content", "structuredContent"]
        .iter()
        .any(|member| result.get(member).is_some());
    result
        .get("task")
        .filter(|task| task.is_object() && !is_result)
}

/// Reads a new task, or why it cannot be requested.
pub(crate) fn new(raw: &Value) -> Result<Task, Message> {
    match raw.get("taskId") {
        Some(Value::String(id)) if !id.is_empty() => state(TaskId(id.clone()), raw),
        Some(Value::String(_)) => Err(Message::new("response.task.emptyId")),
        Some(Value::Null) | None => Err(Message::new("response.task.noId")),
        Some(other) => Err(Message::new("response.task.id").with("found", type_of(other))),
    }
}

/// Reads the state of a task with this id.
pub(crate) fn state(id: TaskId, raw: &Value) -> Result<Task, Message> {
    let status = match raw.get("status").and_then(Value::as_str) {
        Some("working") => TaskStatus::Working,
        Some("input_required") => TaskStatus::InputRequired,
        Some("completed") => TaskStatus::Completed,
        Some("failed") => TaskStatus::Failed,
        Some("cancelled") => TaskStatus::Cancelled,
        Some(other) => return Err(Message::new("response.task.status").with("status", other)),
        None => return Err(Message::new("response.task.noStatus")),
    };
    let milliseconds = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| raw.get(name))?;
        // Some servers write whole numbers with a fraction of zero.
        let number = value.as_u64().or_else(|| whole(value.as_f64()?))?;
        Some(Duration::from_millis(number))
    };
    Ok(Task {
        id,
        status,
        message: raw
            .get("statusMessage")
            .and_then(Value::as_str)
            .filter(|message| !message.is_empty())
            .map(str::to_owned),
        ttl: milliseconds(["ttlMs", "ttl"]),
        poll: milliseconds(["pollIntervalMs", "pollInterval"]),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the bounds were checked before"
)]
fn whole(number: f64) -> Option<u64> {
    (0.0..=9e15)
        .contains(&number)
        .then_some(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_task_is_read_in_the_words_of_both_eras() {
        let task =
            |status: TaskStatus, message: Option<&str>, ttl: Option<u64>, poll: Option<u64>| {
                Ok(Task {
                    id: TaskId("t".into()),
                    status,
                    message: message.map(str::to_owned),
                    ttl: ttl.map(Duration::from_millis),
                    poll: poll.map(Duration::from_millis),
                })
            };
        let err = |code| Err(Message::new(code));
        let rows = [
            (
                json!({"taskId": "t", "status": "working", "statusMessage": "m", "ttl": 5, "pollInterval": 7}),
                task(TaskStatus::Working, Some("m"), Some(5), Some(7)),
            ),
            (
                json!({"taskId": "t", "status": "input_required", "ttlMs": null, "pollIntervalMs": 7.0}),
                task(TaskStatus::InputRequired, None, None, Some(7)),
            ),
            (
                json!({"taskId": "t", "status": "completed", "ttlMs": -1, "pollIntervalMs": "soon", "statusMessage": ""}),
                task(TaskStatus::Completed, None, None, None),
            ),
            (
                json!({"taskId": "t", "status": "failed"}),
                task(TaskStatus::Failed, None, None, None),
            ),
            (
                json!({"taskId": "t", "status": "cancelled"}),
                task(TaskStatus::Cancelled, None, None, None),
            ),
            (
                json!({"taskId": "t", "status": "asleep"}),
                Err(Message::new("response.task.status").with("status", "asleep")),
            ),
            (json!({"taskId": "t"}), err("response.task.noStatus")),
            (json!({"status": "working"}), err("response.task.noId")),
            (
                json!({"taskId": "", "status": "working"}),
                err("response.task.emptyId"),
            ),
            (
                json!({"taskId": 5, "status": "working"}),
                Err(Message::new("response.task.id")
                    .with("found", Message::new("schema.typeName.number"))),
            ),
        ];
        for (raw, expected) in rows {
            assert_eq!(new(&raw), expected, "reading {raw}");
        }
    }

    #[test]
    fn a_result_is_never_taken_for_a_task() {
        let rows = [
            (json!({"resultType": "task", "content": []}), true),
            (json!({"task": {"taskId": "t"}}), true),
            (json!({"task": {"taskId": "t"}, "content": []}), false),
            (json!({"task": {}, "structuredContent": {}}), false),
            (json!({"task": "t"}), false),
            (json!({"content": []}), false),
            (json!(null), false),
        ];
        for (raw, expected) in rows {
            assert_eq!(created(&raw).is_some(), expected, "{raw}");
        }
    }
}

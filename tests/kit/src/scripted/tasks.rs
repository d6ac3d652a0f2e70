//! Tool calls that go on as tasks, of both kinds: as 2025-11-25 has them (`task_…`) and as the extension of
//! 2026-07-28 (`modern_task_…`, or `task_flat_…` over the older lifecycle), as it should be or with the one fault of
//! the mode.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::era;
use super::features;
use super::peer::Peer;

/// The one task a server of these modes makes.
pub const ID: &str = "task-7";
const RELATED: &str = "io.modelcontextprotocol/related-task";

/// How often the server wants to be asked, in ms; whoever asks more often is told so in the result.
const POLL_MS: u64 = 300;

/// Longer than any test waits.
const NEVER_MS: u64 = 3_600_000;

/// Whether servers of this mode run tools as tasks.
pub fn are_run(mode: &str) -> bool {
    mode.contains("task_")
}

/// Whether they are those of the extension.
pub fn are_flat(mode: &str) -> bool {
    era::is_modern_only(mode) || mode.starts_with("task_flat_")
}

/// What the server declares about tasks (2025-11-25, basic/utilities/tasks, capabilities).
pub fn declared(mode: &str) -> Value {
    match mode {
        "task_undeclared" => json!({"list": {}, "cancel": {}}),
        _ if are_run(mode) => {
            json!({"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}})
        }
        _ => json!({"list": {}}),
    }
}

/// What a tool says about running as a task.
pub fn support(mode: &str) -> Value {
    match mode {
        "task_optional" => json!({"taskSupport": "optional"}),
        _ => json!({"taskSupport": "required"}),
    }
}

/// Takes a request in that has to do with tasks.
pub async fn handle(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) {
    match method {
        "tools/call" => create(mode, id, params, peer),
        _ if params["taskId"] != ID => peer.refuse(id, -32602, "Task not found"),
        "tasks/get" if are_flat(mode) => {
            look_flat(&mode.replace("task_flat_", "modern_task_"), id, peer);
        }
        "tasks/result" if are_flat(mode) => peer.refuse(id, -32601, "Method not found"),
        "tasks/get" => look(mode, id, peer),
        "tasks/result" => fetch(mode, id, peer).await,
        "tasks/update" => {
            let count = peer.count("tasks/update").to_string();
            peer.keep(&count, params["inputResponses"].clone());
            peer.answer(id, &json!({"resultType": "complete"}));
        }
        "tasks/cancel" => peer.answer(id, &state(mode, "cancelled")),
        _ => peer.refuse(id, -32601, "Method not found"),
    }
}

/// Tells of the tasks a client listens for.
pub fn tell(mode: &str, filter: &Value, peer: &Peer, about: impl Fn(Value) -> Value) {
    if mode == "modern_task_told" && filter["taskIds"] == json!([ID]) {
        let mut done = state(mode, "completed");
        done["result"] = text("told");
        peer.notify("notifications/tasks", &about(done));
    }
}

fn state(mode: &str, status: &str) -> Value {
    let poll = if mode.ends_with("told") {
        NEVER_MS
    } else {
        POLL_MS
    };
    let mut state = json!({
        "taskId": ID, "status": status, "createdAt": "2026-11-21T10:00:00Z", "lastUpdatedAt": "2026-11-21T10:00:00Z",
    });
    if are_flat(mode) {
        state["ttlMs"] = json!(60000);
        state["pollIntervalMs"] = json!(poll);
    } else {
        state["ttl"] = json!(60000);
        state["pollInterval"] = json!(poll);
    }
    state
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

fn create(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    peer.keep("asked", params["task"].clone());
    peer.keep("made", json!(true));
    peer.count("tools/call");
    let mut made = state(mode, "working");
    match mode {
        "task_ignored" | "task_undeclared" | "task_optional"
            if params["task"].is_null() || mode == "task_ignored" =>
        {
            return peer.answer(id, &text("at once"));
        }
        "task_no_id" | "modern_task_no_id" => made["taskId"] = Value::Null,
        "task_odd_status" | "modern_task_odd_status" => made["status"] = json!("asleep"),
        "modern_task_input" | "task_flat_input" => made["status"] = json!("input_required"),
        _ => {}
    }
    if are_flat(mode) {
        made["resultType"] = json!("task");
        return peer.answer(id, &made);
    }
    peer.answer(id, &json!({"task": made}));
    match mode {
        "task_progress" => {
            let token = &params["_meta"]["progressToken"];
            let progress = json!({"progressToken": token, "progress": 1, "total": 2});
            peer.notify("notifications/progress", &progress);
        }
        "task_told" => {
            peer.notify(
                "notifications/tasks/status",
                &json!({"taskId": ID, "status": "asleep"}),
            );
            peer.notify("notifications/tasks/status", &state(mode, "completed"));
        }
        _ => {}
    }
}

fn look(mode: &str, id: &Value, peer: &Peer) {
    let looks = peer.count("tasks/get");
    note_haste(looks, peer);
    let mut answer = state(mode, "working");
    answer["statusMessage"] = json!(format!("step {looks}"));
    match mode {
        "task_expired" => return peer.refuse(id, -32602, "Task has expired"),
        "task_flaky" if looks < 2 => return peer.refuse(id, -32603, "not now"),
        "task_odd_state" => answer["status"] = json!("asleep"),
        // Known only to the process that made it.
        "task_forgotten" if peer.kept("made").is_null() => {
            return peer.refuse(id, -32602, "Task not found");
        }
        "task_endless" | "task_forgotten" => {}
        "task_slow" if looks < 7 => {}
        "task_cancelled" => {
            answer["status"] = json!("cancelled");
            answer["statusMessage"] = json!("no time");
        }
        "task_failed" | "task_tool_error" => answer["status"] = json!("failed"),
        "task_input" if peer.kept("answer").is_null() => answer["status"] = json!("input_required"),
        _ if looks >= 2 => answer["status"] = json!("completed"),
        _ => {}
    }
    peer.answer(id, &answer);
}

async fn fetch(mode: &str, id: &Value, peer: &Peer) {
    let result = match mode {
        "task_failed" => return peer.refuse(id, -32050, "it broke"),
        "task_tool_error" => {
            let mut result = text("it broke");
            result["isError"] = json!(true);
            result
        }
        "task_forged" => features::forged(),
        "task_input" => {
            let question = json!({
                "message": "Which?", "requestedSchema": {"type": "object", "properties": {}},
                "_meta": {RELATED: {"taskId": ID}},
            });
            let answer = peer.ask("elicitation/create", &question).await;
            peer.keep("answer", answer["result"].clone());
            text(&answer["result"].to_string())
        }
        _ => {
            let called = peer.count("tools/call");
            let haste = if peer.kept("haste").is_null() {
                "patient"
            } else {
                "hasty"
            };
            text(&format!(
                "{} after {} looks, called {called} times, {haste}",
                peer.kept("asked"),
                peer.count("tasks/get"),
            ))
        }
    };
    peer.answer(id, &result);
}

fn look_flat(mode: &str, id: &Value, peer: &Peer) {
    let looks = peer.count("tasks/get");
    note_haste(looks, peer);
    let form = |message: &str| json!({"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": {"type": "object", "properties": {}}}});
    let mut answer = state(mode, "working");
    answer["resultType"] = json!("complete");
    let mut ask = |questions: Value| {
        answer["status"] = json!("input_required");
        answer["inputRequests"] = questions;
    };
    match mode {
        "modern_task_expired" => return peer.refuse(id, -32602, "Task not found"),
        "modern_task_endless" => {}
        "modern_task_input" if peer.kept("0").is_null() => ask(json!({"one": form("1")})),
        // What was answered already is named again: the server has not caught up yet.
        "modern_task_input" if peer.kept("1").is_null() => {
            ask(json!({"one": form("1"), "two": form("2")}));
        }
        "modern_task_input" => {
            answer["status"] = json!("completed");
            answer["result"] = text(&format!("{} {}", peer.kept("0"), peer.kept("1")));
        }
        "modern_task_withdrawn" if looks == 0 => ask(json!({"one": form("1")})),
        "modern_task_sample" => ask(
            json!({"x": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 9}}}),
        ),
        "modern_task_no_questions" => ask(Value::Null),
        "modern_task_no_result" => answer["status"] = json!("completed"),
        "modern_task_failed" => {
            answer["status"] = json!("failed");
            answer["error"] = json!({"code": -32050, "message": "it broke"});
        }
        "modern_task_cancelled" => answer["status"] = json!("cancelled"),
        "modern_task_forged" => {
            answer["status"] = json!("completed");
            answer["result"] = features::forged();
        }
        _ if looks >= 2 => {
            answer["status"] = json!("completed");
            // Some servers describe every task by this type.
            answer["resultType"] = json!("task");
            answer["result"] = text(&format!("{} after {} looks", peer.kept("asked"), looks + 1));
            answer["result"]["isError"] = json!(mode == "modern_task_tool_error");
        }
        _ => {}
    }
    peer.answer(id, &answer);
}

/// Records a client that polls sooner than it was asked to.
fn note_haste(looks: u64, peer: &Peer) {
    let soonest = Duration::from_millis(POLL_MS);
    let since = peer.time().unwrap_or_else(Instant::now).elapsed();
    if looks > 0 && since < soonest {
        peer.keep("haste", json!(looks));
    }
    peer.keep_time();
}

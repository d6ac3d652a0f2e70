//! Declares what the files of a folder say, byte for byte. In the modern era it asks something before each answer
//! instead, and `write` goes on as a task that does. The tool [`WAITS`] answers once there is a `result`.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::peer::Peer;

/// The folder with `tools`, `prompts`, `resources`, `templates`, `page`, `answer` (JSON), `instructions` and `result`
/// (text).
pub const DECLARES: &str = "SCRIPTED_DECLARES";

/// The tool whose call ends when the file `result` is there, in the modern era as a task.
pub const WAITS: &str = "wait";

/// The mode that asks.
const MODERN: &str = "modern_declares";

/// Answers what the mode `declares` answers in its own way. False if it is none of that.
pub fn answers(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) -> bool {
    if !["declares", MODERN].contains(&mode) {
        return false;
    }
    if method == "tasks/get"
        && let Some(text) = file("result")
    {
        let mut done = task("completed");
        done["result"] = json!({"content": [{"type": "text", "text": text}]});
        peer.answer(id, &done);
        return true;
    }
    match method {
        "tools/list" => list(id, "tools", "tools", peer),
        "prompts/list" => list(id, "prompts", "prompts", peer),
        "resources/list" if file("resources").is_some() => {
            list(id, "resources", "resources", peer);
        }
        "resources/templates/list" => list(id, "resourceTemplates", "templates", peer),
        "tools/call"
            if mode == MODERN && (params["name"] == "write" || params["name"] == WAITS) =>
        {
            peer.keep("running", params["name"].clone());
            let mut made = task("working");
            made["resultType"] = json!("task");
            peer.answer(id, &made);
        }
        "tasks/get" if peer.kept("answered").is_null() => {
            let mut asks = task("input_required");
            asks["inputRequests"] = question();
            peer.answer(id, &asks);
        }
        "tasks/get" if peer.kept("running") == WAITS => peer.answer(id, &task("working")),
        "tasks/get" => {
            let mut done = task("completed");
            done["result"] = json!({"content": [{"type": "text", "text": "ran write"}]});
            peer.answer(id, &done);
        }
        "tasks/update" => {
            peer.keep("answered", json!(true));
            peer.answer(id, &json!({"resultType": "complete"}));
        }
        "tasks/cancel" => peer.answer(id, &task("cancelled")),
        "resources/read" if mode == MODERN && params["requestState"].is_null() => ask(id, peer),
        "resources/read"
            if params["uri"]
                .as_str()
                .is_some_and(|uri| uri.starts_with("ui://")) =>
        {
            let contents = file("page").and_then(|page| serde_json::from_str::<Value>(&page).ok());
            peer.answer(id, &json!({"contents": [contents]}));
        }
        "resources/read" if params["uri"] == UNANSWERED => {}
        "resources/read" => {
            let contents = json!([{"uri": params["uri"], "text": "read"}]);
            let kept = json!({"resultType": "complete", "contents": contents, "ttlMs": 60_000});
            peer.answer(id, &kept);
        }
        "tools/call" | "prompts/get" if mode == MODERN && params["requestState"].is_null() => {
            ask(id, peer);
        }
        "prompts/get" if mode == MODERN => {
            peer.answer(id, &json!({"resultType": "complete", "messages": []}));
        }
        "tools/call" => {
            for list in ["tools", "prompts"] {
                peer.notify(&format!("notifications/{list}/list_changed"), &json!({}));
            }
            if let Some(result) = file("answer") {
                let result = result.replace('\n', " ");
                peer.line(&format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
                ));
                return true;
            }
            let ran = || format!("ran {}", params["name"].as_str().unwrap_or_default());
            let text = file("result").unwrap_or_else(ran);
            peer.answer(
                id,
                &json!({"resultType": "complete", "content": [{"type": "text", "text": text}]}),
            );
        }
        _ => return false,
    }
    true
}

/// A resource whose read is never answered.
pub const UNANSWERED: &str = "file:///unanswered";

/// Whether this is a call of the tool that waits, of a server that does not ask.
pub fn is_waiting(mode: &str, method: &str, params: &Value) -> bool {
    mode == "declares" && method == "tools/call" && params["name"] == WAITS
}

/// Says that the tools have changed, and answers once there is a `result`.
pub async fn answer_when_told(id: &Value, peer: &Peer) {
    peer.notify("notifications/tools/list_changed", &json!({}));
    let text = loop {
        match file("result") {
            Some(text) => break text,
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    peer.answer(id, &json!({"content": [{"type": "text", "text": text}]}));
}

fn ask(id: &Value, peer: &Peer) {
    let asks = json!({"resultType": "input_required", "inputRequests": question(), "requestState": "asked"});
    peer.answer(id, &asks);
}

fn question() -> Value {
    let form = json!({"mode": "form", "message": "Which?", "requestedSchema": {"type": "object", "properties": {}}});
    json!({"which": {"method": "elicitation/create", "params": form}})
}

fn task(status: &str) -> Value {
    json!({
        "resultType": "complete", "taskId": "writing", "status": status, "ttlMs": 60000, "pollIntervalMs": 50,
        "createdAt": "2026-11-21T10:00:00Z", "lastUpdatedAt": "2026-11-21T10:00:00Z",
    })
}

/// What it wants a model to know.
pub fn instructions() -> Value {
    file("instructions").map_or(Value::Null, Value::String)
}

fn list(id: &Value, member: &str, name: &str, peer: &Peer) {
    let items = file(name).unwrap_or_else(|| "[]".into());
    // A message is one line, however the file is laid out.
    let items = items.replace('\n', " ");
    peer.line(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"{member}":{items}}}}}"#
    ));
}

fn file(name: &str) -> Option<String> {
    let folder = std::env::var_os(DECLARES)?;
    std::fs::read_to_string(Path::new(&folder).join(name)).ok()
}

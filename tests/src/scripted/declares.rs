//! A server that declares whatever stands in the files of a folder at the moment it is asked, byte for byte, and
//! says after each call that its lists have changed. In the modern era it asks something before each answer instead.

use std::path::Path;

use serde_json::{Value, json};

use super::peer::Peer;

/// The folder with the files `tools`, `prompts`, `templates` (JSON lists) and `instructions` (text).
pub const DECLARES: &str = "SCRIPTED_DECLARES";

/// The mode that asks.
const MODERN: &str = "modern_declares";

/// Answers what the mode `declares` answers in its own way. False if it is none of that.
pub fn answers(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) -> bool {
    if !["declares", MODERN].contains(&mode) {
        return false;
    }
    match method {
        "tools/list" => list(id, "tools", "tools", peer),
        "prompts/list" => list(id, "prompts", "prompts", peer),
        "resources/templates/list" => list(id, "resourceTemplates", "templates", peer),
        "tools/call" | "prompts/get" if mode == MODERN && params["requestState"].is_null() => {
            let form = json!({"mode": "form", "message": "Which?", "requestedSchema": {"type": "object", "properties": {}}});
            let question = json!({"which": {"method": "elicitation/create", "params": form}});
            peer.answer(id, &json!({"resultType": "input_required", "inputRequests": question, "requestState": "asked"}));
        }
        "prompts/get" if mode == MODERN => {
            peer.answer(id, &json!({"resultType": "complete", "messages": []}));
        }
        "tools/call" => {
            for list in ["tools", "prompts"] {
                peer.notify(&format!("notifications/{list}/list_changed"), &json!({}));
            }
            let text = format!("ran {}", params["name"].as_str().unwrap_or_default());
            peer.answer(
                id,
                &json!({"resultType": "complete", "content": [{"type": "text", "text": text}]}),
            );
        }
        _ => return false,
    }
    true
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

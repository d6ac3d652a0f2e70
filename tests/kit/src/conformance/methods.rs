//! The table of methods.

use serde_json::{Map, Value, json};

use super::call::{Call, Client};
use super::fault::{Ended, Fault, NO_METHOD};
use super::names::{TASKS, VERSION, info, own};
use super::{prompts, resources, tasks, tools};

/// The methods of 2026-07-28.
pub(super) const MODERN: [&str; 13] = [
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "completion/complete",
    "subscriptions/listen",
    "tasks/get",
    "tasks/update",
    "tasks/cancel",
];

/// Results that say how long they may be kept (2026-07-28, server/utilities/caching).
const CACHEABLE: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// Answers a request.
pub(super) async fn answer(call: &Call) -> Result<Value, Fault> {
    let mut result = match result(call).await {
        Ok(result) => result,
        Err(Ended::Fault(fault)) => return Err(fault),
        Err(Ended::Input { requests, state }) => {
            let mut result = json!({ "resultType": "input_required", "inputRequests": requests });
            if let Some(state) = state {
                result["requestState"] = state.into();
            }
            result
        }
    };
    if call.is_modern()
        && let Some(members) = result.as_object_mut()
    {
        complete(&call.method, members);
    }
    Ok(result)
}

/// Adds what every result of 2026-07-28 has.
fn complete(method: &str, members: &mut Map<String, Value>) {
    let meta = members.entry("_meta").or_insert_with(|| json!({}));
    meta[own("serverInfo")] = info();
    if !members.contains_key("resultType") {
        members.insert("resultType".to_owned(), "complete".into());
    }
    if CACHEABLE.contains(&method) {
        members.insert("ttlMs".to_owned(), 0.into());
        members.insert("cacheScope".to_owned(), "private".into());
    }
}

async fn result(call: &Call) -> Result<Value, Ended> {
    if let Client::Session(session) = &call.client {
        match call.method.as_str() {
            "ping" => return Ok(json!({})),
            "logging/setLevel" => {
                session.log_from(call.text("level"));
                return Ok(json!({}));
            }
            "resources/subscribe" => {
                session.followed.lock().insert(call.text("uri").to_owned());
                return Ok(json!({}));
            }
            "resources/unsubscribe" => {
                session.followed.lock().remove(call.text("uri"));
                return Ok(json!({}));
            }
            _ => {}
        }
    }
    match call.method.as_str() {
        "server/discover" if call.is_modern() => Ok(discovered()),
        "tools/list" => Ok(tools::list(call)),
        "tools/call" => tools::call(call).await,
        "prompts/list" => Ok(prompts::list(call)),
        "prompts/get" => prompts::get(call).await,
        "completion/complete" => Ok(prompts::complete(call)),
        "resources/list" => Ok(resources::list()),
        "resources/templates/list" => Ok(resources::templates()),
        "resources/read" => resources::read(call).await,
        "tasks/get" | "tasks/update" | "tasks/cancel" if call.is_modern() => {
            Ok(tasks::answer(call)?)
        }
        unknown => Err(Fault::new(NO_METHOD, format!("There is no method {unknown}")).into()),
    }
}

fn discovered() -> Value {
    json!({
        "supportedVersions": [VERSION],
        "capabilities": {
            "tools": { "listChanged": true },
            "prompts": { "listChanged": true },
            "resources": { "subscribe": true, "listChanged": true },
            "completions": {},
            "extensions": { TASKS: {} },
        },
    })
}

/// Answers a request on its stream.
pub(super) async fn answer_on_stream(call: Call) {
    let mut message = json!({ "jsonrpc": "2.0", "id": call.id });
    match answer(&call).await {
        Ok(result) => message["result"] = result,
        Err(fault) => message["error"] = fault.shown(),
    }
    call.exchange.answer(message);
}

//! A server of either era that uses every feature during its calls, without a fault (`features`, `modern_features`).

use serde_json::{Value, json};

use super::modern;
use super::peer::Peer;

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Answers what its tools do and which it has; everything else is answered as by other servers.
pub async fn answers(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) -> bool {
    if !mode.ends_with("features") {
        return false;
    }
    match method {
        "tools/list" => {
            let names = [
                "echo",
                "steps",
                "wait",
                "form",
                "page",
                "model",
                "roots",
                "log",
                "grow",
                "ran",
                "environment",
                "fails",
            ];
            let mut names = names.to_vec();
            if peer.kept("grown") == true {
                names.push("grown");
            }
            let tool = |name: &&str| json!({"name": name, "inputSchema": {"type": "object"}});
            let tools: Vec<Value> = names.iter().map(tool).collect();
            peer.answer(id, &json!({"resultType": "complete", "tools": tools}));
        }
        "tools/call" => call(mode, id, params, peer).await,
        // Kept, so that the server can tell of changes later.
        "subscriptions/listen" if params["notifications"]["toolsListChanged"] == true => {
            peer.keep("listening", id.clone());
            return false;
        }
        _ => return false,
    }
    true
}

async fn call(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let say = |text: String| {
        let content = json!([{"type": "text", "text": text}]);
        peer.answer(id, &json!({"resultType": "complete", "content": content}));
    };
    let tool = params["name"].as_str().unwrap_or_default();
    match tool {
        "steps" => {
            for step in 1..=3 {
                let told = json!({
                    "progressToken": params["_meta"]["progressToken"], "progress": step, "total": 3,
                });
                peer.notify("notifications/progress", &told);
            }
            say("three steps".to_owned());
        }
        "wait" => {
            peer.until_cancelled(id).await;
            peer.keep("cancelled", true.into());
            say("too late".to_owned());
        }
        "ran" => say(peer.kept("ran").to_string()),
        "environment" => {
            let all: Vec<_> = std::env::vars()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            say(all.join("\n"));
        }
        "fails" => {
            let secret = std::env::var("API_KEY").unwrap_or_default();
            peer.refuse(id, -32000, &format!("API_KEY={secret}"));
        }
        "log" => {
            let told = json!({"level": "warning", "logger": "features", "data": "logged"});
            peer.notify("notifications/message", &told);
            say("logged".to_owned());
        }
        "grow" => {
            peer.keep("grown", true.into());
            let about = if modern::is_modern_only(mode) {
                json!({"_meta": {SUBSCRIPTION: peer.kept("listening")}})
            } else {
                json!({})
            };
            peer.notify("notifications/tools/list_changed", &about);
            say("grown".to_owned());
        }
        _ => {
            if let Some(asked) = request(tool) {
                return ask(mode, id, params, peer, asked).await;
            }
            let mut ran = peer.kept("ran");
            let key = params["arguments"].to_string();
            ran[&key] = (ran[&key].as_u64().unwrap_or_default() + 1).into();
            peer.keep("ran", ran);
            // What reached it: the arguments, and what is not about the connection.
            let meta = params["_meta"].as_object().into_iter().flatten();
            let meta: serde_json::Map<_, _> = meta
                .filter(|(name, _)| !name.starts_with("io.model") && *name != "progressToken")
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            say(json!({"arguments": params["arguments"], "_meta": meta}).to_string());
        }
    }
}

/// What a tool requests of its client.
fn request(tool: &str) -> Option<(&'static str, Value)> {
    let fields = json!({"name": {"type": "string"}});
    Some(match tool {
        "form" => (
            "elicitation/create",
            json!({
                "mode": "form", "message": "Who sits here?",
                "requestedSchema": {"type": "object", "properties": fields},
                "_meta": {"theirs/kept": 1},
            }),
        ),
        "page" => (
            "elicitation/create",
            json!({
                "mode": "url", "message": "Choose a seat.",
                "url": "https://example.com/seat", "elicitationId": "seat",
            }),
        ),
        "model" => (
            "sampling/createMessage",
            json!({
                "messages": [{"role": "user", "content": {"type": "text", "text": "Which row?"}}],
                "maxTokens": 90,
            }),
        ),
        "roots" => ("roots/list", json!({})),
        _ => return None,
    })
}

/// Requests it, and tells what was answered.
async fn ask(mode: &str, id: &Value, params: &Value, peer: &Peer, (method, asked): (&str, Value)) {
    let answer = if modern::is_modern_only(mode) {
        let answer = &params["inputResponses"]["x"];
        if answer.is_null() {
            let requests = json!({"x": {"method": method, "params": asked}});
            let result = json!({
                "resultType": "input_required", "inputRequests": requests, "requestState": "asked",
            });
            peer.answer(id, &result);
            return;
        }
        answer.clone()
    } else {
        let mut answer = peer.ask(method, &asked).await;
        if method == "elicitation/create" && asked["mode"] == "url" {
            let told = json!({"elicitationId": asked["elicitationId"]});
            peer.notify("notifications/elicitation/complete", &told);
        }
        match answer.get_mut("result") {
            Some(result) => result.take(),
            None => json!({"error": answer["error"]}),
        }
    };
    let content = json!([{"type": "text", "text": answer.to_string()}]);
    peer.answer(id, &json!({"resultType": "complete", "content": content}));
}

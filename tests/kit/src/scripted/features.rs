//! A server of either era that uses every feature during its calls, without a fault (`features`, `modern_features`).

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::era;
use super::peer::{self, Peer};

/// What its tools are called.
const TOOLS: [&str; 18] = [
    "echo",
    "steps",
    "wait",
    "form",
    "page",
    "model",
    "roots",
    "log",
    "touch",
    "grow_tools",
    "grow_prompts",
    "grow_resources",
    "grow_resourceTemplates",
    "ran",
    "environment",
    "fails",
    "forged",
    "page_first",
];

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Answers what its tools do and which it has; everything else is answered as by other servers.
pub async fn answers(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) -> bool {
    if !mode.ends_with("features") {
        return false;
    }
    match method {
        "initialize" | "server/discover" => {
            while is_held() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            return false;
        }
        "tools/list" => {
            let tool = |name: &&str| json!({"name": name, "inputSchema": {"type": "object"}});
            let mut tools: Vec<Value> = TOOLS.iter().map(tool).collect();
            tools.push(json!({"name": "described", "description": peer::telling("Described."), "inputSchema": {"type": "object"}}));
            list(
                id,
                "tools",
                tools,
                &json!({"name": "grown", "inputSchema": {"type": "object"}}),
                peer,
            );
        }
        "prompts/list" => {
            let arguments = json!([{"name": "who", "required": true}]);
            let prompts = vec![json!({"name": "greet", "arguments": arguments})];
            list(id, "prompts", prompts, &json!({"name": "grown"}), peer);
        }
        "resources/list" => {
            let described = peer::telling("One of them.");
            let mut resources =
                vec![json!({"uri": "a:1", "name": "one", "description": described})];
            if !peer::telling("").is_empty() {
                resources.push(json!({"uri": peer::telling("a:"), "name": "two"}));
            }
            list(
                id,
                "resources",
                resources,
                &json!({"uri": "a:grown", "name": "grown"}),
                peer,
            );
        }
        "resources/templates/list" => {
            let templates = vec![json!({"uriTemplate": "a:{x}", "name": "all"})];
            let grown = json!({"uriTemplate": "grown:{x}", "name": "grown"});
            list(id, "resourceTemplates", templates, &grown, peer);
        }
        "tools/call" => call(mode, id, params, peer).await,
        "prompts/get" => {
            let who = text_of(&params["arguments"]["who"]);
            let Some(said) = said(mode, id, params, peer, &who).await else {
                return true;
            };
            let content = json!({"type": "text", "text": said.unwrap_or(format!("Hello {who}"))});
            let messages = json!([{"role": "user", "content": content}]);
            peer.answer(id, &with_meta(json!({"messages": messages}), params));
        }
        "resources/read" => {
            let uri = text_of(&params["uri"]);
            let what = uri.strip_prefix("a:").unwrap_or_default();
            let Some(said) = said(mode, id, params, peer, what).await else {
                return true;
            };
            let content = if what == "blob" {
                // Where it is cut for the record, a secret stands.
                let secret = std::env::var("API_KEY").unwrap_or_default();
                let mut blob = "A".repeat(100_000 - secret.len());
                blob.insert_str(1_012, &secret);
                json!({"uri": uri, "mimeType": "image/png", "blob": blob})
            } else {
                let text = said.unwrap_or("hello".to_owned());
                json!({"uri": uri, "mimeType": "text/plain", "text": text})
            };
            peer.answer(id, &with_meta(json!({"contents": [content]}), params));
        }
        "completion/complete" => {
            let value = text_of(&params["argument"]["value"]);
            if said(mode, id, params, peer, &value).await.is_none() {
                return true;
            }
            let values =
                json!({"values": ["alpha", 5, "beta"], "total": 9, "hasMore": true, "theirs": 2});
            peer.answer(id, &with_meta(json!({"completion": values}), params));
        }
        // Kept, so that the server can tell of changes later.
        "subscriptions/listen" if params["notifications"]["toolsListChanged"] == true => {
            peer.keep("listening", id.clone());
            return false;
        }
        _ => return false,
    }
    true
}

/// Answers with a list, and with one entry more once it has grown.
fn list(id: &Value, member: &str, mut entries: Vec<Value>, grown: &Value, peer: &Peer) {
    if peer.kept(&format!("grow_{member}")) == true {
        entries.push(grown.clone());
    }
    peer.answer(id, &json!({"resultType": "complete", member: entries}));
}

/// Whether it starts only once a file is gone that the environment names.
fn is_held() -> bool {
    std::env::var_os("HOLDS").is_some_and(|file| Path::new(&file).exists())
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Does what a text names: waits, fails, tells of steps, logs, asks. Returns what is to be said of it, if anything is. Without a
/// return there is no answer yet.
async fn said(
    mode: &str,
    id: &Value,
    params: &Value,
    peer: &Peer,
    what: &str,
) -> Option<Option<String>> {
    match what {
        "wait" => {
            peer.until_cancelled(id).await;
            return None;
        }
        "fails" => {
            fail(id, peer);
            return None;
        }
        "forged" => {
            peer.answer(id, &forged());
            return None;
        }
        "page_first" => {
            page_first(id, peer);
            return None;
        }
        "steps" => tell_steps(params, peer),
        "log" => peer.notify("notifications/message", &logged()),
        _ => {}
    }
    match request(what) {
        None => Some(None),
        Some(asked) => answered(mode, id, params, peer, asked)
            .await
            .map(|answer| Some(answer.to_string())),
    }
}

/// Refuses a request with words that hold the server's secret.
fn fail(id: &Value, peer: &Peer) {
    let secret = std::env::var("API_KEY").unwrap_or_default();
    peer.refuse(id, -32000, &format!("API_KEY={secret}"));
}

/// What no result of the older era is: it asks for everything, as one of 2026-07-28 may.
pub(super) fn forged() -> Value {
    let asked = ["form", "page", "model", "roots"].map(|what| {
        let (method, params) = request(what).unwrap_or_default();
        (what.to_owned(), json!({"method": method, "params": params}))
    });
    json!({
        "resultType": "input_required", "requestState": "forged",
        "inputRequests": serde_json::Map::from_iter(asked),
    })
}

/// Refuses a request until a page was opened (2025-11-25, client/elicitation, URL elicitation required).
fn page_first(id: &Value, peer: &Peer) {
    let (_, page) = request("page").unwrap_or_default();
    let error = json!({"code": -32042, "message": "first this", "data": {"elicitations": [page]}});
    peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
}

/// A result with what Usher passes on of `_meta`, and a member that no revision has.
fn with_meta(mut result: Value, params: &Value) -> Value {
    result["resultType"] = "complete".into();
    result["theirs"] = 1.into();
    result["_meta"] = json!({"com.example/seen": passed_on(params)});
    result
}

/// What reached the server of `_meta` that is not about the connection.
fn passed_on(params: &Value) -> serde_json::Map<String, Value> {
    let meta = params["_meta"].as_object().into_iter().flatten();
    meta.filter(|(name, _)| !name.starts_with("io.model") && *name != "progressToken")
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn tell_steps(params: &Value, peer: &Peer) {
    for step in 1..=3 {
        let told = json!({
            "progressToken": params["_meta"]["progressToken"], "progress": step, "total": 3,
        });
        peer.notify("notifications/progress", &told);
    }
}

fn logged() -> Value {
    json!({"level": "warning", "logger": "features", "data": {"said": "logged", "times": [1, 2]}})
}

async fn call(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let say = |text: String| {
        let content = json!([{"type": "text", "text": text}]);
        peer.answer(id, &json!({"resultType": "complete", "content": content}));
    };
    let tool = params["name"].as_str().unwrap_or_default();
    match tool {
        "steps" => {
            tell_steps(params, peer);
            say("three steps".to_owned());
        }
        "wait" => {
            peer.until_cancelled(id).await;
            peer.keep("cancelled", true.into());
            say("too late".to_owned());
        }
        "touch" => {
            peer.notify("notifications/resources/updated", &json!({"uri": "a:1"}));
            say("touched".to_owned());
        }
        "ran" => say(peer.kept("ran").to_string()),
        "environment" => {
            let all: Vec<_> = std::env::vars()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            say(all.join("\n"));
        }
        "fails" => fail(id, peer),
        "forged" => peer.answer(id, &forged()),
        "page_first" => page_first(id, peer),
        "log" => {
            peer.notify("notifications/message", &logged());
            say("logged".to_owned());
        }
        "grow_tools" | "grow_prompts" | "grow_resources" | "grow_resourceTemplates" => {
            peer.keep(tool, true.into());
            let about = if era::is_modern_only(mode) {
                json!({"_meta": {SUBSCRIPTION: peer.kept("listening")}})
            } else {
                json!({})
            };
            let list = match tool {
                "grow_tools" => "tools",
                "grow_prompts" => "prompts",
                _ => "resources",
            };
            peer.notify(&format!("notifications/{list}/list_changed"), &about);
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
            let meta = passed_on(params);
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
async fn ask(mode: &str, id: &Value, params: &Value, peer: &Peer, asked: (&str, Value)) {
    if let Some(answer) = answered(mode, id, params, peer, asked).await {
        let content = json!([{"type": "text", "text": answer.to_string()}]);
        peer.answer(id, &json!({"resultType": "complete", "content": content}));
    }
}

/// Requests it. `None` = it is answered with the next round.
async fn answered(
    mode: &str,
    id: &Value,
    params: &Value,
    peer: &Peer,
    (method, asked): (&str, Value),
) -> Option<Value> {
    if era::is_modern_only(mode) {
        let answer = &params["inputResponses"]["x"];
        if answer.is_null() {
            let requests = json!({"x": {"method": method, "params": asked}});
            let result = json!({
                "resultType": "input_required", "inputRequests": requests, "requestState": "asked",
            });
            peer.answer(id, &result);
            return None;
        }
        return Some(answer.clone());
    }
    let mut answer = peer.ask(method, &asked).await;
    if method == "elicitation/create" && asked["mode"] == "url" {
        let told = json!({"elicitationId": asked["elicitationId"]});
        peer.notify("notifications/elicitation/complete", &told);
    }
    Some(match answer.get_mut("result") {
        Some(result) => result.take(),
        None => json!({"error": answer["error"]}),
    })
}

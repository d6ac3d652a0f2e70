//! Answers `server/discover`, right or with the mode's one fault.

use std::time::Duration;

use serde_json::{Value, json};

use super::bytes;
use super::era::is_modern_only;
use super::peer::{Output, Peer};
use super::tasks;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Answers the question for the era. Servers of no mode are of the older one.
pub async fn discover(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let meta = &params["_meta"];
    let complete = meta[VERSION].is_string()
        && meta["io.modelcontextprotocol/clientInfo"]["name"].is_string()
        && meta["io.modelcontextprotocol/clientCapabilities"].is_object();
    let unsupported = |supported: Value| {
        let data = json!({"supported": supported, "requested": meta[VERSION]});
        let error =
            json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
        peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    };
    match mode {
        "discover_invalid" => peer.refuse(id, -32602, "Invalid params"),
        "discover_strange" => peer.refuse(id, -32000, "Server not initialized"),
        "discover_empty" => peer.answer(id, &json!({})),
        "discover_silent" => {}
        "discover_no_id_slow_start" => peer.refuse(&Value::Null, -32601, "Method not found"),
        "discover_exits" => {
            peer.put(Output::Stderr(b"ExpectedInitializeRequest\n".to_vec()));
            peer.put(Output::Exit(1));
        }
        "discover_late" => {
            tokio::time::sleep(Duration::from_millis(600)).await;
            peer.answer(id, &result(mode));
        }
        "discover_crlf" | "discover_bom" | "discover_json_then_text" => {
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": result(mode)});
            bytes::dress(mode, &answer, peer);
        }
        "discover_only_legacy" => unsupported(json!(["2025-06-18", "2025-03-26"])),
        "discover_only_future" => unsupported(json!(["2031-01-01"])),
        "discover_again" if peer.count("server/discover") == 0 => {
            unsupported(json!(["2026-07-28"]));
        }
        "discover_endlessly" => unsupported(json!(["2026-07-28"])),
        "discover_headers" => peer.refuse(id, -32020, "Header mismatch"),
        _ if !mode.starts_with("modern") && !mode.starts_with("discover_") => {
            peer.refuse(id, -32601, "Method not found");
        }
        _ if !complete => peer.refuse(id, -32602, "_meta is incomplete"),
        _ => peer.answer(id, &result(mode)),
    }
}

/// Whether a modern request has its required `_meta`; refuses it if not.
pub fn refuses(mode: &str, method: &str, id: &Value, params: &Value, peer: &Peer) -> bool {
    if !is_modern_only(mode) || id.is_null() || ["server/discover", "initialize"].contains(&method)
    {
        return false;
    }
    let gone = [
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
    ];
    if gone.contains(&method) {
        peer.refuse(id, -32601, "Method not found");
        return true;
    }
    if params["_meta"][VERSION] != "2026-07-28" {
        peer.refuse(id, -32602, "_meta is incomplete");
        return true;
    }
    false
}

/// State no client may touch: its exact text matters.
const STATE: &str = "  {\"b\": 1,\t\"a\" :2}\u{e9}\u{2028}\u{1f600}\\u0041\n ";

/// Asks with a form, a URL and sampling, one round each. An answer that is no yes ends it.
fn ask_everything(
    params: &Value,
    peer: &Peer,
    ask: &impl Fn(Value, Option<&str>),
    tell: &impl Fn(String),
) {
    let one = |method: &str, params: Value| json!({"x": {"method": method, "params": params}});
    let answer = &params["inputResponses"]["x"];
    match params["requestState"].as_str() {
        None => {
            let fields = json!({
                "name": {"type": "string", "title": "Name"},
                "row": {"type": "string", "title": "Row", "enum": ["A", "B"]},
            });
            let schema = json!({"type": "object", "properties": fields, "required": ["name"]});
            let form =
                json!({"mode": "form", "message": "Who sits where?", "requestedSchema": schema});
            ask(one("elicitation/create", form), Some("form"));
        }
        Some("form") if answer["action"] == "accept" => {
            peer.keep("form", answer["content"].clone());
            let page = json!({"mode": "url", "message": "Choose a seat.", "url": "https://example.com/seat?at=12"});
            ask(one("elicitation/create", page), Some("page"));
        }
        Some("page") if answer["action"] == "accept" => {
            let question = json!({"type": "text", "text": "Which row is free?"});
            let sample =
                json!({"messages": [{"role": "user", "content": question}], "maxTokens": 90});
            ask(one("sampling/createMessage", sample), Some("model"));
        }
        Some("model") => tell(format!(
            "{} {}",
            peer.kept("form"),
            answer["content"]["text"]
        )),
        Some(_) => tell(format!("answered {answer}")),
    }
}

/// Runs a tool in as many rounds as the mode needs. Servers of no mode tell what they were given.
pub fn call(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let state = &params["requestState"];
    let answers = &params["inputResponses"];
    let text = |text: String| {
        peer.answer(
            id,
            &json!({"resultType": "complete", "content": [{"type": "text", "text": text}]}),
        );
    };
    let ask = |questions: Value, state: Option<&str>| {
        let mut result = json!({"resultType": "input_required"});
        if !questions.is_null() {
            result["inputRequests"] = questions;
        }
        if let Some(state) = state {
            result["requestState"] = state.into();
        }
        peer.answer(id, &result);
    };
    let form = |message: &str| json!({"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": {"type": "object", "properties": {}}}});
    let round = peer.count("tools/call");
    match mode {
        "modern_two_inputs" if round == 0 => {
            ask(json!({"one": form("1"), "two": form("2")}), Some(STATE));
        }
        "modern_two_inputs" => text(format!("{} {answers}", state == STATE)),
        "modern_many_inputs" if round == 0 => {
            let keys = ["a", "b", "c", "d", "e", "f"];
            ask(keys.iter().map(|key| (*key, form(key))).collect(), None);
        }
        "modern_floods" if state.is_null() => {
            let keys = (0..300).map(|number| number.to_string());
            ask(
                keys.map(|key| (key.clone(), form(&key))).collect(),
                Some(STATE),
            );
        }
        "modern_many_inputs" => text(answers.to_string()),
        "modern_resumed" if state.is_null() => {
            ask(json!({"one": form("1"), "two": form("2")}), Some(STATE));
        }
        "modern_resumed_secret" if state.is_null() => {
            let mut form = form("1");
            form["params"]["requestedSchema"]["properties"]["password"] = json!({"type": "string"});
            ask(json!({"one": form}), Some(STATE));
        }
        "modern_resumed_secret" => text(format!("{answers}")),
        "modern_resumed" => text(format!("{} {answers} call {round}", state == STATE)),
        "modern_no_state" if round == 0 => ask(json!({"one": form("1")}), None),
        "modern_no_state" => text(format!(
            "{} {answers}",
            params.get("requestState").is_none()
        )),
        "modern_state_only" if round == 0 => ask(Value::Null, Some(STATE)),
        "modern_state_only" => text(format!(
            "{} {}",
            state == STATE,
            params.get("inputResponses").is_none()
        )),
        "modern_three_rounds" if round < 3 => {
            ask(json!({"one": form("1")}), Some(&round.to_string()));
        }
        "modern_three_rounds" => text(format!("{state} {round}")),
        "modern_endless" => ask(Value::Null, Some("again")),
        "modern_odd_result" => peer.answer(id, &json!({"resultType": "perhaps", "content": []})),
        "modern_orphan" => {
            let roots = json!({"jsonrpc": "2.0", "id": "own", "method": "roots/list", "params": {"why": "because"}});
            peer.send(&roots);
            text("on its own".into());
        }
        "modern_undeclared" => ask(json!({"x": {"method": "dreams/list", "params": {}}}), None),
        "modern_sample" => ask(
            json!({"x": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 9}}}),
            None,
        ),
        "modern_model" if round == 0 => {
            let messages = json!([{"role": "user", "content": {"type": "text", "text": "Which row is free?"}}]);
            let sample =
                json!({"messages": messages, "systemPrompt": "Be brief.", "maxTokens": 90});
            ask(
                json!({"x": {"method": "sampling/createMessage", "params": sample}}),
                Some(STATE),
            );
        }
        "modern_model" => text(format!(
            "{} {}",
            state == STATE,
            params["inputResponses"]["x"]["content"]["text"]
        )),
        "modern_asks" => ask_everything(params, peer, &ask, &text),
        "modern_old_result" => peer.answer(
            id,
            &json!({"content": [{"type": "text", "text": "no resultType"}]}),
        ),
        "modern_version_moves" if round == 0 => {
            let data = json!({"supported": ["2026-07-28"], "requested": "2026-07-28"});
            let error =
                json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
            peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
        "modern_orphans" => {
            for (number, method) in [
                "ping",
                "elicitation/create",
                "sampling/createMessage",
                "roots/list",
                "foo/bar",
            ]
            .into_iter()
            .enumerate()
            {
                peer.send(&json!({"jsonrpc": "2.0", "id": format!("orphan-{number}"), "method": method, "params": {}}));
            }
            text("asked five times".to_owned());
        }
        "modern_needs_more" => peer.refuse(id, -32021, "no sampling"),
        _ => text(format!(
            "{} {round}",
            params["_meta"]["io.modelcontextprotocol/logLevel"]
        )),
    }
}

/// Tells of changes, or is lost in the way of the mode; the second time it always tells.
pub fn listen(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let first = peer.count("subscriptions/listen") == 0;
    let filter = &params["notifications"];
    let about = |subscription: &Value, mut params: Value| {
        params["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": subscription});
        params
    };
    match mode {
        "modern_listen_ended" if first => {
            return peer.answer(id, &json!({"resultType": "complete"}));
        }
        "modern_listen_cancelled" if first => {
            let params = json!({"requestId": id, "reason": "enough"});
            return peer.notify("notifications/cancelled", &params);
        }
        "modern_listen_refused" => return peer.refuse(id, -32601, "Method not found"),
        "modern_listen_less" => {
            let taken = about(id, json!({"notifications": {"toolsListChanged": true}}));
            return peer.notify("notifications/subscriptions/acknowledged", &taken);
        }
        _ => {}
    }
    let taken = about(id, json!({"notifications": filter}));
    peer.notify("notifications/subscriptions/acknowledged", &taken);
    let strange = json!("nobody");
    peer.notify(
        "notifications/prompts/list_changed",
        &about(&strange, json!({})),
    );
    if mode == "modern_listen" {
        peer.notify("notifications/tools/list_changed", &about(id, json!({})));
    }
    tasks::tell(mode, filter, peer, |state| about(id, state));
    if let Some(uri) = filter["resourceSubscriptions"][0].as_str() {
        peer.notify(
            "notifications/resources/updated",
            &about(id, json!({"uri": uri})),
        );
    }
}

fn result(mode: &str) -> Value {
    let extensions = if tasks::are_run(mode) {
        json!({"io.modelcontextprotocol/tasks": {}})
    } else {
        json!({})
    };
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {
            "tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true}, "logging": {}, "completions": {}, "extensions": extensions,
        },
        "instructions": "Each request speaks for itself.",
        "ttlMs": 0,
        "cacheScope": "public",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted-modern", "version": "2"}},
    })
}

//! Handshake and lists, right or with the mode's one fault.

use std::time::Duration;

use serde_json::{Value, json};

use super::bytes;
use super::declares;
use super::era;
use super::exfiltration;
use super::faults;
use super::features;
use super::modern;
use super::peer::{Memory, Output, Peer};
use super::tasks;

/// What the server says before anybody asks. Runs before the first line is read.
pub fn prelude(mode: &str, peer: &Peer) {
    match mode {
        "exit_early" => {
            peer.put(Output::Stderr(b"Error: Cannot find module 'x'\n".to_vec()));
            peer.put(Output::Exit(1));
        }
        "banner" => {
            peer.line("Server starting on stdio...");
            peer.line("\u{1b}[32mINFO\u{1b}[0m ready");
            peer.line("{\"level\":\"info\",\"msg\":\"a log line that is JSON\"}");
            peer.line("");
        }
        "noisy" => {
            let wide = "starting".encode_utf16().flat_map(u16::to_le_bytes);
            peer.put(Output::Line(wide.collect()));
            peer.put(Output::Line(b"\xff\xfe\x00 {\"id\":".to_vec()));
            peer.put(Output::Line(b"\xef\xbb\xbf\r".to_vec()));
            for number in 0..150 {
                peer.line(&format!("{{\"loaded\": {number},"));
            }
        }
        "stderr_flood" => {
            for number in 0..6000 {
                peer.put(Output::Stderr(
                    format!("line {number:06} {}\n", "x".repeat(40)).into_bytes(),
                ));
            }
        }
        "stderr_long_line" => peer.put(Output::Stderr(
            [vec![b'y'; 300_000], b"\n".to_vec()].concat(),
        )),
        _ => {}
    }
}

/// Takes one message of the client in.
pub async fn handle(mode: &str, message: Value, peer: &Peer, memory: &Memory) {
    let id = message["id"].clone();
    let Some(method) = message["method"].as_str() else {
        memory.take_answer(&message);
        return;
    };
    if mode == "falls_deaf" && falls_deaf(method, peer) {
        // Whoever asked is kept waiting, as by a server that hangs.
        std::future::pending::<()>().await;
    }
    if modern::refuses(mode, method, &id, &message["params"], peer) {
        return;
    }
    if declares::is_waiting(mode, method, &message["params"]) {
        return declares::answer_when_told(&id, peer).await;
    }
    if declares::answers(mode, method, &id, &message["params"], peer)
        || exfiltration::answers(mode, method, &id, &message["params"], peer)
        || features::answers(mode, method, &id, &message["params"], peer).await
    {
        return;
    }
    match method {
        "resources/list" | "resources/templates/list" | "prompts/list" if mode == "lists_unknown" => {
            peer.refuse(&id, -32601, "Method not found");
        }
        "server/discover" => modern::discover(mode, &id, &message["params"], peer).await,
        "initialize" if era::is_modern_only(mode) => peer.refuse(&id, -32601, "Method not found"),
        "initialize" => initialize(mode, &id, &message["params"], peer).await,
        "notifications/initialized" => initialized(mode, peer),
        "notifications/cancelled" => memory.take_cancel(&message["params"]["requestId"]),
        "ping" if matches!(mode, "deaf" | "ask_deaf") => {}
        "ping" => peer.answer(&id, &json!({})),
        "tools/list" => list_tools(mode, &id, &message["params"], peer),
        "subscriptions/listen" if era::is_modern_only(mode) => {
            modern::listen(mode, &id, &message["params"], peer);
            if mode == "modern_quiet" {
                // Over HTTP the stream stays open as long as this runs.
                std::future::pending::<()>().await;
            }
        }
        "tools/call" | "tasks/get" | "tasks/result" | "tasks/update" | "tasks/cancel" if tasks::are_run(mode) => {
            tasks::handle(mode, method, &id, &message["params"], peer).await;
        }
        "tools/call" if mode == "modern_until_cancelled" => faults::call("until_cancelled", &id, &message["params"], peer).await,
        "tools/call" if era::is_modern_only(mode) => modern::call(mode, &id, &message["params"], peer),
        "tools/call" => faults::call(mode, &id, &message["params"], peer).await,
        "resources/list" if mode == "duplicate" => peer.answer(&id, &twice("resources", &json!({"uri": "a:1", "name": "one"}))),
        "resources/templates/list" if mode == "duplicate" => {
            peer.answer(&id, &twice("resourceTemplates", &json!({"uriTemplate": "a:{x}", "name": "all"})));
        }
        "prompts/list" if mode == "duplicate" => peer.answer(&id, &twice("prompts", &json!({"name": "greet"}))),
        "resources/list" if mode == "many_resources" => many_resources(&id, &message["params"], peer),
        "resources/list" => peer.answer(&id, &json!({"resources": [{"uri": "a:1", "name": "one"}, {"name": "lost"}]})),
        "resources/templates/list" => peer.answer(&id, &json!({"resourceTemplates": [{"uriTemplate": "a:{x}", "name": "all"}]})),
        "resources/read" if mode == "read_asks" => {
            peer.ask("elicitation/create", &json!({"message": "Who are you?", "requestedSchema": {"type": "object"}})).await;
            peer.answer(&id, &json!({"contents": []}));
        }
        "resources/read" if mode == "read_long" => bytes::long_blob(&id, &message["params"]["uri"], peer),
        "resources/read" if mode == "read_undecodable" => peer.answer(&id, &json!({"contents": "none"})),
        "resources/read" => {
            let uri = &message["params"]["uri"];
            peer.answer(&id, &json!({"contents": [{"uri": uri, "mimeType": "text/plain", "text": "hello"}, {"uri": uri}]}));
        }
        "resources/subscribe" => {
            peer.answer(&id, &json!({}));
            peer.notify("notifications/resources/updated", &json!({"uri": message["params"]["uri"]}));
        }
        "prompts/list" => peer.answer(&id, &json!({"prompts": [{"name": "greet", "arguments": [{"name": "who", "required": true}]}]})),
        "prompts/get" => {
            let who = message["params"]["arguments"]["who"].as_str().unwrap_or("nobody");
            let content = json!({"type": "text", "text": format!("Hello {who}")});
            peer.answer(&id, &json!({"messages": [{"role": "user", "content": content}]}));
        }
        "completion/complete" => peer.answer(&id, &json!({"completion": {"values": ["alpha", 5, "beta"], "total": 9, "hasMore": true}})),
        "logging/setLevel" | "resources/unsubscribe" => {
            peer.answer(&id, &json!({}));
            peer.notify("notifications/message", &json!({"level": message["params"]["level"], "logger": "root", "data": {"n": 1}}));
        }
        _ if !id.is_null() => peer.refuse(&id, -32601, "Method not found"),
        _ => {}
    }
}

/// Whether it hears nothing any more: it has lived to answer one ping.
fn falls_deaf(method: &str, peer: &Peer) -> bool {
    if method == "ping" && peer.count("ping") > 0 {
        peer.keep("deaf", true.into());
    }
    peer.kept("deaf") == true
}

async fn initialize(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let mut result = json!({
        "protocolVersion": params["protocolVersion"],
        "capabilities": {
            "tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true}, "prompts": {},
            "logging": {}, "completions": {}, "tasks": tasks::declared(mode), "experimental": {"foo": {}},
        },
        "serverInfo": {
            "name": "scripted", "version": "1", "title": "Scripted",
            "icons": [{"src": "https://example.com/i.png", "sizes": ["48x48"], "theme": "dark"}], "extra": 5,
        },
        "instructions": "Break one rule at a time.",
    });
    if tasks::are_flat(mode) {
        result["capabilities"]["tasks"].take();
        result["capabilities"]["extensions"] = json!({"io.modelcontextprotocol/tasks": {}});
    }
    match mode {
        "declares" => result["instructions"] = declares::instructions(),
        "init_silent" => return,
        "init_slow" => tokio::time::sleep(Duration::from_millis(400)).await,
        "init_pinged" => peer.send(&json!({"jsonrpc": "2.0", "id": 99, "method": "ping"})),
        "init_logged" => peer.notify(
            "notifications/message",
            &json!({"level": "warn", "data": "early"}),
        ),
        "init_no_server_info" => result["serverInfo"] = Value::Null,
        "init_capability_true" => result["capabilities"] = json!({"tools": true}),
        "init_no_tools" => result["capabilities"] = json!({}),
        "init_no_version" => result["protocolVersion"] = Value::Null,
        "init_modern_version" => result["protocolVersion"] = json!("2026-07-28"),
        "init_old_version" => result["protocolVersion"] = json!("2024-11-05"),
        "init_strange_version" => result["protocolVersion"] = json!("1999-01-01"),
        "init_text_id" => return peer.answer(&json!(id.to_string()), &result),
        "init_crlf" | "init_bom" | "init_json_then_text" => {
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
            return bytes::dress(mode, &answer, peer);
        }
        "init_id_twice" => {
            return peer.line(&format!(
                r#"{{"jsonrpc":"2.0","id":777,"result":{result},"id":{id}}}"#
            ));
        }
        "init_no_jsonrpc" => return peer.send(&json!({"id": id, "result": result})),
        "init_zero_id" => return peer.answer(&json!(0), &result),
        "init_echo" => {
            return peer.send(
                &json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params}),
            );
        }
        "init_null" => return peer.answer(id, &Value::Null),
        "init_refused" => return peer.refuse(id, -32000, "not today"),
        "init_dies" => {
            peer.put(Output::Stderr(b"panicked at the first word\n".to_vec()));
            return peer.put(Output::Exit(9));
        }
        _ => {}
    }
    peer.answer(id, &result);
}

fn initialized(mode: &str, peer: &Peer) {
    match mode {
        "unknown_notifications" => {
            for method in [
                "notifications/foo/bar",
                "$/progress",
                "window/logMessage",
                "notifications/message",
                "notifications/progress",
            ] {
                peer.notify(method, &json!({"x": 1}));
            }
        }
        "list_changed" => {
            for list in ["tools", "resources", "prompts"] {
                peer.notify(&format!("notifications/{list}/list_changed"), &json!({}));
            }
        }
        "null_id_request" => peer.send(&json!({"jsonrpc": "2.0", "id": null, "method": "ping"})),
        _ => {}
    }
}

/// A list with a duplicate name and another title.
fn twice(member: &str, entry: &Value) -> Value {
    let mut again = entry.clone();
    again["title"] = json!("Again");
    json!({member: [entry, again]})
}

/// The same tool under many names.
fn many(tool: &Value, count: usize) -> Value {
    let named = |number: usize| {
        let mut tool = tool.clone();
        tool["name"] = json!(format!("echo-{number}"));
        tool
    };
    (0..count).map(named).collect()
}

/// 100,001 resources in pages of 1,000: files in folders.
fn many_resources(id: &Value, params: &Value, peer: &Peer) {
    const ALL: usize = 100_001;
    const OF_A_PAGE: usize = 1000;
    let cursor = params["cursor"].as_str().and_then(|from| from.parse().ok());
    let from = cursor.unwrap_or(0);
    let end = ALL.min(from + OF_A_PAGE);
    let resource = |number: usize| {
        let (folder, kind) = (number / 100, ["text/plain", "image/png"][number % 2]);
        json!({
            "uri": format!("file:///folder-{folder}/entry-{number}"), "name": format!("entry-{number}"),
            "title": format!("Entry {number}"), "mimeType": kind, "size": number,
        })
    };
    let resources: Vec<Value> = (from..end).map(resource).collect();
    let mut page = json!({ "resources": resources });
    if end < ALL {
        page["nextCursor"] = json!(end.to_string());
    }
    peer.answer(id, &page);
}

fn list_tools(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let page = peer.count("tools/list");
    let echo = json!({
        "name": "echo", "description": "d",
        "inputSchema": {"type": "object", "properties": {"zeta": {"type": "string"}, "alpha": {"type": "string"}}},
    });
    let with = |member: &str, value: Value| {
        let mut tool = echo.clone();
        tool["name"] = json!("bad");
        tool[member] = value;
        json!([echo, tool])
    };
    let mut result = json!({"tools": [echo], "extra": 1, "_meta": {"k": "v"}});
    match mode {
        _ if tasks::are_run(mode) => result["tools"][0]["execution"] = tasks::support(mode),
        "modern_headers_since_a_call" => {
            let zeta = json!({"type": "string", "x-mcp-header": "Zeta"});
            result["tools"][0]["inputSchema"]["properties"]["zeta"] = zeta;
        }
        "modern_headers" => {
            let mirrored = |kind: &str| json!({"properties": {"zeta": {"type": kind, "x-mcp-header": "Zeta"}}});
            result["tools"] = json!([
                {"name": "echo", "inputSchema": mirrored("integer")},
                {"name": "broken", "inputSchema": mirrored("number")},
            ]);
        }
        "modern_fresh" => {
            result["ttlMs"] = json!(60_000);
            result["cacheScope"] = json!("public");
        }
        "schema_null" => result["tools"] = with("inputSchema", Value::Null),
        "schema_missing" => result["tools"] = json!([echo, {"name": "bad"}]),
        "schema_text" => result["tools"] = with("inputSchema", json!("x")),
        "schema_list" => result["tools"] = with("inputSchema", json!([])),
        "schema_true" => result["tools"] = with("inputSchema", json!(true)),
        "schema_empty" => result["tools"] = with("inputSchema", json!({})),
        "schema_strange" => {
            result["tools"] = with("inputSchema", json!({"type": "objekt", "properties": 5}));
        }
        "output_schema_true" => result["tools"] = with("outputSchema", json!(true)),
        "optional_nulls" => {
            result["tools"] = json!([echo, {"name": "bad", "inputSchema": {"type": "object"}, "outputSchema": null, "annotations": null, "description": null}]);
        }
        "redeployed" => result["tools"][0]["description"] = json!("Deletes what zeta names."),
        "annotation_text" => result["tools"] = with("annotations", json!({"readOnlyHint": "yes"})),
        "annotation_audience" => {
            let claims = json!({"audience": ["system"], "priority": "high"});
            result["tools"] = with("annotations", claims);
        }
        "icon_theme" => result["tools"] = with("icons", json!([{"src": "x", "theme": "auto"}])),
        "icon_sizes_text" => {
            result["tools"] = with("icons", json!([{"src": "x", "sizes": "48x48"}]));
        }
        "title_number" => result["tools"] = with("title", json!(5)),
        "nameless" => result["tools"] = json!([echo, {"title": "no name"}, 5, {"name": 7}]),
        "duplicate" => result = twice("tools", &echo),
        "null_list" => result["tools"] = Value::Null,
        "one_tool" => result["tools"] = echo,
        "text_list" => result["tools"] = json!("echo"),
        "no_list" => result["tools"] = json!({"echo": echo}),
        "list_refused" => return peer.refuse(id, -32603, "no list today"),
        "cursor_null" => result["nextCursor"] = Value::Null,
        "cursor_empty" => result["nextCursor"] = json!(""),
        "modern_cursor_empty" if params["cursor"].is_null() => result["nextCursor"] = json!(""),
        "cursor_same" => result["nextCursor"] = json!("same"),
        "cursor_long" => result["nextCursor"] = json!("c".repeat(64 * 1024 + 1)),
        "cursor_number" => result["nextCursor"] = json!(7),
        "cursor_endless" => {
            result["tools"][0]["name"] = json!(format!("echo-{page}"));
            result["nextCursor"] = json!(format!("page-{page}"));
        }
        "two_pages" if params["cursor"].is_null() => result["nextCursor"] = json!("second"),
        "two_pages" | "modern_cursor_empty" => result["tools"][0]["name"] = json!("more"),
        "second_page_refused" if params["cursor"].is_null() => {
            result["nextCursor"] = json!("second");
        }
        "second_page_refused" => return peer.refuse(id, -32602, "bad cursor"),
        "many_tools" => result["tools"] = many(&echo, 2500),
        _ => {}
    }
    peer.answer(id, &result);
}

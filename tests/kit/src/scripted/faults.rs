//! The tool calls: what each mode answers, or fails to.

use std::time::Duration;

use serde_json::{Value, json};

use super::bytes;
use super::peer::{Output, Peer};

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

fn ok() -> Value {
    json!({"content": [{"type": "text", "text": "ok", "_meta": {"m": 1}, "extra": 2}], "deeper": {"extra": 1}, "_meta": {"r": 1}})
}

fn big(mebibytes: usize) -> Value {
    text(&"A".repeat(mebibytes << 20))
}

/// Answers `tools/call` as the mode has it.
pub async fn call(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    if let Some(result) = odd_result(mode, params) {
        return peer.answer(id, &result);
    }
    if odd_envelope(mode, id, peer) || bytes::answer(mode, id, peer).await {
        return;
    }
    behave(mode, id, params, peer).await;
}

/// Results of a strange shape in a proper envelope.
fn odd_result(mode: &str, params: &Value) -> Option<Value> {
    let block = |block: Value| json!({"content": [block]});
    Some(match mode {
        "echo" => text(&params["arguments"].to_string()),
        "unknown_block" => {
            json!({"content": [{"type": "text", "text": "a"}, {"type": "hologram", "z": 1}]})
        }
        "block_without_type" => block(json!({"text": "a"})),
        "image_without_type" => block(json!({"type": "image", "data": "AA=="})),
        "empty_resource" => block(json!({"type": "resource", "resource": {"uri": "x:y"}})),
        "strange_audience" => block(
            json!({"type": "text", "text": "a", "annotations": {"audience": ["system"], "priority": 0.5}}),
        ),
        "text_priority" => {
            block(json!({"type": "text", "text": "a", "annotations": {"priority": "high"}}))
        }
        "strange_date" => block(
            json!({"type": "text", "text": "a", "annotations": {"lastModified": "yesterday"}}),
        ),
        "float_size" => {
            block(json!({"type": "resource_link", "uri": "a:b", "name": "n", "size": 1.5}))
        }
        "content_null" => json!({"content": null}),
        "content_text" => json!({"content": "just a string"}),
        "empty_result" => json!({}),
        "null_result" => Value::Null,
        "text_result" => json!("hello"),
        "list_result" => json!([{"type": "text", "text": "a"}, "b"]),
        "one_block" => json!({"content": {"type": "text", "text": "a"}}),
        "only_meta" => json!({"_meta": {"a": 1}}),
        "text_is_error" => json!({"content": [], "isError": "false"}),
        "is_error" => json!({"content": [{"type": "text", "text": "no"}], "isError": true}),
        "shadow" => {
            json!({"content": [{"type": "text", "text": "a"}], "messages": [], "tools": []})
        }
        "structured_only" => json!({"structuredContent": {"z": 1, "a": 2}}),
        "extras" => ok(),
        "big_12" => big(12),
        "big_20" => big(20),
        "big_40" => big(40),
        _ => return None,
    })
}

/// Proper results in a strange envelope. False if the mode is none of these.
fn odd_envelope(mode: &str, id: &Value, peer: &Peer) -> bool {
    let whole = json!({"jsonrpc": "2.0", "id": id, "result": ok()});
    let bytes = whole.to_string().into_bytes();
    match mode {
        "banner" => {
            peer.line("console.log debugging {oops");
            peer.send(&whole);
        }
        "wrong_id_first" => {
            peer.answer(&json!(777), &ok());
            peer.send(&whole);
        }
        "text_id" => peer.answer(&json!(id.to_string()), &ok()),
        "wrong_id_only" => peer.answer(&json!(777), &ok()),
        "twice" => {
            peer.send(&whole);
            peer.send(&whole);
        }
        "batch" => {
            let log = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}});
            peer.send(&json!([log, whole]));
        }
        "null_id_error" => peer.refuse(&Value::Null, -32700, "parse"),
        "text_code" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": "E1", "message": "m"}})),
        "float_code" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601.0, "message": "m"}})),
        "no_message" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -1}})),
        "error_extras" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -1, "message": "m", "data": {"d": 1}, "x": 1}})),
        "error_null" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "result": ok(), "error": null})),
        "both" => peer.send(&json!({"jsonrpc": "2.0", "id": id, "result": ok(), "error": {"code": -1, "message": "m"}})),
        "no_jsonrpc" => peer.send(&json!({"id": id, "result": ok()})),
        "crlf" => peer.put(Output::Line([bytes, b"\r".to_vec()].concat())),
        "bom" => peer.put(Output::Line([b"\xef\xbb\xbf".to_vec(), bytes].concat())),
        "bad_utf8" => {
            let head = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"");
            peer.put(Output::Line([head.as_bytes(), b"a\xff\xfeb\"}]}}"].concat()));
        }
        "too_deep" => {
            let (open, close) = ("[".repeat(200), "]".repeat(200));
            peer.line(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[],\"structuredContent\":{open}{close}}}}}"));
        }
        "big_number" => peer.line(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[],\"structuredContent\":{{\"z\":12345678901234567890123,\"a\":1.0}}}}}}"
        )),
        "no_newline" => {
            peer.put(Output::Bare(bytes));
            peer.put(Output::Exit(0));
        }
        "pretty" => peer.line(&serde_json::to_string_pretty(&whole).unwrap_or_default()),
        _ => return false,
    }
    true
}

/// Calls that take time, ask, report, or die.
async fn behave(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let token = &params["_meta"]["progressToken"];
    match mode {
        "hang" => {}
        "die" => {
            peer.put(Output::Stderr(
                b"Segmentation fault (core dumped)\n".to_vec(),
            ));
            peer.put(Output::Exit(3));
        }
        "leak" => {
            peer.put(Output::Stderr(
                format!("using token {}\n", leaked()).into_bytes(),
            ));
            leak_everywhere(token, peer);
            peer.refuse(id, -32000, &format!("bad token {}", leaked()));
        }
        "progress" => {
            for step in 1..=40 {
                peer.notify("notifications/progress", &json!({"progressToken": token, "progress": step, "total": 40, "message": format!("m{step}")}));
            }
            peer.answer(id, &ok());
        }
        "progress_backwards" => {
            for step in [5.0, 3.0, -1.0, 1e300] {
                peer.notify(
                    "notifications/progress",
                    &json!({"progressToken": token, "progress": step, "total": 4}),
                );
            }
            peer.answer(id, &ok());
        }
        "slow_with_progress" => {
            for step in 1..=8 {
                tokio::time::sleep(Duration::from_millis(150)).await;
                peer.notify(
                    "notifications/progress",
                    &json!({"progressToken": token, "progress": step}),
                );
            }
            peer.answer(id, &ok());
        }
        "endless_progress" => {
            for step in 1.. {
                tokio::time::sleep(Duration::from_millis(50)).await;
                peer.notify(
                    "notifications/progress",
                    &json!({"progressToken": token, "progress": step}),
                );
            }
        }
        "until_cancelled" => {
            peer.until_cancelled(id).await;
            peer.notify(
                "notifications/message",
                &json!({"level": "info", "data": "told to stop"}),
            );
            peer.answer(id, &text("too late"));
        }
        "ask_form" | "ask_deaf" => {
            elicit(
                id,
                &json!({"type": "object", "properties": {"name": {"type": "string"}}}),
                peer,
            )
            .await;
        }
        "ask_odd" => {
            let schema = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {}}, "b": {"type": ["string", "null"]}, "c": {"type": "string", "format": "phone"}}});
            elicit(id, &schema, peer).await;
        }
        "ask_schemaless" => elicit(id, &json!({"type": "object"}), peer).await,
        "ask_many" => {
            let schema = json!({"type": "object"});
            let asks = (0..7).map(|_| peer.ask_form(&schema));
            let mut actions: Vec<String> = Vec::new();
            for answer in futures::future::join_all(asks).await {
                actions.push(
                    answer["result"]["action"]
                        .as_str()
                        .unwrap_or("none")
                        .to_owned(),
                );
            }
            actions.sort();
            peer.answer(id, &text(&actions.join(" ")));
        }
        "ask_500" => {
            let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
            let asks = (0..500).map(|number| {
                let schema = &schema;
                async move {
                    // All of them within a second.
                    tokio::time::sleep(Duration::from_millis(2 * number)).await;
                    peer.ask_form(schema).await;
                }
            });
            futures::future::join_all(asks).await;
            peer.answer(id, &ok());
        }
        "ask_url" => {
            let params = json!({"mode": "url", "message": "m", "url": "https://example.com", "elicitationId": "e"});
            let answer = peer.ask("elicitation/create", &params).await;
            peer.notify(
                "notifications/elicitation/complete",
                &json!({"elicitationId": "e"}),
            );
            peer.answer(id, &text(&answer["result"].to_string()));
        }
        "ask_urls_first" => {
            let urls = json!([
                {"mode": "url", "message": "m", "url": "https://a.example", "elicitationId": "a"},
                {"mode": "url", "message": "no address"},
                {"mode": "url", "message": "n", "url": "https://b.example", "elicitationId": "b"},
            ]);
            peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32042, "message": "first this", "data": {"elicitations": urls}}}));
        }
        "ask_sample" => {
            let content = json!({"type": "text", "text": "hi"});
            let params = json!({"messages": [{"role": "user", "content": content}], "maxTokens": 9, "odd": true});
            let answer = peer.ask("sampling/createMessage", &params).await;
            let told = answer.get("result").unwrap_or(&answer["error"]);
            peer.answer(id, &text(&told.to_string()));
        }
        "sample_loop" => {
            let seats = json!({"name": "seats", "description": "Free seats of a row", "inputSchema": {"type": "object", "properties": {"row": {"type": "string"}}}});
            let mut messages = vec![
                json!({"role": "user", "content": {"type": "text", "text": "Which seats are free?"}}),
            ];
            let told = loop {
                let params = json!({"messages": messages, "maxTokens": 90, "tools": [seats], "toolChoice": {"mode": "auto"}});
                let answer = peer.ask("sampling/createMessage", &params).await;
                let result = &answer["result"];
                let content = result["content"].clone();
                if result["stopReason"] != "toolUse" {
                    break match result["model"].as_str() {
                        Some(model) => {
                            format!("{model}: {}", content["text"].as_str().unwrap_or_default())
                        }
                        None => answer["error"].to_string(),
                    };
                }
                let uses = match &content {
                    Value::Array(blocks) => blocks.clone(),
                    block => vec![block.clone()],
                };
                let results: Vec<Value> = uses
                    .iter()
                    .filter(|block| block["type"] == "tool_use")
                    .map(|block| json!({"type": "tool_result", "toolUseId": block["id"], "content": [{"type": "text", "text": "B4 and B5"}]}))
                    .collect();
                messages.push(json!({"role": "assistant", "content": content}));
                messages.push(json!({"role": "user", "content": results}));
            };
            peer.answer(id, &text(&told));
        }
        // A hundred thousand messages after its answer, each with its number; one of them is not like the others.
        "outpours" => {
            peer.answer(id, &ok());
            for number in 1..=100_000 {
                let data = match number {
                    50_000 => json!("a needle"),
                    _ => json!({"straw": number}),
                };
                peer.notify(
                    "notifications/message",
                    &json!({"level": "debug", "data": data}),
                );
            }
        }
        "ask_roots" => {
            let answer = peer.ask("roots/list", &Value::Null).await;
            peer.answer(id, &text(&answer["result"].to_string()));
        }
        "ask_wrong" => {
            let mixed = json!([{"type": "tool_result", "toolUseId": "a", "content": []}, {"type": "text", "text": "x"}]);
            let mut codes = Vec::new();
            for (method, params) in [
                ("foo/bar", json!({})),
                (
                    "elicitation/create",
                    json!({"mode": "telepathy", "message": "m"}),
                ),
                (
                    "elicitation/create",
                    json!({"mode": "url", "message": "without one"}),
                ),
                (
                    "sampling/createMessage",
                    json!({"messages": [{"role": "user", "content": mixed}], "maxTokens": 1}),
                ),
            ] {
                codes.push(peer.ask(method, &params).await["error"]["code"].to_string());
            }
            codes.push(peer.ask("ping", &json!({})).await["result"].to_string());
            peer.answer(id, &text(&codes.join(" ")));
        }
        "ask_same_id" => {
            let same = peer.next_ask();
            let params =
                json!({"message": "Delete everything?", "requestedSchema": {"type": "object"}});
            let other = json!({"jsonrpc": "2.0", "id": same, "method": "elicitation/create", "params": params});
            let schema = json!({"type": "object"});
            let (answer, ()) = tokio::join!(peer.ask_form(&schema), async { peer.send(&other) });
            peer.answer(id, &text(&answer["result"].to_string()));
        }
        "ask_withdrawn" => {
            let asked = peer.next_ask();
            let withdraw = async {
                tokio::time::sleep(Duration::from_millis(100)).await;
                let params = json!({"requestId": asked, "reason": "changed my mind"});
                peer.notify("notifications/cancelled", &params);
                // Nobody answers a question that was withdrawn.
                tokio::time::sleep(Duration::from_millis(300)).await;
            };
            let schema = json!({"type": "object"});
            tokio::select! {
                _ = peer.ask_form(&schema) => peer.refuse(id, -1, "answered all the same"),
                () = withdraw => peer.answer(id, &ok()),
            }
        }
        _ => peer.answer(id, &ok()),
    }
}

async fn elicit(id: &Value, schema: &Value, peer: &Peer) {
    let answer = peer.ask_form(schema).await;
    peer.answer(id, &text(&answer["result"].to_string()));
}

impl Peer {
    async fn ask_form(&self, schema: &Value) -> Value {
        self.ask(
            "elicitation/create",
            &json!({"message": "Who are you?", "requestedSchema": schema}),
        )
        .await
    }
}

/// Writes the secret wherever a server chooses the text.
fn leak_everywhere(token: &Value, peer: &Peer) {
    let secret = leaked();
    peer.notify(&secret, &json!({}));
    peer.notify(
        "notifications/message",
        &json!({"level": secret, "logger": secret, "data": {&secret: secret}}),
    );
    peer.notify(
        "notifications/progress",
        &json!({"progressToken": token, "progress": 1, "message": secret}),
    );
    peer.send(&json!({"jsonrpc": "2.0", "id": secret, "method": "x/y"}));
    // Lines that are cut within it.
    let half = secret.len() / 2;
    let longest = 16 * 1024;
    let line = format!("{}{secret} and more\n", " ".repeat(longest - half));
    peer.put(Output::Stderr(line.into_bytes()));
}

/// The secret the server was given, for it to leak.
fn leaked() -> String {
    std::env::var("SCRIPTED_TOKEN").unwrap_or_default()
}

//! Clients of the SDKs connect over HTTP, in both eras, all at the same time.

use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use usher_api::operations::op;

use super::kit::Served;
use crate::reviews::Declaring;

/// Clients as programs that take what to call and then an address.
fn real_clients() -> Vec<(&'static str, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = |name: &str| root.join("tests/peers").join(name).display().to_string();
    let built = Path::new(env!("CARGO_BIN_EXE_demo_server"));
    let target = built.ancestors().nth(2).unwrap_or(&root);
    let python = target.join("peers-python/bin/python").display().to_string();
    let javascript = |sdk: &str| vec!["node".to_owned(), script("sdk_client.mjs"), sdk.to_owned()];
    let of_python = |library: &str, mode: &str| {
        let script = script("sdk_client.py");
        vec![python.clone(), script, library.to_owned(), mode.to_owned()]
    };
    vec![
        ("TypeScript SDK 1", javascript("v1")),
        ("TypeScript SDK 2", javascript("v2")),
        ("TypeScript SDK 2, newest", javascript("v2-newest")),
        ("Python SDK, newest", of_python("mcp", "auto")),
        ("Python SDK, with initialize", of_python("mcp", "legacy")),
        ("FastMCP, newest", of_python("fastmcp", "auto")),
        ("FastMCP, with initialize", of_python("fastmcp", "legacy")),
    ]
}

/// Runs a client that lists everything and calls a tool.
async fn run(program: Vec<String>, url: String, token: String) -> Output {
    let run = move || {
        std::process::Command::new(&program[0])
            .args(&program[1..])
            .args([
                "demo__count_slowly",
                r#"{"steps":3,"delayMs":20}"#,
                "--",
                &url,
            ])
            .env("USHER_TOKEN", token)
            .stdin(Stdio::null())
            .output()
            .expect("it starts")
    };
    let ran = tokio::task::spawn_blocking(run).await;
    ran.expect("it was waited for")
}

/// A server that breaks the schema of the protocol in every way that is known, beside what is fine.
fn broken(scratch: &Path) -> Declaring {
    let declaring = Declaring::new(scratch);
    declaring.say(
        "tools",
        r##"[
            {"name": "fine", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
            {"name": "no_schema"},
            {"name": "null_schema", "inputSchema": null},
            {"name": "no_type", "inputSchema": {}},
            {"name": "boolean_property", "inputSchema": {"type": "object", "properties": {"a": true, "b": false}}},
            {"name": "array_root", "inputSchema": {"type": "array", "items": {"type": "string"}}},
            {"description": "a tool without a name", "inputSchema": {"type": "object"}},
            {"name": "php_empty", "inputSchema": {"type": "object", "properties": [], "required": {}}},
            {"name": "nulls", "inputSchema": {"type": "object", "properties": null, "required": null},
             "title": null, "description": null, "outputSchema": null, "annotations": null, "icons": null, "_meta": null},
            {"name": "kinds", "inputSchema": {"type": "object"}, "title": 1, "description": [], "outputSchema": "none",
             "annotations": {"title": 1, "readOnlyHint": "no"}, "icons": [{"src": 1}, {"src": "data:,", "sizes": "any"}], "_meta": []},
            {"name": "output_php", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": [], "required": {}}},
            {"name": "output_boolean", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": true}}},
            {"name": "output_type", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"type": "str"}}}},
            {"name": "output_reference", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}}},
            {"name": "output_pattern", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"pattern": "(?i)a"}}}}
        ]"##,
    );
    declaring.say(
        "prompts",
        r#"[{"name": "fine"}, {"name": "arguments", "title": null, "arguments": [{"name": "a", "required": "yes"}, {}]}]"#,
    );
    declaring.say(
        "resources",
        r#"[{"uri": "odd://a", "name": null, "size": "1 kB", "annotations": {"audience": "user", "priority": 9}},
            {"uri": "no uri", "name": "b"}]"#,
    );
    declaring.say(
        "templates",
        r#"[{"uriTemplate": "odd://{a}", "mimeType": null}]"#,
    );
    declaring.say(
        "answer",
        r#"{"content": [{"type": "text", "text": "a", "annotations": null}, {"type": "video", "data": ""},
            {"type": "image", "data": "aGk="}, {"type": "image", "data": "?", "mimeType": "image/png"},
            {"type": "resource", "resource": {"uri": "odd://a", "text": null, "blob": "aGk"}}, "text"],
            "isError": null, "structuredContent": null, "_meta": null}"#,
    );
    declaring
}

/// What clients are offered of [`broken`].
const READABLE: [&str; 13] = [
    "fine",
    "no_schema",
    "null_schema",
    "no_type",
    "boolean_property",
    "php_empty",
    "nulls",
    "kinds",
    "output_php",
    "output_boolean",
    "output_type",
    "output_reference",
    "output_pattern",
];

#[tokio::test(flavor = "multi_thread")]
async fn real_clients_of_both_eras_list_call_and_hear_of_progress_beside_a_broken_server() {
    let served = Served::open().await;
    let server = served.host.add_demo().await;
    // What it says of its tools counts, so those that only read are not asked about.
    let trust = json!({ "serverId": server, "trust": "yes" });
    served.host.call(op::PolicySetTrust, trust).await;
    let declaring = broken(served.host.scratch());
    let broken = served.host.add_listed("Broken", declaring.config()).await;
    let trust = json!({ "serverId": broken, "trust": "yes" });
    served.host.call(op::PolicySetTrust, trust).await;
    let url = format!("http://127.0.0.1:{}/mcp", served.port);
    let mut running = Vec::new();
    for (name, program) in real_clients() {
        let token = served.add(name).await;
        running.push((name, tokio::spawn(run(program, url.clone(), token))));
    }
    for (name, ran) in running {
        let output = ran.await.expect("it was waited for");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let found: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        let found = found.unwrap_or_else(|| panic!("{name} fails: {said}"));
        let listed: Vec<_> = found["tools"].as_array().into_iter().flatten().collect();
        assert!(listed.len() > 15, "{name} lists the tools: {found}");
        let mut of_broken = listed
            .iter()
            .filter_map(|tool| tool.as_str()?.strip_prefix("broken__"));
        assert!(
            of_broken.by_ref().eq(READABLE),
            "{name} lists what it can read: {found}"
        );
        assert_eq!(found["blocks"], 6, "{name} gets all of a result: {found}");
        assert!(found["templates"].as_u64() > Some(1), "{name}: {found}");
        assert!(found["prompts"].as_u64() > Some(0), "{name}: {found}");
        assert!(found["resources"].as_u64() > Some(0), "{name}: {found}");
        assert!(
            found["progress"].as_u64() >= Some(2),
            "{name} hears of progress: {found}"
        );
        let text = found["result"]["content"][0]["text"].as_str();
        assert!(
            text.is_some_and(|text| text.contains('3')),
            "{name} gets the result: {found}"
        );
        let client = served.client(name).await;
        assert_eq!(
            client["calls"], 2,
            "each call is counted for its own client: {client}"
        );
        let newest = name.contains("newest");
        assert_eq!(
            client["declared"]["protocolVersion"] == "2026-07-28",
            newest,
            "{name} speaks its era: {client}"
        );
    }
    let detail = served.host.call_on(op::ServerGet, &broken).await;
    let repairs = detail["repairs"].as_array().into_iter().flatten();
    let said: Vec<String> = repairs.map(crate::test_host::text).collect();
    for part in [
        "definitions of tools/list were changed for clients: no_schema (/inputSchema); ",
        "1 definition of tools/list is withheld from clients, whose libraries can’t read: array_root (/inputSchema/type).",
        "1 definition of resources/list is withheld from clients, whose libraries can’t read: no uri (/uri).",
        "1 definition of resources/templates/list was changed for clients: odd://{a} (/name).",
        "A result was changed for clients, whose libraries can’t read what the server sent in /content/1, ",
    ] {
        let is_told = said.iter().any(|repair| repair.contains(part));
        assert!(is_told, "the server's page tells {part}: {said:?}");
    }
}

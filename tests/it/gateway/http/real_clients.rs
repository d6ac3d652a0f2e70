//! Clients of the SDKs connect over HTTP, in both eras, all at the same time.

use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use usher_api::operations::op;

use super::kit::Served;

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
#[expect(clippy::disallowed_methods, reason = "a test starts real clients")]
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

#[tokio::test(flavor = "multi_thread")]
async fn real_clients_of_both_eras_list_call_and_hear_of_progress() {
    let served = Served::open().await;
    let server = served.host.add_demo().await;
    // What it says of its tools counts, so those that only read are not asked about.
    let trust = json!({ "serverId": server, "trust": "yes" });
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
        let listed = found["tools"].as_array().map_or(0, Vec::len);
        assert!(listed > 10, "{name} lists {listed} tools: {found}");
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
            client["calls"], 1,
            "each call is counted for its own client: {client}"
        );
        let newest = name.contains("newest");
        assert_eq!(
            client["declared"]["protocolVersion"] == "2026-07-28",
            newest,
            "{name} speaks its era: {client}"
        );
    }
}

//! Imports servers from the configurations of other apps; none of them is agreed to yet.

use std::path::Path;
use usher_api::operations::op;

use serde_json::{Value, json};
use usher_config::other_apps::ConfigPaths;

use crate::test_host::{TestHost, demo_program, text};

/// Where Cursor keeps its servers.
const FILE: &str = "home/.cursor/mcp.json";

fn write(dir: &Path, servers: &Value) {
    let file = dir.join(FILE);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
    std::fs::write(file, json!({ "mcpServers": servers }).to_string()).expect("it can be written");
}

/// A host beside a Cursor that has these servers.
async fn beside(servers: &Value) -> TestHost {
    TestHost::open_beside(|dir| {
        write(dir, servers);
        ConfigPaths {
            home: dir.join("home"),
            config: dir.join("home/.config"),
            variables: Vec::new(),
        }
    })
    .await
}

/// Takes over all that was shown, and turns it on.
async fn take(host: &TestHost) -> Vec<String> {
    let scanned = host.call(op::ImportScan, json!({})).await;
    let servers = scanned[0]["servers"].as_array().expect("servers");
    let choices: Vec<_> = servers
        .iter()
        .map(|server| json!({ "path": scanned[0]["path"], "key": server["key"] }))
        .collect();
    let added = host
        .call(op::ImportApply, json!({ "choices": choices }))
        .await;
    let added: Vec<_> = added
        .as_array()
        .expect("servers")
        .iter()
        .map(|server| text(&server["id"]))
        .collect();
    for id in &added {
        host.turn_on(&id).await;
    }
    added
}

#[tokio::test]
async fn what_is_taken_over_runs_after_it_was_looked_at_whole() {
    let servers = json!({
        "Local": {
            "command": demo_program(), "args": ["--quiet"], "cwd": std::env::temp_dir(),
            "env": { "LD_PRELOAD": "/tmp/not-shown.so" },
        },
        "Remote": { "url": "http://127.0.0.1:9/mcp", "headers": { "X-Team": "blue" } },
    });
    let host = beside(&servers).await;
    let added = take(&host).await;
    assert_eq!(added.len(), 2);
    for id in &added {
        host.until_state(id, "needsReview").await;
        let review = host.call_on(op::PinGetLaunch, &id).await;
        assert_eq!(
            review["old"],
            Value::Null,
            "nobody has agreed to anything of it: {review:#}"
        );
    }
    let running = host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(running["servers"], json!([]), "nothing runs: {running}");
    let host = host.reopen().await;
    let local = &added[0];
    host.until_state(local, "needsReview").await;
    let review = host.call_on(op::PinGetLaunch, &local).await;
    assert_eq!(
        review["new"]["transport"],
        json!({
            "kind": "stdio", "command": demo_program(), "args": ["--quiet"], "cwd": std::env::temp_dir(),
            "env": [{ "name": "LD_PRELOAD", "value": { "kind": "plain", "value": "/tmp/not-shown.so" } }],
        }),
        "everything is there to be looked at"
    );
    let shown = json!({ "serverId": local, "fingerprint": review["fingerprint"] });
    host.call(op::PinAcceptLaunch, shown).await;
    host.until_state(local, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_file_that_changed_after_it_was_shown_starts_nothing() {
    let host = beside(&json!({ "Notes": { "command": demo_program() } })).await;
    let scanned = host.call(op::ImportScan, json!({})).await;
    let other = host.scratch().join("other");
    write(
        host.scratch(),
        &json!({ "Notes": { "command": "touch", "args": [other] } }),
    );
    let choice = json!({ "path": scanned[0]["path"], "key": "Notes" });
    let added = host
        .call(op::ImportApply, json!({ "choices": [choice] }))
        .await;
    let id = text(&added[0]["id"]);
    host.turn_on(&id).await;
    host.until_state(&id, "needsReview").await;
    assert!(!other.exists(), "what was not shown did not run");
    host.api.close().await;
}

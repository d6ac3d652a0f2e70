//! Servers taken over from the configurations of other apps: nobody has agreed to them yet.

use std::path::Path;

use serde_json::{Value, json};
use usher_config::other_apps::Places;

use crate::desk::{Desk, demo_program, text};

/// Where Cursor keeps its servers.
const FILE: &str = "home/.cursor/mcp.json";

fn write(dir: &Path, servers: &Value) {
    let file = dir.join(FILE);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
    std::fs::write(file, json!({ "mcpServers": servers }).to_string()).expect("it can be written");
}

/// A desk beside a Cursor that has these servers.
async fn beside(servers: &Value) -> Desk {
    Desk::open_beside(|dir| {
        write(dir, servers);
        Places {
            home: dir.join("home"),
            config: dir.join("home/.config"),
        }
    })
    .await
}

/// Takes over all that was shown, and turns it on.
async fn take(desk: &Desk) -> Vec<String> {
    let scanned = desk.call("import.scan", json!({})).await;
    let servers = scanned[0]["servers"].as_array().expect("servers");
    let choices: Vec<_> = servers
        .iter()
        .map(|server| json!({ "path": scanned[0]["path"], "key": server["key"] }))
        .collect();
    let added = desk
        .call("import.apply", json!({ "choices": choices }))
        .await;
    let added: Vec<_> = added
        .as_array()
        .expect("servers")
        .iter()
        .map(|server| text(&server["id"]))
        .collect();
    for id in &added {
        let on = json!({ "serverId": id, "enabled": true });
        desk.call("server.setEnabled", on).await;
    }
    added
}

#[tokio::test]
async fn what_is_taken_over_runs_after_it_was_looked_at_whole() {
    let servers = json!({
        "Local": {
            "command": demo_program(), "args": ["--quiet"], "cwd": "/tmp",
            "env": { "LD_PRELOAD": "/tmp/not-shown.so" },
        },
        "Remote": { "url": "http://127.0.0.1:9/mcp", "headers": { "X-Team": "blue" } },
    });
    let desk = beside(&servers).await;
    let added = take(&desk).await;
    assert_eq!(added.len(), 2);
    for id in &added {
        desk.until_state(id, "needsReview").await;
        let review = desk.call("pin.getLaunch", json!({ "serverId": id })).await;
        assert_eq!(
            review["old"],
            Value::Null,
            "nobody has agreed to anything of it: {review:#}"
        );
    }
    let running = desk.call("server.processes", json!({})).await;
    assert_eq!(running["servers"], json!([]), "nothing runs: {running}");
    let desk = desk.reopen().await;
    let local = &added[0];
    desk.until_state(local, "needsReview").await;
    let review = desk
        .call("pin.getLaunch", json!({ "serverId": local }))
        .await;
    assert_eq!(
        review["new"]["transport"],
        json!({
            "kind": "stdio", "command": demo_program(), "args": ["--quiet"], "cwd": "/tmp",
            "env": [{ "name": "LD_PRELOAD", "value": { "kind": "plain", "value": "/tmp/not-shown.so" } }],
        }),
        "everything is there to be looked at"
    );
    let shown = json!({ "serverId": local, "fingerprint": review["fingerprint"] });
    desk.call("pin.acceptLaunch", shown).await;
    desk.until_state(local, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn a_file_that_changed_after_it_was_shown_starts_nothing() {
    let desk = beside(&json!({ "Notes": { "command": demo_program() } })).await;
    let scanned = desk.call("import.scan", json!({})).await;
    let other = desk.scratch().join("other");
    write(
        desk.scratch(),
        &json!({ "Notes": { "command": "touch", "args": [other] } }),
    );
    let choice = json!({ "path": scanned[0]["path"], "key": "Notes" });
    let added = desk
        .call("import.apply", json!({ "choices": [choice] }))
        .await;
    let id = text(&added[0]["id"]);
    let on = json!({ "serverId": id, "enabled": true });
    desk.call("server.setEnabled", on).await;
    desk.until_state(&id, "needsReview").await;
    assert!(!other.exists(), "what was not shown did not run");
    desk.api.close().await;
}

//! Reviews how servers are started, compared with what the person agreed to.

#[cfg(unix)]
use std::path::Path;

use usher_api::operations::op;
use usher_messages::Message;

use serde_json::{Value, json};
#[cfg(unix)]
use usher_tests::executable::write_program;

use super::alter;
use crate::test_host::{TestHost, demo_program, program, text};

#[tokio::test]
async fn a_changed_argument_is_shown_alone_and_agreed_to_or_taken_back() {
    let host = TestHost::open().await;
    let server = host
        .add_listed("Mine", program(demo_program(), &["--quiet", "--one"]))
        .await;
    let to_two = |bytes: &mut Vec<u8>| alter(bytes, br#""--one""#, br#""--two""#);
    let back = |bytes: &mut Vec<u8>| alter(bytes, br#""--two""#, br#""--one""#);

    let host = host.reopen_altered(to_two).await;
    host.until_state(&server, "needsReview").await;
    let review = host.call_on(op::PinGetLaunch, &server).await;
    assert_eq!(
        review["differences"],
        json!([{
            "path": "/transport/args/1", "kind": "host",
            "message": Message::new("difference.changedTo")
                .with("subject", Message::new("difference.entry.argument").with("name", "2"))
                .with("old", "`--one`")
                .with("new", "`--two`"),
            "old": "--one", "new": "--two", "hidden": [],
        }]),
        "exactly the changed part"
    );
    let started = host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(started["servers"], json!([]), "nothing runs: {started}");

    let host = host.reopen_altered(back).await;
    host.until_state(&server, "running").await;

    let host = host.reopen_altered(to_two).await;
    let held = host.until_state(&server, "needsReview").await;
    assert!(held["needsSince"].is_i64(), "since when it waits: {held}");
    let stale = json!({ "serverId": server, "fingerprint": "of something else" });
    host.fails(op::PinAcceptLaunch, stale).await;
    let still = host.until_state(&server, "needsReview").await;
    assert_eq!(
        still["needsSince"], held["needsSince"],
        "it has waited ever since"
    );
    let shown = json!({ "serverId": server, "fingerprint": review["fingerprint"] });
    host.call(op::PinAcceptLaunch, shown).await;
    let runs = host.until_state(&server, "running").await;
    assert_eq!(runs["needsSince"], Value::Null, "nothing waits any more");
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    let review = host.call_on(op::PinGetLaunch, &server).await;
    assert_eq!(review["differences"], json!([]), "it is agreed to now");
    host.api.close().await;
}

// The program is a script.
#[cfg(unix)]
#[tokio::test]
async fn another_program_file_at_the_same_place_is_noted_once() {
    let host = TestHost::open().await;
    let file = host.scratch().join("server");
    put(&file, "exec");
    // Not by its own path: what counts is where the name leads.
    let config = json!({
        "kind": "stdio", "command": "./server", "args": [], "env": [], "cwd": host.scratch().display().to_string(),
    });
    let server = host.add_listed("Mine", config).await;
    let changed = async |host: &TestHost| -> Value {
        let detail = host.call_on(op::ServerGet, &server).await;
        detail["snapshot"]["programChanged"].clone()
    };
    let host = host.reopen().await;
    host.until_listed(&server).await;
    assert_eq!(changed(&host).await, Value::Null, "it is the same file");

    put(&file, "true; exec");
    host.call_on(op::ServerRestart, &server).await;
    host.until("it is noted", async || {
        changed(&host).await["at"].as_i64().map(drop)
    })
    .await;
    let host = host.reopen().await;
    host.until("it is noted until the person knows", async || {
        changed(&host).await["at"].as_i64().map(drop)
    })
    .await;
    let snapshot = host.call_on(op::PinAcceptProgram, &server).await;
    assert_eq!(snapshot["programChanged"], Value::Null, "{snapshot}");
    assert_eq!(text(&snapshot["state"]["kind"]), "running", "it ran on");
    host.api.close().await;
}

/// Replaces a program by one that becomes the demo server.
#[cfg(unix)]
fn put(file: &Path, how: &str) {
    let beside = file.with_extension("new");
    write_program(&beside, format!("#!/bin/sh\n{how} '{}'\n", demo_program()));
    std::fs::rename(&beside, file).expect("put in its place");
}

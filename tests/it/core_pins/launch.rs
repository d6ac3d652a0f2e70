//! How servers are started, beside what the person agreed to.

use std::path::Path;

use serde_json::{Value, json};
use usher_tests::executable::write_program;

use super::alter;
use crate::desk::{Desk, demo_program, program, text};

#[tokio::test]
async fn a_changed_argument_is_shown_alone_and_agreed_to_or_taken_back() {
    let desk = Desk::open().await;
    let server = desk
        .add("Mine", program(demo_program(), &["--quiet", "--one"]))
        .await;
    desk.until_listed(&server).await;
    let to_two = |bytes: &mut Vec<u8>| alter(bytes, br#""--one""#, br#""--two""#);
    let back = |bytes: &mut Vec<u8>| alter(bytes, br#""--two""#, br#""--one""#);

    let desk = desk.reopen_altered(to_two).await;
    desk.until_state(&server, "needsReview").await;
    let review = desk
        .call("pin.getLaunch", json!({ "serverId": server }))
        .await;
    assert_eq!(
        review["differences"],
        json!([{
            "path": "/transport/args/1", "kind": "host", "words": "Argument 2 changed from `--one` to `--two`",
            "old": "--one", "new": "--two", "hidden": [],
        }]),
        "exactly the changed part"
    );
    let started = desk.call("server.processes", json!({})).await;
    assert_eq!(started["servers"], json!([]), "nothing runs: {started}");

    let desk = desk.reopen_altered(back).await;
    desk.until_state(&server, "running").await;

    let desk = desk.reopen_altered(to_two).await;
    let held = desk.until_state(&server, "needsReview").await;
    assert!(held["needsSince"].is_i64(), "since when it waits: {held}");
    let stale = json!({ "serverId": server, "fingerprint": "of something else" });
    desk.fails("pin.acceptLaunch", stale).await;
    let still = desk.until_state(&server, "needsReview").await;
    assert_eq!(
        still["needsSince"], held["needsSince"],
        "it has waited ever since"
    );
    let shown = json!({ "serverId": server, "fingerprint": review["fingerprint"] });
    desk.call("pin.acceptLaunch", shown).await;
    let runs = desk.until_state(&server, "running").await;
    assert_eq!(runs["needsSince"], Value::Null, "nothing waits any more");
    let desk = desk.reopen().await;
    desk.until_state(&server, "running").await;
    let review = desk
        .call("pin.getLaunch", json!({ "serverId": server }))
        .await;
    assert_eq!(review["differences"], json!([]), "it is agreed to now");
    desk.api.close().await;
}

#[tokio::test]
async fn another_program_file_at_the_same_place_is_noted_once() {
    let desk = Desk::open().await;
    let file = desk.scratch().join("server");
    put(&file, "exec");
    // Not by its own path: what counts is where the name leads.
    let config = json!({
        "kind": "stdio", "command": "./server", "args": [], "env": [], "cwd": desk.scratch().display().to_string(),
    });
    let server = desk.add("Mine", config).await;
    desk.until_listed(&server).await;
    let changed = async |desk: &Desk| -> Value {
        let detail = desk.call("server.get", json!({ "serverId": server })).await;
        detail["snapshot"]["programChanged"].clone()
    };
    let desk = desk.reopen().await;
    desk.until_listed(&server).await;
    assert_eq!(changed(&desk).await, Value::Null, "it is the same file");

    put(&file, "true; exec");
    desk.call("server.restart", json!({ "serverId": server }))
        .await;
    desk.until("it is noted", async || {
        changed(&desk).await["at"].as_i64().map(drop)
    })
    .await;
    let desk = desk.reopen().await;
    desk.until("it is noted until the person knows", async || {
        changed(&desk).await["at"].as_i64().map(drop)
    })
    .await;
    let snapshot = desk
        .call("pin.acceptProgram", json!({ "serverId": server }))
        .await;
    assert_eq!(snapshot["programChanged"], Value::Null, "{snapshot}");
    assert_eq!(text(&snapshot["state"]["kind"]), "running", "it ran on");
    desk.api.close().await;
}

/// A program that becomes the demo server, put in the place of what was there.
fn put(file: &Path, how: &str) {
    let beside = file.with_extension("new");
    write_program(&beside, format!("#!/bin/sh\n{how} '{}'\n", demo_program()));
    std::fs::rename(&beside, file).expect("put in its place");
}

//! Shows failures in plain words, at once, with what to do.

use std::time::Instant;

use serde_json::{Value, json};
use usher_tests::text::text;
use usher_tests::window::{Window, has, is_alive};

use crate::{bad_input, fixture, servers};

#[tokio::test]
async fn a_program_that_does_not_exist_is_named_and_one_that_stops_is_quoted() {
    let (_fixture, window) = fixture::open().await;
    servers::paste(&window, "no-such-program-of-usher --stdio").await;
    window.see(&text("serverForm.paste.filled")).await;
    window.push(text("serverForm.test.run")).await;
    window.see(&text("serverForm.test.failed")).await;
    window.find("region", text("serverForm.test.label")).await;
    let shown = window.text().await;
    assert!(
        shown.contains("no-such-program-of-usher"),
        "the program must be named: {shown}"
    );
    window.pictures("10-wrong-command").await;
    bad_input::leave(&window).await;

    let script = "console.error('cannot find the licence file'); process.exit(3)";
    servers::paste(&window, &format!("node -e \"{script}\"")).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.push(text("serverForm.test.run")).await;
    window.see(&text("serverForm.test.failed")).await;
    window.see("cannot find the licence file").await;
    window.pictures("11-stops-at-once").await;
    window.done().await;
}

#[tokio::test]
async fn a_killed_server_shows_at_once_and_its_calls_fail_fast() {
    let (_fixture, window) = fixture::with_demo().await;
    let server = only_server(&window).await;
    window.go_to("Servers").await;
    window.find("option", has("Running")).await;

    let demo = servers::demo_process(window.process());
    let killed = Instant::now();
    demo.kill();
    window.gone("option", has("Running")).await;
    println!(
        "killed server shown after {} ms",
        killed.elapsed().as_millis()
    );
    window.pictures("12-killed").await;

    // Off, so that it is certainly not running when it is called.
    let off = json!({ "serverId": server, "enabled": false });
    window
        .rpc("server.setEnabled", off)
        .await
        .expect("a server can be turned off");
    let asked = Instant::now();
    let params = json!({ "callId": "after-death", "serverId": server, "name": "greet", "arguments": { "name": "Ada" }, "check": "refuse" });
    let answer = window.rpc("tool.call", params).await;
    println!(
        "call to a dead server failed after {} ms",
        asked.elapsed().as_millis()
    );
    assert_failed(&answer);
    window.done().await;
    assert!(!is_alive(demo));
}

#[tokio::test]
async fn a_call_under_way_fails_at_once_when_its_server_is_killed() {
    let (_fixture, window) = fixture::with_demo().await;
    let server = only_server(&window).await;
    servers::open_tool(&window, "Count slowly").await;
    window.fill("spinbutton", "Steps", "1000").await;
    servers::run(&window).await;
    window.find("progressbar", has("")).await;
    // A second call, whose end the page itself puts the time to.
    let call = json!({ "callId": "under-way", "serverId": server, "name": "wait", "arguments": { "seconds": 600 }, "check": "refuse" });
    let begin =
        "window.__TAURI_INTERNALS__.invoke('rpc', { name: 'tool.call', params: arguments[0] })
        .then((ok) => ({ ok }), (error) => ({ error }))
        .then((ended) => { window.endedCall = { ...ended, at: Date.now() }; });";
    window.script(begin, vec![call]).await;
    window.find("button", text("common.cancel")).await;

    let demo = servers::demo_process(window.process());
    let now = window.script("return Date.now()", vec![]).await;
    demo.kill();
    let ended = window
        .eventually("the end of the call", || async {
            let ended = window
                .script("return window.endedCall ?? null", vec![])
                .await;
            (!ended.is_null()).then_some(ended)
        })
        .await;
    window.gone("progressbar", has("")).await;
    let [killed_at, ended_at] = [&now, &ended["at"]].map(|at| at.as_u64().expect("a time of day"));
    println!(
        "a call under way failed {} ms after its server was killed",
        ended_at - killed_at
    );
    let answer = match ended.get("ok") {
        Some(outcome) => Ok(outcome.clone()),
        None => Err(ended["error"].clone()),
    };
    assert_failed(&answer);
    window.inspect("26-killed-under-way").await;
    window.done().await;
}

/// A call that cannot be made fails or ends as failed; it never succeeds.
fn assert_failed(answer: &Result<Value, Value>) {
    match answer {
        Err(error) => assert_eq!(error["code"], json!("serverUnreachable"), "{error:#}"),
        Ok(outcome) => assert_ne!(outcome["status"]["kind"], json!("ok"), "{outcome:#}"),
    }
}

async fn only_server(window: &Window) -> String {
    let servers = window
        .rpc("server.list", json!({}))
        .await
        .expect("servers can be listed");
    servers[0]["id"].as_str().expect("one server").to_owned()
}

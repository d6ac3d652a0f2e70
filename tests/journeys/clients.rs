//! A client of an SDK reaches the servers through `usher connect`: the person lets it in, changes what it calls, and the
//! client gets the answer. Then its access is changed, its permission revoked, and it is removed and brought back.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Binary, Window, has, repository};

use crate::elicitation::{request, takes_answers};
use crate::{fixture, servers};

const CLIENT: &str = "SDK client";

/// Starts a client of the TypeScript SDK that lists everything and calls one tool.
fn start_client(
    data: &Path,
    tool: &str,
    arguments: &Value,
    env: &[(&str, &str)],
) -> JoinHandle<Output> {
    let mut command = Command::new("node");
    command
        .arg(repository().join("tests/peers/sdk_client.mjs"))
        .args(["v1", tool, &arguments.to_string(), "--"])
        .arg(Binary::Terminal.path())
        .args(["connect", "--as", CLIENT])
        .env("USHER_DATA_DIR", data.join("usher"))
        .envs(env.iter().copied())
        .stdin(Stdio::null());
    tokio::task::spawn_blocking(move || command.output().expect("node is there"))
}

/// What a client found, once it has ended.
async fn found(client: JoinHandle<Output>) -> Value {
    let output = client.await.expect("it was waited for");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("the client failed ({error}): {said}"))
}

#[tokio::test]
async fn a_client_is_let_in_and_its_destructive_call_is_changed() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let window = Window::open(data).await;
    servers::start_demo(&window).await;
    window.go_to(&text("clients.title")).await;
    window.see(&text("common.connectAgent")).await;
    window.inspect("70-clients-none").await;

    let tool = "demo-server__clear_notes";
    // Pictures and checks come before the answer.
    let awaits_tools = [("TEST_AWAITS_TOOLS", "1")];
    let client = start_client(data, tool, &json!({ "keep": 5 }), &awaits_tools);
    window.find("region", text("approvals.strip.label")).await;
    window.go_to("Approvals").await;
    let heading = text_with("approvals.client.heading", &[("client", CLIENT)]);
    window.find("article", &heading).await;
    window.see(&text("clients.access.allHelp")).await;
    window.inspect("70-client-waits").await;
    allow(&window, CLIENT).await;

    window.find("article", request()).await;
    window.find("link", CLIENT).await;
    call_waits(&window, CLIENT).await;
    window
        .see(&text_with(
            "policies.reason.destructive",
            &[("server", "Demo server")],
        ))
        .await;
    window.inspect("70-client-call").await;
    window.fill("spinbutton", "Keep", "3").await;
    takes_answers(&window).await;
    window.push(text("policies.allow.open")).await;
    window
        .click("menuitem", has(text("policies.decision.always")))
        .await;

    let found = found(client).await;
    let tools = found["tools"].as_array().cloned().unwrap_or_default();
    assert!(
        tools.contains(&tool.into()),
        "the tools are listed: {found}"
    );
    assert_ne!(
        found["result"]["isError"], true,
        "the client gets the answer: {found}"
    );
    let history = recorded(&window, "clear_notes").await;
    assert_eq!(
        (&history[0]["client"], &history[0]["arguments"]),
        (&json!(CLIENT), &json!({ "keep": 3 })),
        "one call, as the person left it: {history}"
    );

    window.go_to("Activity").await;
    window.find("option", has(format!("client {CLIENT}"))).await;
    window.click("option", has("clear_notes")).await;
    window.click("link", CLIENT).await;

    let details = text_with("clients.page.label", &[("client", CLIENT)]);
    window.find("region", &details).await;
    window.see(&text("common.program")).await;
    let permissions = text_with("clients.permissions.of", &[("client", CLIENT)]);
    window.find("table", &permissions).await;
    window.inspect("70-client").await;
    changes_access(&window, data).await;
    window.push(text("clients.resume")).await;
    window.find("button", text("clients.pause")).await;
    let scope = text_with(
        "policies.withArguments",
        &[("tool", "clear_notes"), ("arguments", r#"{"keep":3}"#)],
    );
    let revoke = text_with(
        "policies.revokeOf",
        &[("scope", &*scope), ("server", "Demo server")],
    );
    window.push(&revoke).await;
    window.see(&text("clients.permissions.none")).await;
    is_removed_and_comes_back(&window).await;
    window.done().await;
}

/// Pauses the client, and changes what it may see: it is written by one button, and the client stays paused.
async fn changes_access(window: &Window, data: &Path) {
    window.push(text("clients.pause")).await;
    window
        .find("option", has(text("clients.status.paused")))
        .await;
    window.see(&text("clients.note.paused")).await;
    window
        .click("switch", text("clients.access.resources"))
        .await;
    window.see(&text("clients.access.unsaved")).await;
    window.inspect("70-client-access").await;
    assert_eq!(
        client(window).await["profile"]["resources"],
        "offered",
        "nothing is written before it is saved"
    );
    window.push(text("clients.access.save")).await;
    let saved = text_with("clients.access.saved", &[("client", CLIENT)]);
    window.see(&saved).await;
    let limited = client(window).await;
    assert_eq!(
        (&limited["profile"]["resources"], &limited["status"]),
        (&json!("hidden"), &json!("paused")),
        "the access is another, and the client is still paused"
    );
    let paused = found_paused(data).await;
    assert_eq!(
        paused["result"]["isError"], true,
        "a paused client gets nothing: {paused}"
    );
}

/// Removes the client, and brings it back by the keys that are offered.
async fn is_removed_and_comes_back(window: &Window) {
    let more = text_with("clients.more", &[("client", CLIENT)]);
    window.push(&more).await;
    window.click("menuitem", text("clients.forget")).await;
    window.see(&text("clients.empty.title")).await;
    // The keys undo what was offered last: the list is empty a moment before the offer stands.
    let removed = [("client", CLIENT), ("count", "0")];
    window.see(&text_with("clients.removed", &removed)).await;
    window.press("Control", "z").await;
    window.find("button", text("clients.pause")).await;
    assert_eq!(
        client(window).await["profile"]["resources"],
        "hidden",
        "it is as it was"
    );
}

/// Allows a client that connects for the first time, in Approvals.
pub(crate) async fn allow(window: &Window, client: &str) {
    let heading = text_with("approvals.client.heading", &[("client", client)]);
    window.find("article", &heading).await;
    takes_answers(window).await;
    window.enter_on(text("common.allowClient")).await;
}

/// Waits for a call of a client in the list of Approvals.
pub(crate) async fn call_waits(window: &Window, client: &str) {
    let kind = text_with("approvals.kind.clientCall", &[("client", client)]);
    window.find("option", has(&kind)).await;
}

/// The recorded calls of a tool, as soon as there is one: a client has its answer a moment before.
pub(crate) async fn recorded(window: &Window, tool: &str) -> Value {
    let params =
        json!({ "serverId": null, "kind": "tool", "name": tool, "before": null, "limit": 5 });
    window
        .eventually("a recorded call", || async {
            let history = window.rpc("history.list", params.clone()).await;
            let history = history.expect("it can be read");
            history[0].is_object().then_some(history)
        })
        .await
}

/// The only client, as the core knows it.
async fn client(window: &Window) -> Value {
    let clients = window.rpc("client.list", json!({})).await;
    clients.expect("they can be read")[0].clone()
}

/// What the client finds while it is paused.
async fn found_paused(data: &Path) -> Value {
    found(start_client(
        data,
        "demo-server__clear_notes",
        &json!({ "keep": 1 }),
        &[],
    ))
    .await
}

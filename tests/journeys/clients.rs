//! A client of an SDK reaches the servers through `usher connect`: the person lets it in, changes what it calls, and the
//! client gets the answer.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Binary, Name, Window, repository};

use crate::elicitation::{request, takes_answers};
use crate::{fixture, servers};

const CLIENT: &str = "SDK client";

/// Starts a client of the TypeScript SDK that lists everything and calls one tool.
fn start_client(data: &Path, tool: &str, arguments: &Value) -> JoinHandle<Output> {
    let script = repository().join("tests/peers/sdk_client.mjs");
    let usher = Binary::Terminal.path();
    let data = data.join("usher");
    let (tool, arguments) = (tool.to_owned(), arguments.to_string());
    #[expect(
        clippy::disallowed_methods,
        reason = "a journey starts a client as an agent is started"
    )]
    tokio::task::spawn_blocking(move || {
        Command::new("node")
            .arg(script)
            .args(["v1", &tool, &arguments, "--"])
            .arg(usher)
            .args(["connect", "--as", CLIENT])
            .env("USHER_DATA_DIR", data)
            .stdin(Stdio::null())
            .output()
            .expect("node is there")
    })
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
    window.see(&text("clients.connect.title")).await;
    window.pictures("70-clients-none").await;
    window.check_accessibility("no clients").await;

    let tool = "demo-server__clear_notes";
    let client = start_client(data, tool, &json!({ "keep": 5 }));
    window.go_to("Approvals").await;
    let heading = text_with("approvals.client.heading", &[("client", CLIENT)]);
    window.find("article", &*heading).await;
    window.see(&text("clients.access.all")).await;
    window.pictures("70-client-waits").await;
    window.check_accessibility("a client that waits").await;
    takes_answers(&window).await;
    window
        .enter_on("button", &*text("approvals.client.allow"))
        .await;

    window.find("article", request()).await;
    window
        .see(&text_with(
            "approvals.request.clientCall",
            &[("client", CLIENT)],
        ))
        .await;
    window
        .see(&text_with(
            "policies.reason.destructive",
            &[("server", "Demo server")],
        ))
        .await;
    window.pictures("70-client-call").await;
    window.check_accessibility("a call of a client").await;
    window.fill("spinbutton", "Keep", "3").await;
    takes_answers(&window).await;
    window
        .click("button", &*text("approvals.call.runOnce"))
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
    let history = window
        .rpc(
            "history.list",
            json!({ "serverId": null, "tool": "clear_notes", "before": null, "limit": 5 }),
        )
        .await;
    let history = history.expect("it can be read");
    assert_eq!(
        (&history[0]["client"], &history[0]["arguments"]),
        (&json!(CLIENT), &json!({ "keep": 3 })),
        "one call, as the person left it: {history}"
    );

    window.go_to(&text("clients.title")).await;
    window.find("option", CLIENT).await;
    window.see(&text("clients.facts.program")).await;
    window.pictures("70-client").await;
    window.check_accessibility("a client").await;
    window.click("button", &*text("clients.pause")).await;
    window.find("option", Name::has(CLIENT)).await;
    window.see(&text("clients.note.paused")).await;
    let paused = found_paused(data).await;
    assert_eq!(
        paused["result"]["isError"], true,
        "a paused client gets nothing: {paused}"
    );
    window.quit().await;
}

/// What the client finds while it is paused.
async fn found_paused(data: &Path) -> Value {
    found(start_client(
        data,
        "demo-server__clear_notes",
        &json!({ "keep": 1 }),
    ))
    .await
}

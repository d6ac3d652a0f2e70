//! A client of an SDK reaches the servers over HTTP: the person turns that on, adds the client, and hands it its token.
//! Turned off, the port is closed.

use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, repository};

use crate::fixture;

const CLIENT: &str = "Web agent";

/// Runs a client of the TypeScript SDK that lists everything and calls one tool.
async fn run_client(url: &str, token: &str) -> Output {
    let script = repository().join("tests/peers/sdk_client.mjs");
    let (url, token) = (url.to_owned(), token.to_owned());
    let run = move || {
        Command::new("node")
            .arg(script)
            .args(["v2-newest", "demo-server__greet", r#"{"name":"Ada"}"#, "--"])
            .arg(url)
            .env("USHER_TOKEN", token)
            .stdin(Stdio::null())
            .output()
            .expect("node is there")
    };
    let ran = tokio::task::spawn_blocking(run).await;
    ran.expect("it was waited for")
}

async fn rpc(window: &Window, name: &str, params: Value) -> Value {
    let called = window.rpc(name, params).await;
    called.unwrap_or_else(|error| panic!("{name} failed: {error:?}"))
}

#[tokio::test]
async fn a_client_over_http_is_added_and_lists_tools_until_the_port_is_closed() {
    let (_fixture, window) = fixture::with_demo().await;
    window.go_to(&text("clients.title")).await;
    window.see(&text("clients.http.off")).await;
    window.pictures("71-http-off").await;
    window.click("switch", text("clients.http.allow")).await;
    window.find("button", text("clients.http.add")).await;
    window.inspect("71-http-on").await;
    let access = rpc(&window, "client.httpAccess", json!({})).await;
    let url = access["url"].as_str().expect("an address").to_owned();
    window.see(&url).await;

    window.enter_on(text("clients.http.add")).await;
    window.write(text("common.name"), CLIENT).await;
    window.enter_on(text("clients.http.create")).await;
    window.see(&text("clients.http.once")).await;
    window.inspect("71-http-token").await;
    window.enter_on(text("common.done")).await;
    let details = text_with("clients.page.label", &[("client", CLIENT)]);
    window.find("region", &details).await;
    window.inspect("71-http-client").await;

    // The token stands in the dialog alone: the person pastes it, this test makes another.
    let clients = rpc(&window, "client.list", json!({})).await;
    let replaced = json!({ "clientId": clients[0]["id"] });
    let replaced = rpc(&window, "client.replaceToken", replaced).await;
    let token = replaced["token"].as_str().expect("a token");
    let demo = rpc(&window, "server.list", json!({})).await[0]["id"].clone();
    rpc(
        &window,
        "policy.setTrust",
        json!({ "serverId": demo, "trust": "yes" }),
    )
    .await;
    let output = run_client(&url, token).await;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let found: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("the client failed ({error}): {said}"));
    let tools = found["tools"].as_array().cloned().unwrap_or_default();
    assert!(
        tools.contains(&"demo-server__greet".into()),
        "the tools are listed: {found}"
    );

    window.push(text("common.connectAgent")).await;
    window.click("switch", text("clients.http.allow")).await;
    window.see(&text("clients.http.off")).await;
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    assert!(
        TcpStream::connect(address).is_err(),
        "nothing listens any more"
    );
    window.done().await;
}

//! Uses a real server from npm: everything is listed, read and run; over HTTP its tools are.

use std::process::Stdio;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use usher_tests::text::text;
use usher_tests::window::{Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn a_server_over_stdio_is_added_listed_run_and_read() {
    let (_fixture, window) = fixture::open().await;
    let command = format!("node {}", servers::everything().display());
    servers::add_by_hand(&window, &command, "Everything").await;
    window.pictures("4-server-page").await;
    run_its_tools(&window).await;
    read_what_it_offers(&window).await;
    window.done().await;
}

#[tokio::test]
async fn a_server_over_http_is_added_listed_and_run() {
    let fixture = fixture::new();
    let (_server, port) = http_server().await;
    let window = Window::open(fixture.data.path()).await;
    servers::add_by_hand(
        &window,
        &format!("http://127.0.0.1:{port}/mcp"),
        "Everything",
    )
    .await;
    run_its_tools(&window).await;
    window.done().await;
}

async fn run_its_tools(window: &Window) {
    servers::open_tool(window, "echo").await;
    window.write(has("message"), "hello from the journey").await;
    servers::run(window).await;
    window.see("Echo: hello from the journey").await;
    window.picture("5-echo").await;

    servers::open_tool(window, "trigger-long-running-operation").await;
    // Long enough that it never ends by itself before it is cancelled.
    window.fill("spinbutton", has("duration"), "120").await;
    window.fill("spinbutton", has("steps"), "240").await;
    servers::run(window).await;
    window
        .eventually("progress", || async {
            let now = "return document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')";
            window.script(now, vec![]).await.as_str()?.parse::<u32>().ok().filter(|percent| *percent > 0)
        })
        .await;
    window.pictures("6-progress").await;
    window.push(text("common.cancel")).await;
    window.see("Cancelled").await;
    window.picture("7-cancelled").await;
}

async fn read_what_it_offers(window: &Window) {
    window.go_to("Resources").await;
    window
        .fill(
            "searchbox",
            text("shared.catalog.resources.search"),
            "architecture",
        )
        .await;
    window.click("option", has("architecture.md")).await;
    window.see("Everything Server").await;
    window.pictures("8-resource").await;

    window.go_to("Prompts").await;
    window.click("option", has("args-prompt")).await;
    window.fill("combobox", has("city"), "Lisbon").await;
    window
        .push(has(format!("{} Ctrl", text("prompts.get"))))
        .await;
    window.see("What's weather in Lisbon?").await;
    window.pictures("9-prompt").await;
}

/// The server on a free port, ended when dropped.
async fn http_server() -> (tokio::process::Child, u16) {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port();
    let mut server = tokio::process::Command::new("node")
        .arg(servers::everything())
        .arg("streamableHttp")
        .env("PORT", json!(port).to_string())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("node runs");
    let stderr = server.stderr.take().expect("its stderr");
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.contains("listening on port") {
            // Its later lines must not fill the pipe.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return (server, port);
        }
    }
    panic!("the server over HTTP did not start");
}

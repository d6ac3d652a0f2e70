//! The person has a client search for its tools and picks a favorite; the client is told, searches, and calls what it
//! found, as the person allows it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Binary, Window, has, repository};

use crate::elicitation::{request, takes_answers};
use crate::{clients, fixture, servers};

const CLIENT: &str = "Search client";

/// Starts a client; what it prints comes line by line.
fn start_client(data: &Path, query: &str, arguments: &Value) -> mpsc::UnboundedReceiver<Value> {
    let (sender, lines) = mpsc::unbounded_channel();
    let mut client = Command::new("node")
        .arg(repository().join("tests/peers/search_client.mjs"))
        .args([query, &arguments.to_string(), "--"])
        .arg(Binary::Terminal.path())
        .args(["connect", "--as", CLIENT])
        .env("USHER_DATA_DIR", data.join("usher"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is there");
    let output = client.stdout.take().expect("its output is read");
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line).expect("each line is JSON");
            drop(sender.send(line));
        }
        client.wait().expect("it ends");
    });
    lines
}

#[tokio::test]
async fn a_client_is_made_to_search_and_calls_what_it_finds() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let window = Window::open(data).await;
    servers::start_demo(&window).await;
    let mut client = start_client(
        data,
        "say hello to a person by name",
        &json!({ "name": "Ada" }),
    );
    window.find("region", text("approvals.strip.label")).await;
    window.go_to("Approvals").await;
    clients::allow(&window, CLIENT).await;
    let all = client.recv().await.expect("it lists its tools");
    assert!(
        all["tools"].as_array().is_some_and(|tools| tools.len() > 4),
        "it is listed all: {all}"
    );

    window.go_to(&text("clients.title")).await;
    window.click("option", has(CLIENT)).await;
    let listing = text("clients.listing.title");
    window.find("region", &listing).await;
    window.inspect("72-client-listing").await;
    window.choose(text("clients.listing.search")).await;
    window.see(&text("clients.listing.searchHelp")).await;
    let tools = text_with("clients.access.toolsOf", &[("server", "Demo server")]);
    window.push(has(&tools)).await;
    let star = text_with("clients.listing.addFavorite", &[("tool", "Echo")]);
    window.push(&star).await;
    // The pointer leaves the star, whose tooltip would lie over the page.
    window.click("option", has(CLIENT)).await;
    window.inspect("72-client-search").await;
    window.push(text("clients.access.save")).await;

    let few = client.recv().await.expect("it lists its tools again");
    assert_eq!(
        few["tools"],
        json!([
            "search_tools",
            "describe_tools",
            "call_tool",
            "demo-server__echo"
        ]),
        "it is told of its new list"
    );
    let found = client.recv().await.expect("it searches");
    assert_eq!(found["tools"][0]["name"], "demo-server__greet", "{found}");

    window.go_to("Approvals").await;
    window.find("article", request()).await;
    window.find("link", CLIENT).await;
    takes_answers(&window).await;
    window.push(text("policies.allow.open")).await;
    window
        .click("menuitem", has(text("policies.decision.always")))
        .await;
    let answered = client.recv().await.expect("it gets the answer");
    assert!(
        answered["content"].to_string().contains("Ada"),
        "{answered}"
    );
    let history = clients::recorded(&window, "greet").await;
    assert_eq!(
        (&history[0]["client"], &history[0]["name"]),
        (&json!(CLIENT), &json!("greet")),
        "the record shows the tool that was called: {history}"
    );
    window.done().await;
}

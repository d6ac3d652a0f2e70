//! An agent that was updated connects from another path: the person says that it is the known one, and nothing is asked
//! anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use usher_tests::serving::Client;
use usher_tests::text::text_with;
use usher_tests::window::{Binary, Window, has};

use crate::connected_client::beside;
use crate::elicitation::takes_answers;
use crate::{clients, fixture, servers};

const CLIENT: &str = "Agent";

#[tokio::test]
async fn an_updated_agent_takes_over_its_client_by_the_persons_word() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let window = Window::open(data).await;
    servers::start_demo(&window).await;
    let first = connect(&agent(data, "1.0"), data).await;
    window.go_to("Approvals").await;
    clients::allow(&window, CLIENT).await;
    let named = [("client", CLIENT)];
    window.see(&text_with("clients.done.allowed", &named)).await;
    let second = connect(&agent(data, "1.1"), data).await;
    window
        .see(&text_with("approvals.client.stillConnected", &named))
        .await;
    window.pictures("74-client-still-connected").await;
    drop(first);
    window
        .see(&text_with("approvals.client.movedHelp", &named))
        .await;
    takes_answers(&window).await;
    window.pictures("74-client-moved").await;
    window
        .enter_on(text_with("approvals.client.moved", &named))
        .await;
    window.see(&text_with("clients.done.moved", &named)).await;
    let offered = beside(move || {
        let mut second = second;
        second.tools()
    })
    .await;
    assert!(offered > 0, "it has the access of the known client");
    let listed = window.rpc("client.list", json!({})).await;
    let listed = listed.expect("clients can be listed");
    let paths: Vec<_> = listed.as_array().into_iter().flatten().collect();
    assert_eq!(paths.len(), 1, "one client is left: {listed}");
    assert_eq!(
        paths[0]["program"]["path"],
        json!(data.join("1.1/agent")),
        "with the new program"
    );
    window.go_to("Clients").await;
    window.click("option", has(CLIENT)).await;
    window.pictures("74-client-after").await;
    window.done().await;
}

/// The program of an agent in a folder of its version: a shell that starts what it is told to.
fn agent(data: &Path, version: &str) -> PathBuf {
    let folder = data.join(version);
    fs::create_dir(&folder).expect("a folder of a version");
    let program = folder.join("agent");
    fs::copy("/bin/sh", &program).expect("a shell can be copied");
    program
}

/// Connects as the agent.
async fn connect(agent: &Path, data: &Path) -> Client {
    let mut command = Command::new(agent);
    // The shell would become the last program that it starts.
    let script = format!("\"$0\" connect --as {CLIENT}; true");
    command
        .arg("-c")
        .arg(script)
        .arg(Binary::Terminal.path())
        .env("USHER_DATA_DIR", data.join("usher"));
    beside(move || {
        let mut client = Client::start(command);
        client.initialize();
        client
    })
    .await
}

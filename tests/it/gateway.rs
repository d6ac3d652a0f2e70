//! Clients reach the servers through Usher: who they are is asked about once, what they do each time, and what they get
//! is what the server sent.

mod approvals;
mod asked_in_client;
mod client;
mod client_timeout;
mod eras;
mod features;
mod floods;
mod forged;
mod http;
mod isolation;
mod lifecycle;
mod moved;
mod queue;
mod recorded;
mod replays;
mod requests;
mod restricted;
mod retries;
mod search;
mod secrets;
mod sole_server;
mod standing_rules;
mod uris;
mod visibility;

use serde_json::{Value, json};
use usher_api::operations::op;

use crate::test_host::TestHost;
use client::Client;

/// Allows the client of this name to see everything, as the person does.
async fn allow(host: &TestHost, name: &str) {
    allow_with(host, name, json!({})).await;
}

/// Allows the client of this name, which answers these kinds of requests itself.
async fn allow_with(host: &TestHost, name: &str, answers: Value) {
    let waiting = waiting(host, name).await;
    let mut profile = waiting["profile"].clone();
    for (kind, answered_by) in answers.as_object().into_iter().flatten() {
        profile["answers"][kind] = answered_by.clone();
    }
    allow_as(host, name, &profile).await;
}

/// Allows the client of this name to see what a profile shows.
async fn allow_as(host: &TestHost, name: &str, profile: &Value) {
    let waiting = waiting(host, name).await;
    let decision = json!({ "kind": "allow", "profile": profile });
    let params = json!({ "clientId": waiting["id"], "decision": decision });
    host.call(op::ClientDecide, params).await;
}

/// The client of this name, as soon as there is one.
async fn waiting(host: &TestHost, name: &str) -> Value {
    host.until("the client waits", async || {
        let clients = host.call(op::ClientList, json!({})).await;
        let found = clients
            .as_array()?
            .iter()
            .find(|client| client["name"] == name);
        found.cloned()
    })
    .await
}

/// A host with the demo server, and a client that may see it.
async fn with_client(name: &str) -> (TestHost, String, Client) {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let client = Client::connect(&host, name);
    allow(&host, name).await;
    (host, server, client)
}

/// Has the client call the tool *echo*, and allows that always.
async fn allow_always(host: &TestHost, client: &mut Client) {
    let arguments = json!({ "message": "a" });
    let call = json!({ "name": "demo__echo", "arguments": arguments });
    let called = client.begin("tools/call", call).await;
    let always = json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "always", "calls": "allOfTool" } });
    answer(host, always).await;
    called.await.expect("it is run");
}

/// Answers the oldest open question.
async fn answer(host: &TestHost, answer: Value) -> Value {
    let ask = host.asked().await;
    host.answer(&ask, answer).await;
    ask
}

/// A yes to a call with these arguments.
fn run(arguments: &Value) -> Value {
    json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "once" } })
}

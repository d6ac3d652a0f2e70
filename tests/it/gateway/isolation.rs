//! What belongs to one client reaches no other, and no secret reaches any.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, gateway};
use crate::test_host::{TestHost, program, text};

/// Messages each of two clients exchanges.
const CALLS: usize = 1250;

/// Two clients on one server, which may run its tools without being asked about and answer for themselves.
async fn two_clients() -> (Arc<TestHost>, [Client; 2]) {
    let host = TestHost::open().await;
    let server = program(env!("CARGO_BIN_EXE_scripted_server"), &["features"]);
    let server = host.add("Scripted", server).await;
    host.until_listed(&server).await;
    let serving = gateway(&host, Duration::from_secs(50));
    let mut clients = Vec::new();
    for name in ["One", "Two"] {
        let mut client = Client::connect_to(&serving, name);
        client.capabilities = json!({ "roots": {} });
        client.initialize().await;
        let root = json!({ "uri": format!("file:///of/{name}") });
        client.answers("roots/list", Ok(json!({ "roots": [root] })));
        drop(client.begin("tools/list", json!({})).await);
        super::allow_with(&host, name, json!({ "roots": "client" })).await;
        for tool in ["echo", "steps", "roots", "environment"] {
            let params = json!({ "name": format!("scripted__{tool}"), "arguments": {} });
            let calling = client.begin("tools/call", params).await;
            let always = json!({ "kind": "run", "arguments": {}, "grant": { "kind": "always" } });
            super::answer(&host, always).await;
            calling.await.expect("it is run");
        }
        clients.push(client);
    }
    let clients = clients
        .try_into()
        .unwrap_or_else(|_| panic!("there are two"));
    (Arc::new(host), clients)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_interleaved_messages_reach_their_own_client_only() {
    let (_host, clients) = two_clients().await;
    let mut working = Vec::new();
    for (mut client, name) in clients.into_iter().zip(["One", "Two"]) {
        working.push(tokio::spawn(async move {
            for number in 0..CALLS {
                let own = format!("{name} {number}");
                let tool = ["echo", "steps"][number % 2];
                let params = json!({
                    "name": format!("scripted__{tool}"), "arguments": { "own": own },
                    "_meta": { "progressToken": own },
                });
                let result = client
                    .request("tools/call", params)
                    .await
                    .expect("a result");
                let said = text(&result["content"][0]["text"]);
                assert!(tool == "steps" || said.contains(&own), "{own}: {said}");
            }
            (client, name)
        }));
    }
    for worker in working {
        let (client, name) = worker.await.expect("no client gets what is not its own");
        let told = client.all_told();
        assert!(told.len() >= CALLS, "progress is told: {}", told.len());
        for message in told {
            let token = text(&message["params"]["progressToken"]);
            let is_own = message["method"] != "notifications/progress" || token.starts_with(name);
            assert!(is_own, "{name} was told {message}");
        }
    }
}

#[tokio::test]
async fn roots_are_those_of_the_client_whose_call_runs() {
    let (_host, [mut one, mut two]) = two_clients().await;
    for _ in 0..20 {
        for (client, name) in [(&mut one, "One"), (&mut two, "Two")] {
            let params = json!({ "name": "scripted__roots", "arguments": {} });
            let result = client
                .request("tools/call", params)
                .await
                .expect("a result");
            let said = text(&result["content"][0]["text"]);
            let expected = json!({ "roots": [{ "uri": format!("file:///of/{name}") }] });
            assert_eq!(serde_json::from_str::<Value>(&said).ok(), Some(expected));
        }
    }
}

#[tokio::test]
async fn no_secret_of_a_server_reaches_a_client() {
    const CANARY: &str = "canary-7f3a9c51e8d2";
    let host = TestHost::open().await;
    let mut config = program(env!("CARGO_BIN_EXE_scripted_server"), &["features"]);
    config["env"] = json!([{ "name": "API_KEY", "secret": true, "value": CANARY }]);
    let server = host.add("Scripted", config).await;
    host.until_listed(&server).await;
    let serving = gateway(&host, Duration::from_secs(50));
    let mut client = Client::connect_to(&serving, "Editor");
    client.initialize().await;
    drop(client.begin("tools/list", json!({})).await);
    super::allow(&host, "Editor").await;
    let mut read = String::new();
    for (list, what) in [
        ("tools/list", "tools"),
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
    ] {
        let listed = client.request(list, json!({})).await.expect(what);
        read.push_str(&listed.to_string());
    }
    for tool in ["environment", "echo", "fails"] {
        let arguments = json!({ "with": CANARY });
        let params = json!({
            "name": format!("scripted__{tool}"), "arguments": arguments,
            "_meta": { "com.example/with": CANARY },
        });
        let calling = client.begin("tools/call", params).await;
        super::answer(&host, super::run(&arguments)).await;
        let (Ok(answer) | Err(answer)) = calling.await;
        read.push_str(&answer.to_string());
    }
    let got = json!({ "name": "scripted__greet", "arguments": { "who": CANARY } });
    let got = client.request("prompts/get", got).await.expect("a prompt");
    read.push_str(&got.to_string());
    read.push_str(&json!(client.all_told()).to_string());
    assert!(read.contains("API_KEY="), "the server has it: {read}");
    assert!(!read.contains(CANARY), "and nobody else: {read}");
}

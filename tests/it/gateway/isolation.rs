//! What belongs to one client reaches no other.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, gateway};
use crate::test_host::{TestHost, scripted, text};

/// Messages each of two clients exchanges.
const CALLS: usize = 1250;

/// Two clients on one server, which may run its tools without being asked about and answer for themselves.
async fn two_clients() -> (Arc<TestHost>, [Client; 2]) {
    let host = TestHost::open().await;
    host.add_listed("Scripted", scripted("features")).await;
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
        for tool in ["echo", "steps", "roots", "log", "touch"] {
            let params = json!({ "name": format!("scripted__{tool}"), "arguments": {} });
            let calling = client.begin("tools/call", params).await;
            let always = json!({ "kind": "run", "arguments": {}, "grant": { "kind": "always", "calls": "allOfTool" } });
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

/// Two clients that do the same, and whose requests have the same ids.
async fn at_the_same_place(clients: &mut [Client; 2]) {
    let [one, two] = clients;
    while one.last_id() < two.last_id() {
        one.request("ping", json!({})).await.expect("an answer");
    }
    while two.last_id() < one.last_id() {
        two.request("ping", json!({})).await.expect("an answer");
    }
}

#[tokio::test]
async fn a_cancel_of_one_client_ends_no_request_of_another() {
    let (host, mut clients) = two_clients().await;
    at_the_same_place(&mut clients).await;
    let servers = host.call(op::ServerList, json!({})).await;
    let server = text(&servers[0]["id"]);
    let sent = async |method: &str| {
        let texts = host.wire_texts(&server).await;
        let frames = texts
            .iter()
            .filter_map(|text| serde_json::from_str::<Value>(text).ok());
        let frames = frames.filter(|frame| frame["method"] == method);
        frames.collect::<Vec<_>>()
    };
    let [one, two] = &mut clients;
    for client in [&mut *one, &mut *two] {
        drop(
            client
                .begin("resources/read", json!({ "uri": "a:wait" }))
                .await,
        );
    }
    assert_eq!(one.last_id(), two.last_id(), "both requests have one id");
    let id = one.last_id();
    host.until("both are sent", async || {
        (sent("resources/read").await.len() == 2).then_some(())
    })
    .await;
    for (number, client) in [one, two].into_iter().enumerate() {
        client.cancel(json!({ "requestId": id })).await;
        // What is answered after it shows that it was heard.
        client.request("ping", json!({})).await.expect("an answer");
        host.until("the server hears of it", async || {
            let cancelled = sent("notifications/cancelled").await.len();
            assert!(cancelled <= number + 1, "one cancel ends one request");
            (cancelled == number + 1).then_some(())
        })
        .await;
    }
    let of = |frames: Vec<Value>, at: &str| {
        let mut ids: Vec<_> = frames
            .iter()
            .map(|frame| frame.pointer(at).map(Value::to_string))
            .collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(
        of(sent("notifications/cancelled").await, "/params/requestId"),
        of(sent("resources/read").await, "/id"),
        "each of the requests at the server is cancelled once"
    );
}

#[tokio::test]
async fn log_messages_reach_the_client_alone_whose_request_runs() {
    let (host, [mut one, mut two]) = two_clients().await;
    for client in [&mut one, &mut two] {
        let level = client.request("logging/setLevel", json!({ "level": "debug" }));
        level.await.expect("it is set");
    }
    let params = json!({ "name": "scripted__log", "arguments": {} });
    drop(
        one.begin("resources/read", json!({ "uri": "a:wait" }))
            .await,
    );
    let waiting = one.last_id();
    let servers = host.call(op::ServerList, json!({})).await;
    let server = text(&servers[0]["id"]);
    host.until("it is sent", async || {
        let texts = host.wire_texts(&server).await;
        texts
            .iter()
            .any(|text| text.contains("a:wait"))
            .then_some(())
    })
    .await;
    two.request("tools/call", params.clone())
        .await
        .expect("a result");
    for client in [&one, &two] {
        let told = client.told("notifications/message");
        assert_eq!(told, [] as [Value; 0], "it may be about either request");
    }
    one.cancel(json!({ "requestId": waiting })).await;
    host.until("it is alone", async || {
        two.request("tools/call", params.clone())
            .await
            .expect("a result");
        let told = two.told("notifications/message");
        (!told.is_empty()).then_some(())
    })
    .await;
    let told = one.told("notifications/message");
    assert_eq!(told, [] as [Value; 0], "its request does not run any more");
}

#[tokio::test]
async fn updates_reach_who_follows_a_resource_and_may_see_it_now() {
    let (host, [mut one, mut two]) = two_clients().await;
    let updates = |client: &Client| client.told("notifications/resources/updated").len();
    let touch = json!({ "name": "scripted__touch", "arguments": {} });
    let follow = json!({ "uri": "a:1" });
    one.request("resources/subscribe", follow.clone())
        .await
        .expect("it is followed");
    two.request("tools/call", touch.clone())
        .await
        .expect("a result");
    host.until("it hears of the change", async || {
        (updates(&one) > 0).then_some(())
    })
    .await;
    assert_eq!(updates(&two), 0, "it follows nothing");
    two.request("resources/subscribe", follow)
        .await
        .expect("it is followed");

    let clients = host.call(op::ClientList, json!({})).await;
    let clients = clients.as_array().into_iter().flatten();
    let shown = clients
        .clone()
        .find(|client| client["name"] == "One")
        .cloned();
    let shown = shown.unwrap_or_default();
    let allowed = |change: &dyn Fn(&mut Value)| {
        let mut profile = shown["profile"].clone();
        change(&mut profile);
        json!({ "kind": "allow", "profile": profile })
    };
    let cases = [
        ("paused", json!({ "kind": "pause" }), false),
        ("resumed", allowed(&|_| {}), true),
        (
            "without resources",
            allowed(&|profile| profile["resources"] = "hidden".into()),
            false,
        ),
        (
            "without the server",
            allowed(&|profile| profile["sources"] = json!({ "kind": "only", "serverIds": [] })),
            false,
        ),
        ("with all again", allowed(&|_| {}), true),
        ("blocked", json!({ "kind": "refuse" }), false),
    ];
    for (what, decision, hears) in cases {
        let params = json!({ "clientId": shown["id"], "decision": decision });
        host.call(op::ClientDecide, params).await;
        one.forget("notifications/resources/updated");
        two.forget("notifications/resources/updated");
        two.request("tools/call", touch.clone())
            .await
            .expect("a result");
        host.until("the other hears of it", async || {
            (updates(&two) > 0).then_some(())
        })
        .await;
        if hears {
            host.until(what, async || (updates(&one) > 0).then_some(()))
                .await;
        }
        one.request("ping", json!({})).await.expect("an answer");
        assert_eq!(updates(&one) > 0, hears, "one that is {what}");
    }
    host.call(op::ClientForget, json!({ "clientId": shown["id"] }))
        .await;
    one.forget("notifications/resources/updated");
    two.forget("notifications/resources/updated");
    two.request("tools/call", touch).await.expect("a result");
    host.until("the other hears of it", async || {
        (updates(&two) > 0).then_some(())
    })
    .await;
    one.request("ping", json!({})).await.expect("an answer");
    assert_eq!(updates(&one), 0, "one that is removed");
}

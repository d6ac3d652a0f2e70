//! A URI belongs to one server: to the one that listed it first, also while that is off. Those of others have a prefix.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, gateway};
use super::{allow, answer, run};
use crate::reviews::Declaring;
use crate::test_host::{TestHost, scripted, text};

/// A host with two servers that list and name the same, and a client.
async fn with_two() -> (TestHost, [String; 2], Client) {
    let host = TestHost::open().await;
    let config = scripted("features");
    let mut servers = Vec::new();
    for label in ["One", "Two"] {
        let server = host.add_listed(label, config.clone()).await;
        servers.push(server);
    }
    let mut client = Client::connect_to(&gateway(&host, Duration::from_secs(50)), "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    let servers = servers.try_into().expect("two");
    (host, servers, client)
}

/// The URIs that the servers were asked to read.
async fn read(host: &TestHost, server: &str) -> Vec<Value> {
    let texts = host.wire_texts(server).await;
    let frames = texts
        .iter()
        .filter_map(|text| serde_json::from_str::<Value>(text).ok());
    let reads = frames.filter(|frame| frame["method"] == "resources/read");
    reads.map(|read| read["params"]["uri"].clone()).collect()
}

#[tokio::test]
async fn what_two_servers_list_is_listed_of_both_and_leads_to_each() {
    let (host, [one, two], mut client) = with_two().await;
    let uris = client.names("resources/list", "resources", "uri").await;
    assert_eq!(uris, ["a:1", "usher.two+a:1"]);
    let templates = client
        .names(
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
        )
        .await;
    assert_eq!(templates, ["a:{x}", "usher.two+a:{x}"]);
    for uri in ["a:1", "usher.two+a:1", "a:other", "usher.two+a:another"] {
        let read = client
            .request("resources/read", json!({ "uri": uri }))
            .await;
        let read = read.expect("it is read");
        assert_eq!(read["contents"][0]["uri"], uri, "as the client knows it");
    }
    assert_eq!(read(&host, &one).await, ["a:1", "a:other"]);
    assert_eq!(read(&host, &two).await, ["a:1", "a:another"]);

    let completed = json!({
        "ref": { "type": "ref/resource", "uri": "usher.two+a:{x}" },
        "argument": { "name": "x", "value": "a" },
    });
    let completed = client.request("completion/complete", completed).await;
    completed.expect("values");
    let followed = json!({ "uri": "usher.two+a:1" });
    let subscribed = client
        .request("resources/subscribe", followed.clone())
        .await;
    subscribed.expect("it is followed");
    let call = json!({ "name": "two__touch", "arguments": { "a": 1 } });
    let called = client.begin("tools/call", call.clone()).await;
    answer(&host, run(&json!({ "a": 1 }))).await;
    called.await.expect("it is touched");
    let told = host
        .until("the client hears of it", async || {
            let told = client.told("notifications/resources/updated");
            told.last().cloned()
        })
        .await;
    assert_eq!(told["params"], followed);
    let unsubscribed = client.request("resources/unsubscribe", followed).await;
    unsubscribed.expect("it is not followed any more");
    host.until("the server hears of it", async || {
        let texts = host.wire_texts(&two).await;
        let told = texts
            .iter()
            .any(|text| text.contains("resources/unsubscribe"));
        told.then_some(())
    })
    .await;
}

#[tokio::test]
async fn no_server_answers_for_one_that_is_off() {
    let (host, [one, two], mut client) = with_two().await;
    host.turn_off(&one).await;
    host.until("what is off is not listed", async || {
        let uris = client.names("resources/list", "resources", "uri").await;
        (uris == ["usher.two+a:1"]).then_some(())
    })
    .await;
    for uri in ["a:1", "a:other"] {
        let refused = client
            .request("resources/read", json!({ "uri": uri }))
            .await;
        let refused = refused.expect_err("it is of nobody who is there");
        assert_eq!(refused["message"], "Resource not found", "{uri}");
        let refused = client
            .request("resources/subscribe", json!({ "uri": uri }))
            .await;
        refused.expect_err("nor is it followed");
    }
    assert_eq!(read(&host, &two).await, [] as [Value; 0]);
    let host = host.reopen().await;
    host.until_listed(&two).await;
    let mut client = Client::connect_to(&gateway(&host, Duration::from_secs(50)), "Editor");
    client.initialize().await;
    let refused = client
        .request("resources/read", json!({ "uri": "a:1" }))
        .await;
    refused.expect_err("also after a restart");
}

#[tokio::test]
async fn a_uri_stays_with_the_server_that_listed_it_first() {
    let host = TestHost::open().await;
    let declaring = Declaring::new(host.scratch());
    declaring.say("resources", "[]");
    declaring.say("templates", r#"[{"uriTemplate":"{+any}","name":"all"}]"#);
    let greedy = host.add_listed("Greedy", declaring.config()).await;
    let notes = host.add_listed("Notes", scripted("features")).await;
    declaring.say("resources", r#"[{"uri":"a:1","name":"one"}]"#);
    host.call_on(op::ServerRestart, &greedy).await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    let expected = ["usher.greedy+a:1", "a:1"];
    host.until("both are listed", async || {
        let uris = client.names("resources/list", "resources", "uri").await;
        (uris == expected).then_some(())
    })
    .await;
    let templates = client
        .names(
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
        )
        .await;
    assert_eq!(
        templates,
        ["usher.greedy+{+any}", "a:{x}"],
        "one that says no scheme takes none"
    );
    let refused = client
        .request("resources/read", json!({ "uri": "b:1" }))
        .await;
    refused.expect_err("it is nobody's");
    let read = client
        .request("resources/read", json!({ "uri": "a:1" }))
        .await;
    assert_eq!(
        text(&read.expect("it is read")["contents"][0]["text"]),
        "hello"
    );
    let host = host.reopen().await;
    for server in [&greedy, &notes] {
        host.until_listed(server).await;
    }
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    let uris = client.names("resources/list", "resources", "uri").await;
    assert_eq!(uris, expected, "also after a restart");
}

//! What a client of either era gets of a server, feature by feature.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, Era};
use super::{allow, answer, run};
use crate::test_host::{TestHost, text};

/// A client of an era, on a host with the demo server, all of whose tools the client may run.
async fn of(era: Era) -> (TestHost, String, Client) {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let mut client = Client::connect(&host, "Editor");
    client.era = era;
    if era == Era::Legacy {
        client.initialize().await;
    }
    drop(client.begin("tools/list", json!({})).await);
    allow(&host, "Editor").await;
    (host, server, client)
}

/// Runs a tool, with a yes of the person.
async fn run_tool(host: &TestHost, client: &mut Client, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "t" } });
    let called = client.begin("tools/call", params).await;
    answer(host, run(&arguments)).await;
    called
        .await
        .unwrap_or_else(|error| panic!("{tool} failed: {error}"))
}

#[tokio::test]
async fn both_eras_get_everything_that_servers_offer() {
    for era in [Era::Legacy, Era::Modern] {
        let (host, server, mut client) = of(era).await;
        let tools = client
            .request("tools/list", json!({}))
            .await
            .expect("tools");
        let greet = tools["tools"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|tool| tool["name"] == "demo__greet")
            .cloned()
            .unwrap_or_default();
        assert!(
            greet["title"].is_string(),
            "{era:?}: titles are untouched: {greet}"
        );
        assert_eq!(
            tools.get("ttlMs").is_some(),
            era == Era::Modern,
            "{era:?}: only modern results are cached"
        );

        let greeted = run_tool(&host, &mut client, "demo__greet", json!({ "name": "Ada" })).await;
        assert!(
            greeted["content"].to_string().contains("Ada"),
            "{era:?}: {greeted}"
        );
        assert_eq!(
            greeted["resultType"] == "complete",
            era == Era::Modern,
            "{era:?}: {greeted}"
        );

        run_tool(
            &host,
            &mut client,
            "demo__count_slowly",
            json!({ "steps": 3, "delayMs": 10 }),
        )
        .await;
        let progress: Vec<f64> = client
            .told("notifications/progress")
            .iter()
            .filter_map(|told| told["params"]["progress"].as_f64())
            .collect();
        assert!(
            progress.len() >= 2,
            "{era:?}: progress is passed on: {progress:?}"
        );
        assert!(progress.is_sorted(), "{era:?}: and goes up: {progress:?}");

        let prompts = client.names("prompts/list", "prompts", "name").await;
        let prompt = prompts.first().cloned().unwrap_or_default();
        assert!(prompt.starts_with("demo__"), "{era:?}: {prompts:?}");

        let resources = client.names("resources/list", "resources", "uri").await;
        assert!(
            resources.contains(&"demo://clock".to_owned()),
            "{era:?}: {resources:?}"
        );
        let read = client
            .request("resources/read", json!({ "uri": "demo://clock" }))
            .await;
        let read = read.expect("it is read");
        assert_eq!(
            read["contents"][0]["uri"], "demo://clock",
            "{era:?}: {read}"
        );
        let missing = client
            .request("resources/read", json!({ "uri": "demo://nothing" }))
            .await;
        let expected = if era == Era::Legacy { -32002 } else { -32602 };
        assert_eq!(
            missing.expect_err("there is none")["code"],
            expected,
            "{era:?}"
        );

        let templates = client
            .names(
                "resources/templates/list",
                "resourceTemplates",
                "uriTemplate",
            )
            .await;
        assert!(!templates.is_empty(), "{era:?}: templates are listed");
        let unknown = client.request("tools/unknown", json!({})).await;
        assert_eq!(
            unknown.expect_err("there is none")["code"],
            -32601,
            "{era:?}"
        );
        let _ = server;
    }
}

#[tokio::test]
async fn what_a_server_asks_is_answered_in_the_inbox() {
    for era in [Era::Legacy, Era::Modern] {
        let (host, _, mut client) = of(era).await;
        let params = json!({ "name": "demo__ask_form", "arguments": {} });
        let called = client.begin("tools/call", params).await;
        answer(&host, run(&json!({}))).await;
        let form = host.asked_of("elicitForm").await;
        host.answer(&form, json!({ "kind": "decline" })).await;
        let result = called.await.expect("the tool answers");
        assert!(
            !text(&result["content"][0]["text"]).is_empty(),
            "{era:?}: the server hears of the no: {result}"
        );
    }
}

#[tokio::test]
async fn both_eras_hear_that_a_resource_changed() {
    for era in [Era::Legacy, Era::Modern] {
        let (host, server, mut client) = of(era).await;
        let _listening = match era {
            Era::Legacy => {
                let subscribed = client
                    .request("resources/subscribe", json!({ "uri": "demo://clock" }))
                    .await;
                subscribed.expect("it is followed");
                None
            }
            Era::Modern => {
                let notifications =
                    json!({ "toolsListChanged": true, "resourceSubscriptions": ["demo://clock"] });
                Some(
                    client
                        .begin(
                            "subscriptions/listen",
                            json!({ "notifications": notifications }),
                        )
                        .await,
                )
            }
        };
        host.until("the clock ticks", async || {
            (!client.told("notifications/resources/updated").is_empty()).then_some(())
        })
        .await;
        if era == Era::Modern {
            let told = client.told("notifications/subscriptions/acknowledged");
            let honored =
                json!({ "toolsListChanged": true, "resourceSubscriptions": ["demo://clock"] });
            assert_eq!(told[0]["params"]["notifications"], honored);
        }
        let subscriptions = host.call(op::ResourceSubscriptions, json!({})).await;
        assert_eq!(
            subscriptions,
            json!([]),
            "{era:?}: what a client follows is not what the person follows"
        );
        // The person follows it, too, and then no longer: the client goes on to be told.
        for subscribed in [true, false] {
            let params =
                json!({ "serverId": server, "uri": "demo://clock", "subscribed": subscribed });
            host.call(op::ResourceSubscribe, params).await;
        }
        client.forget("notifications/resources/updated");
        host.until("the clock ticks for the client", async || {
            (!client.told("notifications/resources/updated").is_empty()).then_some(())
        })
        .await;
        client.close().await;
        host.until("the server is asked no more", async || {
            (sent(&host, &server, "resources/unsubscribe").await == 1).then_some(())
        })
        .await;
        assert_eq!(
            sent(&host, &server, "resources/subscribe").await,
            1,
            "{era:?}: the server was asked once for the client and the person"
        );
    }
}

/// How many requests with this method went to the server, as its log has them.
async fn sent(host: &TestHost, server: &str, method: &str) -> usize {
    let frames = host.wire_texts(server).await;
    let method = format!("\"method\":\"{method}\"");
    frames
        .iter()
        .filter(|frame| frame.contains(&method))
        .count()
}

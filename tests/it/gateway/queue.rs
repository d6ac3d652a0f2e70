//! A client that asks for much: a few of its questions are open at a time, and all can be declined at once.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_gateway::{Gateway, GatewayOptions};

use super::approvals::sent;
use super::client::{Client, Era, gateway};
use super::features::{Setting, setting};
use super::{allow, answer, run, with_client};
use crate::test_host::{TestHost, text};

/// Questions of a client that are open at a time.
const OPEN: usize = 10;

/// The messages of the calls that the person is asked about, once there are so many.
async fn asked(host: &TestHost, count: usize) -> Vec<String> {
    host.until("so many questions are open", async || {
        let open = host.questions().await;
        let open = open.as_array().cloned().unwrap_or_default();
        let messages = open
            .iter()
            .map(|ask| text(&ask["request"]["call"]["arguments"]["message"]));
        (open.len() == count).then(|| messages.collect())
    })
    .await
}

fn call(message: &str) -> Value {
    json!({ "name": "demo__echo", "arguments": { "message": message } })
}

/// The messages of this many calls, in their order.
fn messages(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| format!("{number:02}")).collect()
}

#[tokio::test]
async fn ten_questions_of_a_client_are_open_at_a_time_and_the_next_follow() {
    let (host, server, mut client) = with_client("Editor").await;
    client.initialize().await;
    let mut other = Client::connect(&host, "Other");
    allow(&host, "Other").await;
    other.initialize().await;
    let mut called = Vec::new();
    for message in messages(0..25) {
        called.push(client.begin("tools/call", call(&message)).await);
    }
    // Another client has places of its own.
    let _others = other.begin("tools/call", call("other")).await;
    let mut seen = BTreeSet::new();
    for answered in 0..5 {
        let open = asked(&host, OPEN + 1).await;
        assert!(open.contains(&"other".to_owned()), "{open:?}");
        seen.extend(open);
        let asks = host.questions().await;
        let ask = asks.as_array().into_iter().flatten();
        let mut of_client = ask.filter(|ask| ask["request"]["call"]["client"] == "Editor");
        let ask = of_client.next().expect("one of the client").clone();
        let yes = run(&ask["request"]["call"]["arguments"]);
        host.answer(&ask, yes).await;
        host.until("it is sent", async || {
            (sent(&host, &server, "echo").await.len() > answered).then_some(())
        })
        .await;
    }
    seen.extend(asked(&host, OPEN + 1).await);
    assert_eq!(seen.len(), OPEN + 1 + 5, "the next followed: {seen:?}");
}

#[tokio::test]
async fn a_client_that_connects_again_has_no_more_questions_open() {
    let (host, _, mut client) = with_client("Editor").await;
    client.close().await;
    let shared = gateway(&host, Duration::from_secs(50));
    client = Client::connect_to(&shared, "Editor");
    client.initialize().await;
    for message in messages(0..15) {
        drop(client.begin("tools/call", call(&message)).await);
    }
    asked(&host, OPEN).await;
    client.close().await;
    let mut client = Client::connect_to(&shared, "Editor");
    client.initialize().await;
    for message in messages(20..35) {
        drop(client.begin("tools/call", call(&message)).await);
    }
    // What is answered shows that the others have come.
    client
        .request("ping", json!({}))
        .await
        .expect("it is served");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(asked(&host, OPEN).await.len(), OPEN);
}

#[tokio::test]
async fn all_calls_of_a_client_are_declined_at_once() {
    let (host, server, client) = with_client("Editor").await;
    client.close().await;
    let shared = host.api.shared_host().expect("the data is open");
    let options = GatewayOptions {
        keepalive_every: Duration::from_millis(50),
        ..GatewayOptions::new("0.0.0-test")
    };
    let mut client = Client::connect_to(&Gateway::new(shared, options), "Editor");
    client.initialize().await;
    let mut other = Client::connect(&host, "Other");
    allow(&host, "Other").await;
    other.initialize().await;
    let _others = other.begin("tools/call", call("other")).await;
    let mut called = Vec::new();
    for message in messages(0..25) {
        let mut call = call(&message);
        call["_meta"] = json!({ "progressToken": message });
        called.push(client.begin("tools/call", call).await);
    }
    asked(&host, OPEN + 1).await;
    host.until("the others hear what they wait for", async || {
        let told = client.told("notifications/progress");
        let waits = "Waiting for earlier approvals of this client in Usher";
        let queued = told
            .iter()
            .filter(|told| told["params"]["message"] == waits);
        let queued: BTreeSet<_> = queued
            .map(|told| text(&told["params"]["progressToken"]))
            .collect();
        (queued.len() == 15).then_some(())
    })
    .await;
    host.call(op::ApprovalDeclineAll, json!({ "client": "Editor" }))
        .await;
    for called in called {
        let result = called.await.expect("it is answered");
        let said = text(&result["content"][0]["text"]);
        assert!(said.starts_with("The user declined to run echo"), "{said}");
    }
    assert_eq!(
        asked(&host, 1).await,
        ["other"],
        "the other client's is open"
    );
    assert_eq!(sent(&host, &server, "echo").await, [] as [Value; 0]);
    // Those that nobody was asked about are counted on one record.
    host.until("each is on record", async || {
        let filter = json!({ "client": "Editor", "approvalKind": "toolCall" });
        let list = json!({ "filter": filter, "before": null, "limit": 50 });
        let records = host.call(op::ApprovalRecordList, list).await;
        let records = records.as_array().into_iter().flatten();
        let declined = records.filter(|record| record["ending"] == "declined");
        let times: u64 = declined.filter_map(|record| record["times"].as_u64()).sum();
        (times == 25).then_some(())
    })
    .await;
    let again = client.begin("tools/call", call("again")).await;
    assert_eq!(
        asked(&host, 2).await[1],
        "again",
        "later calls are asked about"
    );
    drop(again);
}

/// What a tool echoes: each takes more than a third of the share of a client.
const PAD: usize = 3 << 20;

#[tokio::test]
async fn results_of_tasks_beyond_a_clients_share_come_from_the_history() {
    for era in [Era::Legacy, Era::Modern] {
        let mut setting = setting(era, Era::Legacy, "person").await;
        if era == Era::Modern {
            setting.client.capabilities["extensions"] =
                json!({ "io.modelcontextprotocol/tasks": {} });
        }
        let pad = "x".repeat(PAD);
        let mut tasks = Vec::new();
        for number in 0..4 {
            let arguments = json!({ "number": number, "pad": pad });
            let mut call = json!({ "name": "scripted__echo", "arguments": arguments });
            if era == Era::Legacy {
                call["task"] = json!({ "ttl": 60_000 });
            }
            // It becomes a task when it takes long: the person has not answered yet.
            let created = setting.client.request("tools/call", call).await;
            let created = created.expect("a task");
            let task = if era == Era::Legacy {
                &created["task"]
            } else {
                &created
            };
            let id = json!({ "taskId": task["taskId"] });
            answer(&setting.host, run(&arguments)).await;
            let text = result(&mut setting, era, &id).await.expect("its result");
            assert!(text.len() > PAD && text.contains(&format!("\"number\":{number}")));
            tasks.push(id);
        }
        for (number, id) in tasks.iter().enumerate() {
            let text = result(&mut setting, era, id).await.expect("its result");
            assert!(
                text.len() > PAD && text.contains(&format!("\"number\":{number}")),
                "{era:?}: the whole result of task {number}"
            );
        }
        let all = json!({ "serverId": null, "client": null });
        setting.host.call(op::HistoryClear, all).await;
        let mut kept = Vec::new();
        for id in &tasks {
            kept.push(result(&mut setting, era, id).await.is_ok());
        }
        assert_eq!(
            kept,
            [false, false, true, true],
            "{era:?}: the first ones are in the history alone"
        );
    }
}

/// The text that a task yields, or the message of its error.
async fn result(setting: &mut Setting, era: Era, id: &Value) -> Result<String, String> {
    let client = &mut setting.client;
    let of_result = |result: &Value| text(&result["content"][0]["text"]);
    if era == Era::Legacy {
        let result = client.request("tasks/result", id.clone()).await;
        return result
            .map(|result| of_result(&result))
            .map_err(|error| text(&error["message"]));
    }
    loop {
        let got = client.request("tasks/get", id.clone()).await;
        let got = got.map_err(|error| text(&error["message"]))?;
        match text(&got["status"]).as_str() {
            "working" => tokio::time::sleep(Duration::from_millis(50)).await,
            _ if got["error"].is_object() => return Err(text(&got["error"]["message"])),
            _ => return Ok(of_result(&got["result"])),
        }
    }
}

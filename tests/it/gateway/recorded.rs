//! Prompts that a client gets and resources that it reads are on record as its calls are, without secrets.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};

use super::client::{Client, Era, gateway};
use super::features::setting;
use super::secrets::{CANARY, telling};
use crate::test_host::TestHost;

/// The record of a host, oldest first, once it has so many rows.
async fn rows(host: &TestHost, count: usize) -> Vec<Value> {
    host.until("all is recorded", async || {
        let listed = host.call(op::HistoryList, json!({ "limit": 50 })).await;
        let mut rows = listed.as_array().cloned().unwrap_or_default();
        rows.reverse();
        (rows.len() >= count).then_some(rows)
    })
    .await
}

#[tokio::test]
async fn prompts_and_reads_of_a_client_are_on_record_under_its_name() {
    for (client_era, server_era) in [(Era::Legacy, Era::Modern), (Era::Modern, Era::Legacy)] {
        let mut setting = setting(client_era, server_era, "person").await;
        let greet = |who: &str| json!({ "name": "scripted__greet", "arguments": { "who": who } });
        let complete = json!({
            "ref": { "type": "ref/prompt", "name": "scripted__greet" },
            "argument": { "name": "who", "value": "A" },
        });
        for (method, params) in [
            ("prompts/list", json!({})),
            ("completion/complete", complete),
            ("prompts/get", greet("Ada")),
            ("resources/read", json!({ "uri": "a:1" })),
            ("prompts/get", greet("fails")),
            ("resources/read", json!({ "uri": "a:fails" })),
            ("prompts/get", json!({ "name": "scripted__unknown" })),
        ] {
            drop(setting.client.request(method, params).await);
        }
        for (method, params) in [
            ("prompts/get", greet("wait")),
            ("resources/read", json!({ "uri": "a:wait" })),
        ] {
            let before = setting.sent(method).await.len();
            drop(setting.client.begin(method, params).await);
            let sent = setting.host.until("it is sent", async || {
                (setting.sent(method).await.len() > before).then_some(())
            });
            sent.await;
            let id = setting.client.last_id();
            setting.client.cancel(json!({ "requestId": id })).await;
        }
        let rows = rows(&setting.host, 6).await;
        let mut told: Vec<_> = rows
            .iter()
            .map(|row| json!([row["kind"], row["name"], row["status"], row["arguments"]]))
            .collect();
        told.sort_by_key(Value::to_string);
        let mut expected = [
            json!(["prompt", "greet", "completed", { "who": "Ada" }]),
            json!(["resource", "a:1", "completed", {}]),
            json!(["prompt", "greet", "failed", { "who": "fails" }]),
            json!(["resource", "a:fails", "failed", {}]),
            json!(["prompt", "greet", "cancelled", { "who": "wait" }]),
            json!(["resource", "a:wait", "cancelled", {}]),
        ];
        expected.sort_by_key(Value::to_string);
        assert_eq!(
            told, expected,
            "{client_era:?}: neither lists, completions nor what was not sent"
        );
        for row in &rows {
            assert_eq!(row["client"], "Editor", "{row}");
        }

        let entry = async |at: usize| {
            let params = json!({ "id": rows[at]["id"] });
            setting.host.call(op::HistoryGet, params).await
        };
        let (got, read) = (entry(0).await, entry(1).await);
        assert_eq!(
            got["outcome"]["ending"]["messages"],
            json!([{ "role": "user", "content": { "kind": "text", "text": "Hello Ada" } }]),
            "as the page of prompts shows it: {got}"
        );
        assert_eq!(
            read["outcome"]["ending"]["contents"][0]["body"]["text"], "hello",
            "as a preview shows it: {read}"
        );
        for (entry, asked, answered) in [
            (&got, greet("Ada"), "/result/messages/0/content/text"),
            (&read, json!({ "uri": "a:1" }), "/result/contents/0/text"),
        ] {
            let mut request = entry["clientLeg"]["request"].clone();
            request
                .as_object_mut()
                .map(|request| request.remove("_meta"));
            assert_eq!(request, asked, "{client_era:?}: what the client sent");
            let answer = entry["clientLeg"]["answer"].pointer(answered);
            assert!(answer.is_some(), "what it was answered: {entry}");
        }
        setting.host.api.close().await;
    }
}

#[tokio::test]
async fn a_long_blob_reaches_the_client_whole_and_is_recorded_in_short() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let uri = json!({ "uri": "a:blob" });
    let read = setting.client.request("resources/read", uri).await;
    let read = read.expect("it is read");
    let rows = rows(&setting.host, 1).await;
    let params = json!({ "id": rows[0]["id"] });
    let entry = setting.host.call(op::HistoryGet, params).await;
    let ending = &entry["outcome"]["ending"];
    let answer = &entry["clientLeg"]["answer"]["result"];
    let blob = |read: &Value| read["contents"][0]["blob"].as_str().map(str::to_owned);
    let head = format!("{}…", "A".repeat(1_024));
    assert_eq!(
        [blob(&read), blob(&ending["raw"]), blob(answer)],
        [Some("A".repeat(100_000)), Some(head.clone()), Some(head)],
        "what the client got, what is kept of it, and of the answer to the client"
    );
    assert_eq!(ending["shortened"], 1);
    assert_eq!(
        ending["contents"],
        json!([]),
        "what is cut is not shown as whole"
    );
    setting.host.api.close().await;
}

#[tokio::test]
async fn what_is_deleted_before_it_is_written_does_not_come_back() {
    let mut setting = setting(Era::Modern, Era::Modern, "person").await;
    let greet = |who: &str| json!({ "name": "scripted__greet", "arguments": { "who": who } });
    let got = setting.client.request("prompts/get", greet("Ada")).await;
    got.expect("the prompt can be got");
    setting.host.call_on(op::HistoryClear, &Value::Null).await;
    let got = setting.client.request("prompts/get", greet("Bob")).await;
    got.expect("the prompt can be got");
    let kept: Vec<_> = rows(&setting.host, 1).await;
    let kept: Vec<_> = kept.iter().map(|row| &row["arguments"]["who"]).collect();
    assert_eq!(kept, ["Bob"], "the first was deleted");
    setting.host.api.close().await;
}

#[tokio::test]
async fn no_secret_of_a_server_is_in_the_record_of_prompts_and_reads() {
    for era in [Era::Legacy, Era::Modern] {
        let host = TestHost::open().await;
        let server = telling(&host, era).await;
        let serving = gateway(&host, std::time::Duration::from_secs(50));
        let mut client = Client::connect_to(&serving, "Editor");
        client.era = era;
        if era == Era::Legacy {
            client.initialize().await;
        }
        let listed = client.begin("tools/list", json!({})).await;
        super::allow(&host, "Editor").await;
        listed.await.expect("it is allowed");
        for who in [CANARY, "fails", "blob"] {
            let greet = json!({ "name": "scripted__greet", "arguments": { "who": who } });
            drop(client.request("prompts/get", greet).await);
            let read = json!({ "uri": format!("a:{who}") });
            drop(client.request("resources/read", read).await);
            let own = json!({ "serverId": server, "name": "greet", "arguments": { "who": who } });
            drop(host.api.call(op::PromptGet::NAME, own).await);
        }
        for row in rows(&host, 9).await {
            let entry = host.call(op::HistoryGet, json!({ "id": row["id"] })).await;
            let whole_or_cut = &CANARY[..12];
            assert!(
                !entry.to_string().contains(whole_or_cut),
                "{era:?}: {entry:#}"
            );
        }
        host.api.close().await;
    }
}

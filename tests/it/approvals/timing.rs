//! Checks that waiting for the person counts against no timeout.

use std::time::Duration;
use usher_api::operations::op;

use serde_json::{Value, json};
use tokio::sync::Notify;
use usher_tests::scripted::http::HttpServer;

use crate::test_host::{TestHost, scripted};
use crate::usage::call;

#[tokio::test]
async fn an_answer_after_five_minutes_is_in_time() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, ask), async {
        let ask = host.asked().await;
        five_minutes_pass().await;
        let content = json!({ "name": "Ada", "guests": 2, "row": "front" });
        host.answer(&ask, json!({ "kind": "accept", "content": content }))
            .await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Ada",
        "the call's own minute stands still while the person thinks: {outcome}"
    );

    let wait = call(&server, "wait", "wait", &json!({ "seconds": 3600 }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, wait), async {
        host.until("the call is on the wire", async || {
            let log = host.call_on(op::WireList, &server).await;
            let frames = log["frames"].as_array()?.clone();
            let sent = |frame: &Value| frame["callId"] == "wait";
            frames.iter().any(sent).then_some(())
        })
        .await;
        five_minutes_pass().await;
    });
    assert_eq!(
        outcome["ending"]["error"]["code"], "timeout",
        "while nobody is asked, the same minutes are too long: {outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_question_that_names_no_call_stops_the_clock_of_every_call_it_may_belong_to() {
    let web = HttpServer::start().await.expect("a server");
    let scripted = scripted("ask_form");
    let url = format!("http://127.0.0.1:{}/asks_aside/plain", web.port);
    let host = TestHost::open().await;
    for (way, config) in [
        ("stdio", scripted),
        ("http", json!({ "kind": "http", "url": url, "headers": [] })),
    ] {
        let server = host.add_listed(way, config).await;
        host.review(&server).await;
        let id = |which: &str| format!("{which} over {way}");
        let run = async |which: &str| {
            let call = call(&server, &id(which), "echo", &json!({ "zeta": which }));
            host.call(op::ToolCall, call).await
        };
        let first_asks = Notify::new();
        let second = async {
            first_asks.notified().await;
            run("second").await
        };
        let asking = async {
            let first = opened(&host, |ask| ask["cause"]["callId"] == *id("first")).await;
            assert_eq!(first["possibleCauses"], json!([]), "{first}");
            first_asks.notify_one();
            let second = opened(&host, |ask| {
                ask["serverId"] == *server && ask["id"] != first["id"]
            })
            .await;
            let open = ["first", "second"].map(
                |which| json!({ "callId": id(which), "tool": "echo", "arguments": { "zeta": which } }),
            );
            assert_eq!(
                (&second["cause"], &second["possibleCauses"]),
                (&Value::Null, &json!(open)),
                "{second}"
            );
            five_minutes_pass().await;
            for ask in [&first, &second] {
                host.answer(ask, json!({ "kind": "decline" })).await;
            }
            let records = host
                .until("both are recorded", async || {
                    let filter =
                        json!({ "serverId": server, "approvalKind": "form", "endings": [] });
                    let params = json!({ "filter": filter, "limit": 9 });
                    let records = host.call(op::ApprovalRecordList, params).await;
                    (records.as_array()?.len() == 2).then_some(records)
                })
                .await;
            let params = json!({ "id": records[0]["id"] });
            let record = host.call(op::ApprovalRecordGet, params).await;
            assert_eq!(
                (&record["head"]["callId"], &record["possibleCauses"]),
                (&Value::Null, &json!(open)),
                "the record names them too: {record}"
            );
        };
        let (first, second, ()) = tokio::join!(run("first"), second, asking);
        for outcome in [first, second] {
            assert_eq!(
                super::said(&outcome),
                r#"{"action":"decline"}"#,
                "the call is not over its minute over {way}: {outcome}"
            );
        }
    }
    host.api.close().await;
}

async fn opened(host: &TestHost, fits: impl Fn(&Value) -> bool) -> Value {
    let event = host
        .until_event("approvalOpened", |event| fits(&event["approval"]))
        .await;
    event["approval"].clone()
}

async fn five_minutes_pass() {
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(5)).await;
    tokio::time::resume();
}

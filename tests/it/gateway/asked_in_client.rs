//! A client that the person leaves its own approvals to asks its user by a form, in either era. The person may answer in
//! Usher meanwhile; nothing runs twice.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_gateway::GatewayOptions;

use super::approvals::sent;
use super::client::{Client, Era};
use super::client_timeout::{SOON, options, serving};
use super::{allow_with, answer, run};
use crate::test_host::{TestHost, text};

const FORM: &str = "elicitation/create";

/// A client of this era with forms, and the demo server. `answered_by` says who answers approvals.
async fn with_client(era: Era, answered_by: &str) -> (TestHost, String, Client) {
    with_client_of(era, answered_by, options()).await
}

/// As [`with_client`], of a gateway with these options.
async fn with_client_of(
    era: Era,
    answered_by: &str,
    options: GatewayOptions,
) -> (TestHost, String, Client) {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let mut client = Client::connect_to(&serving(&host, options), "Editor");
    client.era = era;
    client.capabilities = json!({ "elicitation": {} });
    if era == Era::Legacy {
        client.initialize().await;
    }
    let listed = client.begin("tools/list", json!({})).await;
    allow_with(&host, "Editor", json!({ "approvals": answered_by })).await;
    // The first list stores the names of the tools.
    listed.await.expect("a list");
    (host, server, client)
}

fn params() -> Value {
    json!({ "name": "demo__echo", "arguments": { "message": "one" } })
}

/// Calls the tool, and comes back with the answers to what is asked for.
async fn call(client: &mut Client) -> Value {
    let mut params = params();
    loop {
        let result = client.request("tools/call", params.clone()).await;
        let result = result.expect("an answer");
        if result["resultType"] != "input_required" {
            return result;
        }
        params = client.asked_again(&params, &result);
    }
}

fn decision(decision: &str) -> Value {
    json!({ "action": "accept", "content": { "decision": decision } })
}

#[tokio::test]
async fn a_client_asks_its_user_and_its_answer_decides_once() {
    for era in [Era::Legacy, Era::Modern] {
        let (host, server, mut client) = with_client(era, "client").await;
        client.answers(FORM, Ok(decision("run")));
        let result = call(&mut client).await;
        assert!(
            result["content"].to_string().contains("one"),
            "{era:?}: it is run: {result}"
        );
        let told = client.told(FORM);
        let message = text(&told[0]["params"]["message"]);
        assert_eq!(
            message,
            "May “Editor” run demo__echo once, with these arguments?\n\n{\n  \"message\": \"one\"\n}",
            "{era:?}: exactly what is run is shown"
        );
        let record = host
            .until("it is recorded", async || {
                let params = json!({ "filter": { "approvalKind": "toolCall" }, "limit": 9 });
                let rows = host.call(op::ApprovalRecordList, params).await;
                rows.get(0).cloned()
            })
            .await;
        assert_eq!(
            (&record["ending"], &record["reason"]["code"]),
            (&json!("accepted"), &json!("ended.answeredByClient")),
            "{era:?}: it names who answered: {record}"
        );
        client.answers(FORM, Ok(decision("decline")));
        let result = call(&mut client).await;
        assert_eq!(result["isError"], true, "{era:?}: asked anew: {result}");
        assert_eq!(
            sent(&host, &server, "echo").await.len(),
            1,
            "{era:?}: one yes, one call"
        );
    }
}

#[tokio::test]
async fn the_person_may_answer_first_and_the_form_is_taken_back() {
    let (host, server, mut client) = with_client(Era::Legacy, "client").await;
    let called = client.begin("tools/call", params()).await;
    let form = host
        .until("the client is asked", async || client.told(FORM).pop())
        .await;
    answer(&host, run(&json!({ "message": "two" }))).await;
    let result = called.await.expect("an answer");
    assert!(result["content"].to_string().contains("two"), "{result}");
    host.until("the form is taken back", async || {
        let mut told = client.told("notifications/cancelled").into_iter();
        told.any(|told| told["params"]["requestId"] == form["id"])
            .then_some(())
    })
    .await;
    // An answer that comes too late decides nothing.
    let late = json!({ "jsonrpc": "2.0", "id": form["id"], "result": decision("run") });
    client.send(&late).await;
    client.request("ping", json!({})).await.expect("an answer");
    assert_eq!(sent(&host, &server, "echo").await.len(), 1, "once");
}

#[tokio::test]
async fn what_the_client_does_not_decide_the_person_does() {
    for (answered_by, capabilities, reply) in [
        (
            "client",
            json!({ "elicitation": {} }),
            Ok(json!({ "action": "cancel" })),
        ),
        (
            "client",
            json!({ "elicitation": {} }),
            Err(json!({ "code": -32603, "message": "no user here" })),
        ),
        (
            "client",
            json!({ "elicitation": {} }),
            Ok(decision("always")),
        ),
        ("client", json!({}), Ok(decision("run"))),
        ("person", json!({ "elicitation": {} }), Ok(decision("run"))),
    ] {
        let what = format!("{answered_by}, {capabilities}, {reply:?}");
        let (host, server, client) = with_client(Era::Legacy, answered_by).await;
        drop(client);
        let mut client = Client::connect(&host, "Editor");
        client.capabilities = capabilities;
        client.initialize().await;
        client.answers(FORM, reply);
        let called = client.begin("tools/call", params()).await;
        host.asked().await;
        client.request("ping", json!({})).await.expect("an answer");
        assert_eq!(sent(&host, &server, "echo").await.len(), 0, "{what}");
        answer(&host, run(&json!({ "message": "one" }))).await;
        let result = called.await.expect("an answer");
        assert!(result["content"].to_string().contains("one"), "{what}");
    }
}

#[tokio::test]
async fn a_form_that_is_open_in_the_client_needs_no_window() {
    for era in [Era::Legacy, Era::Modern] {
        let options = GatewayOptions {
            no_approver_for: Some(SOON),
            ..options()
        };
        let (host, server, mut client) = with_client_of(era, "client", options).await;
        let result = match era {
            Era::Legacy => {
                let called = client.begin("tools/call", params()).await;
                let form = host
                    .until("the client is asked", async || client.told(FORM).pop())
                    .await;
                tokio::time::sleep(SOON * 3).await;
                let run = json!({ "jsonrpc": "2.0", "id": form["id"], "result": decision("run") });
                client.send(&run).await;
                called.await.expect("an answer")
            }
            Era::Modern => {
                client.answers(FORM, Ok(decision("run")));
                let asked = client.request("tools/call", params()).await;
                let asked = asked.expect("the form");
                tokio::time::sleep(SOON * 3).await;
                let again = client.asked_again(&params(), &asked);
                client
                    .request("tools/call", again)
                    .await
                    .expect("an answer")
            }
        };
        assert!(
            result["content"].to_string().contains("one"),
            "{era:?}: somebody could answer all the time: {result}"
        );
        assert_eq!(sent(&host, &server, "echo").await.len(), 1, "{era:?}: once");
    }
}

#[tokio::test]
async fn an_answer_that_is_being_recorded_when_its_client_takes_the_call_back_is_not_lost() {
    let (host, server, mut client) = with_client(Era::Legacy, "client").await;
    let held = host.lock_database().await;
    client.answers(FORM, Ok(decision("run")));
    let called = client.begin("tools/call", params()).await;
    host.until("the answer is being recorded", async || {
        let was_asked = !host.heard("approvalOpened").is_empty();
        let open = host.questions().await;
        (was_asked && open == json!([])).then_some(())
    })
    .await;
    let call = json!({ "requestId": client.last_id() });
    client.cancel(call).await;
    // What comes later is read later.
    client.request("ping", json!({})).await.expect("an answer");
    TestHost::unlock_database(held).await;
    let opened = &host.heard("approvalOpened")[0];
    let closed = host.until_event("approvalClosed", |_| true).await;
    assert_eq!(
        closed["closed"]["approvalId"], opened["approval"]["id"],
        "the window hears that it is over"
    );
    let record = host
        .until("it is recorded", async || {
            let params = json!({ "filter": { "approvalKind": "toolCall" }, "limit": 9 });
            let records = host.call(op::ApprovalRecordList, params).await;
            records.get(0).cloned()
        })
        .await;
    assert_eq!(record["ending"], closed["closed"]["ending"], "{record}");
    let sent = sent(&host, &server, "echo").await;
    assert_eq!(sent, [] as [Value; 0], "the call was taken back");
    drop(called);
}

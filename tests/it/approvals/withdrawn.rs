//! Withdraws and repeats requests: none stays open that no answer reaches.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_messages::Message;

use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

#[tokio::test]
async fn a_question_a_server_takes_back_is_gone_and_asked_anew_it_is_another_one() {
    let host = TestHost::open().await;
    let server = host
        .add_listed("Undecided", scripted("ask_withdrawn"))
        .await;
    for id in ["first", "again"] {
        let is_its = |event: &Value| event["approval"]["cause"]["callId"] == id;
        let echo = call(&server, id, "echo", &json!({}));
        let (outcome, asked) = tokio::join!(
            host.call(op::ToolCall, echo),
            host.until_event("approvalOpened", is_its)
        );
        assert_eq!(
            outcome["ending"]["content"][0]["text"], "ok",
            "the call went on without an answer: {outcome}"
        );
        let ask = &asked["approval"]["id"];
        let closed = host
            .until_event("approvalClosed", |event| {
                &event["closed"]["approvalId"] == ask
            })
            .await;
        assert_eq!(
            closed["closed"]["reason"],
            json!(Message::new("ended.withdrawn"))
        );
        assert_eq!(host.questions().await, json!([]), "{id}: none is left");
        let late = json!({ "approvalId": ask, "answer": { "kind": "accept", "content": {} } });
        let error = host.fails(op::ApprovalAnswer, late).await;
        assert_eq!(error.code, usher_api::Code::NotFound, "{error:?}");
    }
    let kept = host
        .until("both are recorded", async || {
            let params = json!({ "filter": { "approvalKind": "form" }, "limit": 9 });
            let rows = host.call(op::ApprovalRecordList, params).await;
            rows.as_array().filter(|rows| rows.len() == 2).cloned()
        })
        .await;
    let kept: Vec<_> = kept
        .iter()
        .map(|row| (text(&row["callId"]), text(&row["ending"])))
        .collect();
    let expected = [("again", "moot"), ("first", "moot")];
    assert_eq!(
        kept,
        expected.map(|(call, ending)| (call.to_owned(), ending.to_owned()))
    );
    host.api.close().await;
}

/// The decisions that are stored about the tool *greet*, and those that hold.
async fn decisions(host: &TestHost) -> Vec<String> {
    let policies = host.call(op::PolicyList, json!({})).await;
    let rules = policies["rules"].as_array().into_iter().flatten();
    rules.map(|rule| text(&rule["decision"]["kind"])).collect()
}

#[tokio::test]
async fn an_always_for_a_call_that_is_cancelled_meanwhile_is_not_kept() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let named = json!({ "serverId": server, "name": "greet" });
    let shown = host.call(op::ToolGet, named).await;
    let rule = json!({
        "serverId": server, "tool": "greet", "definition": shown["definition"], "decision": { "kind": "ask" },
    });
    host.call(op::PolicySetForTool, rule).await;
    let arguments = json!({ "name": "Ada" });
    let mut greet = call(&server, "c", "greet", &arguments);
    // The answer goes to the database without a detour.
    greet["check"] = json!("sendAnyway");
    let (outcome, answered) = tokio::join!(host.api.call(op::ToolCall::NAME, greet), async {
        let ask = host.asked().await;
        let held = host.lock_database().await;
        let grant = json!({ "kind": "always", "calls": "allOfTool" });
        let always = json!({ "kind": "run", "arguments": arguments, "grant": grant });
        let params = json!({ "approvalId": ask["id"], "answer": always });
        let api = host.api.clone();
        let answering =
            tokio::spawn(async move { api.call(op::ApprovalAnswer::NAME, params).await });
        // By then it waits for the database, or has not begun, which is no harder.
        tokio::time::sleep(Duration::from_millis(300)).await;
        host.call(op::ToolCancel, json!({ "callId": "c" })).await;
        TestHost::unlock_database(held).await;
        answering.await.expect("it is answered")
    });
    let error = answered.expect_err("nobody waits for it any more");
    assert_eq!(error.code, usher_api::Code::NotFound, "{error:?}");
    drop(outcome);
    assert_eq!(decisions(&host).await, ["ask"], "as it was before");
    let host = host.reopen().await;
    host.until_listed(&server).await;
    assert_eq!(decisions(&host).await, ["ask"], "nor is it stored");
    host.api.close().await;
}

#[tokio::test]
async fn an_always_whose_answer_cannot_be_recorded_is_not_kept() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.execute(
        "CREATE TRIGGER full BEFORE INSERT ON ask_records BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    .await;
    let clear = call(&server, "c", "clear_notes", &json!({ "keep": 1 }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, clear), async {
        let ask = host.asked().await;
        let answer = |grant: Value| {
            let run = json!({ "kind": "run", "arguments": { "keep": 1 }, "grant": grant });
            json!({ "approvalId": ask["id"], "answer": run })
        };
        let always = answer(json!({ "kind": "always", "calls": "allOfTool" }));
        let refused = host.fails(op::ApprovalAnswer, always).await;
        assert_eq!(
            refused.code,
            usher_api::Code::StoreUnwritable,
            "{refused:?}"
        );
        assert_eq!(decisions(&host).await, [] as [&str; 0], "nothing is kept");
        host.execute("DROP TRIGGER full").await;
        host.call(op::ApprovalAnswer, answer(json!({ "kind": "once" })))
            .await;
    });
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    assert_eq!(decisions(&host).await, [] as [&str; 0], "it was once");
    host.api.close().await;
}

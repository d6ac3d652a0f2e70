//! Withdraws and repeats requests: none stays open that no answer reaches.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_messages::Message;

use crate::test_host::{TestHost, program, text};
use crate::usage::call;

#[tokio::test]
async fn a_question_a_server_takes_back_is_gone_and_asked_anew_it_is_another_one() {
    let host = TestHost::open().await;
    let scripted = program(env!("CARGO_BIN_EXE_scripted_server"), &["ask_withdrawn"]);
    let server = host.add("Undecided", scripted).await;
    host.until_listed(&server).await;
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
        assert_eq!(
            host.call(op::ApprovalList, json!({})).await,
            json!([]),
            "{id}: none is left"
        );
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

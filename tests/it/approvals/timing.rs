//! Checks that waiting for the person counts against no timeout.

use std::time::Duration;
use usher_api::operations::op;

use serde_json::{Value, json};

use super::asked;
use crate::test_host::TestHost;
use crate::usage::call;

#[tokio::test]
async fn an_answer_after_five_minutes_is_in_time() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, ask), async {
        let ask = asked(&host).await;
        five_minutes_pass().await;
        let content = json!({ "name": "Ada", "guests": 2, "row": "front" });
        let answer =
            json!({ "approvalId": ask["id"], "answer": { "kind": "accept", "content": content } });
        host.call(op::ApprovalAnswer, answer).await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Ada",
        "the call's own minute stands still while the person thinks: {outcome}"
    );

    let wait = call(&server, "wait", "wait", &json!({ "seconds": 3600 }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, wait), async {
        host.until("the call is on the wire", async || {
            let log = host.call(op::WireList, json!({ "serverId": server })).await;
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

async fn five_minutes_pass() {
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(5)).await;
    tokio::time::resume();
}

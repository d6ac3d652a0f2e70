//! The time a question takes is nobody's but the person's.

use std::time::Duration;

use serde_json::{Value, json};

use super::asked;
use crate::core_use::call;
use crate::desk::Desk;

#[tokio::test]
async fn an_answer_after_five_minutes_is_in_time() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", ask), async {
        let ask = asked(&desk).await;
        five_minutes_pass().await;
        let content = json!({ "name": "Ada", "guests": 2, "row": "front" });
        let answer =
            json!({ "askId": ask["id"], "answer": { "kind": "accept", "content": content } });
        desk.call("approval.answer", answer).await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Ada",
        "the call's own minute stands still while the person thinks: {outcome}"
    );

    let wait = call(&server, "wait", "wait", &json!({ "seconds": 3600 }));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", wait), async {
        desk.until("the call is on the wire", async || {
            let log = desk.call("wire.list", json!({ "serverId": server })).await;
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
    desk.api.close().await;
}

async fn five_minutes_pass() {
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(5)).await;
    tokio::time::resume();
}

//! Questions of servers: they wait for the person, and never answer themselves.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::core_use::call;
use crate::desk::{Desk, text};

#[tokio::test]
async fn a_question_waits_for_the_person_and_its_answer_is_checked() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", ask), async {
        let opened = desk.until_event("askOpened", |_| true).await;
        let ask = &opened["ask"];
        assert_eq!(
            ask["cause"]["callId"], "ask",
            "it belongs to its call: {ask}"
        );
        assert_eq!(ask["serverLabel"], "Demo");
        assert_eq!(desk.call("ask.list", json!({})).await[0]["id"], ask["id"]);

        let answer = |content: Value| json!({ "askId": ask["id"], "answer": { "kind": "accept", "content": content } });
        let error = desk
            .fails("ask.answer", answer(json!({ "name": "A", "guests": 99 })))
            .await;
        let error = serde_json::to_value(error).expect("errors are JSON");
        let fields: Vec<_> = error["detail"]["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| text(&field["field"]))
            .collect();
        for field in ["name", "guests", "row"] {
            assert!(
                fields.contains(&field.to_owned()),
                "{field} is named: {error}"
            );
        }
        desk.call(
            "ask.answer",
            answer(json!({ "name": "Ada", "guests": 2, "row": "front" })),
        )
        .await;
        desk.until_event("askClosed", |event| event["closed"]["askId"] == ask["id"])
            .await;
        let error = desk.fails("ask.answer", answer(json!({}))).await;
        assert_eq!(
            error.code,
            usher_api::Code::NotFound,
            "a question is answered once"
        );
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Ada",
        "{outcome}"
    );
    assert_eq!(outcome["ending"]["verdict"]["kind"], "matches");
    desk.api.close().await;
}

#[tokio::test]
async fn a_server_that_stops_takes_its_questions_with_it() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", ask), async {
        desk.until_event("askOpened", |_| true).await;
        desk.call(
            "server.setEnabled",
            json!({ "serverId": server, "enabled": false }),
        )
        .await;
    });
    assert_eq!(
        outcome["ending"]["error"]["code"], "serverUnreachable",
        "{outcome}"
    );
    let closed = desk.until_event("askClosed", |_| true).await;
    assert_eq!(closed["closed"]["reason"], "The server was turned off.");
    assert_eq!(desk.call("ask.list", json!({})).await, json!([]));
    desk.api.close().await;
}

#[tokio::test]
async fn a_flood_of_questions_is_declined_beyond_three() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let calls = (0..4).map(|number| {
        let ask = call(&server, &format!("ask{number}"), "ask_form", &json!({}));
        desk.call("tool.call", ask)
    });
    let (outcomes, ()) = tokio::join!(join_all(calls), async {
        desk.until("one is declined", async || {
            let detail = desk.call("server.get", json!({ "serverId": server })).await;
            text(&detail["repairs"][0])
                .contains("three questions")
                .then_some(())
        })
        .await;
        let open = desk.call("ask.list", json!({})).await;
        assert_eq!(open.as_array().map(Vec::len), Some(3), "three wait: {open}");
        for ask in open.as_array().into_iter().flatten() {
            let answer = json!({ "askId": ask["id"], "answer": { "kind": "cancel" } });
            desk.call("ask.answer", answer).await;
        }
    });
    let mut actions: Vec<_> = outcomes
        .iter()
        .map(|outcome| text(&outcome["ending"]["structured"]["action"]))
        .collect();
    actions.sort();
    assert_eq!(actions, ["cancel", "cancel", "cancel", "decline"]);
    desk.api.close().await;
}

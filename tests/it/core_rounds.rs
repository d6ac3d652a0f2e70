//! Questions a server asks before it answers a call outlive Usher: they are asked again after a restart, and the call
//! goes on with the answers.

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use usher_api::ApiError;

use crate::core_use::call;
use crate::desk::{Desk, program, text};

fn scripted(mode: &str) -> Value {
    program(env!("CARGO_BIN_EXE_scripted_server"), &[mode])
}

/// The open questions, as soon as there are so many.
async fn asked(desk: &Desk, count: usize) -> Vec<Value> {
    desk.until(&format!("{count} questions are open"), async || {
        let open = desk.call("approval.list", json!({})).await;
        let open = open.as_array().cloned()?;
        (open.len() == count).then_some(open)
    })
    .await
}

async fn answer(desk: &Desk, ask: &Value, answer: Value) {
    let params = json!({ "askId": ask["id"], "answer": answer });
    desk.call("approval.answer", params).await;
}

/// The newest call that has ended.
async fn ended(desk: &Desk) -> Value {
    let row = desk
        .until("the call is in the history", async || {
            let rows = desk.call("history.list", json!({ "limit": 10 })).await;
            rows.get(0).cloned()
        })
        .await;
    let entry = desk.call("history.get", json!({ "id": row["id"] })).await;
    entry["outcome"].clone()
}

/// Begins a call, which its server answers with questions.
fn begin(desk: &Desk, server: &str) -> JoinHandle<Result<Value, ApiError>> {
    let params = call(server, "c", "echo", &json!({ "zeta": "1" }));
    let api = desk.api.clone();
    tokio::spawn(async move { api.call("tool.call", params).await })
}

/// Runs a tool until its server asks two things, closes everything, and opens it again.
async fn interrupted(label: &str) -> (Desk, String, Vec<Value>) {
    interrupted_in(label, "modern_resumed", 2).await
}

async fn interrupted_in(label: &str, mode: &str, count: usize) -> (Desk, String, Vec<Value>) {
    let desk = Desk::open().await;
    let server = desk.add(label, scripted(mode)).await;
    desk.until_listed(&server).await;
    let calling = begin(&desk, &server);
    let before = asked(&desk, count).await;
    let desk = desk.reopen().await;
    let interrupted = calling.await.expect("the call ends");
    let error = interrupted.expect_err("nothing came of it yet");
    assert!(
        error.message.contains("goes on when Usher runs again"),
        "{error:?}"
    );
    (desk, server, before)
}

#[tokio::test]
async fn a_round_that_was_open_is_finished_after_a_restart() {
    let (desk, server, before) = interrupted("Scripted").await;
    let again = asked(&desk, 2).await;
    let shown = |ask: &Value| {
        json!([
            ask["serverId"],
            ask["serverLabel"],
            ask["cause"],
            ask["openedAt"].is_i64(),
            ask["question"]
        ])
    };
    let sorted = |asks: &[Value]| {
        let mut shown: Vec<_> = asks.iter().map(|ask| shown(ask).to_string()).collect();
        shown.sort();
        shown
    };
    assert_eq!(
        sorted(&again),
        sorted(&before),
        "the same is asked, because of the same call"
    );
    assert_eq!(again[0]["cause"]["arguments"], json!({ "zeta": "1" }));
    let open = desk
        .call(
            "approvalRecord.list",
            json!({ "filter": { "askKind": "form" }, "limit": 9 }),
        )
        .await;
    assert_eq!(open, json!([]), "none of them was over");
    desk.until_listed(&server).await;
    for ask in &again {
        let content = json!({ "said": ask["question"]["message"] });
        answer(&desk, ask, json!({ "kind": "accept", "content": content })).await;
    }
    let outcome = ended(&desk).await;
    assert_eq!(outcome["callId"], "c", "it is the same call");
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        r#"true {"one":{"action":"accept","content":{"said":"1"}},"two":{"action":"accept","content":{"said":"2"}}} call 0"#,
        "each answer is under its key, the state came back as it was, and the tool was called once by this process: {outcome}"
    );
    let desk = desk.reopen().await;
    desk.until_listed(&server).await;
    assert_eq!(
        desk.call("approval.list", json!({})).await,
        json!([]),
        "it is over for good"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn an_interrupted_round_waits_for_its_server_and_outlives_its_stops() {
    let (desk, server, _) = interrupted("Scripted").await;
    desk.until_listed(&server).await;
    let on = |enabled: bool| json!({ "serverId": server, "enabled": enabled });
    desk.call("server.setEnabled", on(false)).await;
    for ask in asked(&desk, 2).await {
        answer(&desk, &ask, json!({ "kind": "decline" })).await;
    }
    desk.call("server.setEnabled", on(true)).await;
    let outcome = ended(&desk).await;
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        r#"true {"one":{"action":"decline"},"two":{"action":"decline"}} call 0"#,
        "{outcome}"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn answers_of_an_interrupted_round_go_to_the_server_that_asked_or_to_nobody() {
    let (desk, server, _) = interrupted("Scripted").await;
    let draft = json!({ "label": "Scripted", "config": scripted("modern") });
    let params = json!({ "serverId": server, "draft": draft });
    desk.call("server.update", params).await;
    desk.until_listed(&server).await;
    for ask in asked(&desk, 2).await {
        answer(&desk, &ask, json!({ "kind": "accept", "content": {} })).await;
    }
    let outcome = ended(&desk).await;
    let message = text(&outcome["ending"]["error"]["message"]);
    assert!(message.contains("your answers were not sent"), "{outcome}");
    desk.api.close().await;
}

#[tokio::test]
async fn an_interrupted_round_ends_with_its_cancel() {
    let (desk, _, _) = interrupted("Scripted").await;
    asked(&desk, 2).await;
    desk.call("tool.cancel", json!({ "callId": "c" })).await;
    assert_eq!(ended(&desk).await["ending"], json!({ "kind": "cancelled" }));
    asked(&desk, 0).await;
    let desk = desk.reopen().await;
    assert_eq!(desk.call("approval.list", json!({})).await, json!([]));
    desk.api.close().await;
}

#[tokio::test]
async fn a_secret_that_is_typed_after_a_restart_stands_nowhere() {
    let (desk, server, _) = interrupted_in("Scripted", "modern_resumed_secret", 1).await;
    let again = asked(&desk, 1).await;
    let content = json!({ "password": "hunter2-and-more" });
    let yes = json!({ "kind": "accept", "content": content });
    // Whether the server runs by then or not.
    answer(&desk, &again[0], yes).await;
    desk.until_listed(&server).await;
    let outcome = ended(&desk).await;
    let echoed = text(&outcome["ending"]["content"][0]["text"]);
    assert!(
        echoed.contains("•••") && !outcome.to_string().contains("hunter2"),
        "the server got it, and it is not in the history: {outcome}"
    );
    let shown = desk.wire_texts(&server).await;
    let answered = shown.iter().filter(|text| text.contains("•••")).count();
    assert_eq!(
        answered, 2,
        "its way there and back are in the log: {shown:?}"
    );
    assert!(
        !shown.concat().contains("hunter2"),
        "it stands in the wire log: {shown:?}"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn a_round_of_many_questions_is_put_in_turn_and_none_is_declined_unseen() {
    let desk = Desk::open().await;
    let server = desk.add("Scripted", scripted("modern_many_inputs")).await;
    desk.until_listed(&server).await;
    let calling = begin(&desk, &server);
    // Three wait at a time; each answer lets the next one in.
    for open in [3, 3, 3, 3, 2, 1] {
        let asks = asked(&desk, open).await;
        answer(&desk, &asks[0], json!({ "kind": "accept", "content": {} })).await;
    }
    let outcome = calling.await.expect("the call ends").expect("a result");
    let yes = r#"{"action":"accept","content":{}}"#;
    let all = ["a", "b", "c", "d", "e", "f"].map(|key| format!(r#""{key}":{yes}"#));
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        format!("{{{}}}", all.join(",")),
        "every question was the person's to answer: {outcome}"
    );
    desk.api.close().await;
}

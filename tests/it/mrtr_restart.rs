//! Questions a server asks before it answers a call outlive Usher: they are asked again after a restart, and the call
//! goes on with the answers.

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use usher_api::ApiError;
use usher_api::operations::{TypedOperation as _, op};

use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

/// The open questions, as soon as there are so many.
async fn asked(host: &TestHost, count: usize) -> Vec<Value> {
    host.until(&format!("{count} questions are open"), async || {
        let open = host.questions().await;
        let open = open.as_array().cloned()?;
        (open.len() == count).then_some(open)
    })
    .await
}

/// The newest call that has ended.
async fn ended(host: &TestHost) -> Value {
    let row = host
        .until("the call is in the history", async || {
            let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
            rows.get(0).cloned()
        })
        .await;
    let entry = host.call(op::HistoryGet, json!({ "id": row["id"] })).await;
    entry["outcome"].clone()
}

/// Begins a call, which its server answers with questions.
fn begin(host: &TestHost, server: &str) -> JoinHandle<Result<Value, ApiError>> {
    let params = call(server, "c", "echo", &json!({ "zeta": "1" }));
    let api = host.api.clone();
    tokio::spawn(async move { api.call(op::ToolCall::NAME, params).await })
}

/// Restarts the host while a call waits for two answers.
async fn interrupted(label: &str) -> (TestHost, String, Vec<Value>) {
    interrupted_in(label, "modern_resumed", 2).await
}

async fn interrupted_in(label: &str, mode: &str, count: usize) -> (TestHost, String, Vec<Value>) {
    let host = TestHost::open().await;
    let server = host.add_listed(label, scripted(mode)).await;
    let calling = begin(&host, &server);
    let before = asked(&host, count).await;
    let host = host.reopen().await;
    let interrupted = calling.await.expect("the call ends");
    let error = interrupted.expect_err("nothing came of it yet");
    assert!(
        error
            .message
            .to_string()
            .contains("continues when Usher runs again"),
        "{error:?}"
    );
    (host, server, before)
}

#[tokio::test]
async fn a_round_that_was_open_is_finished_after_a_restart() {
    let (host, server, before) = interrupted("Scripted").await;
    let again = asked(&host, 2).await;
    let shown = |ask: &Value| {
        json!([
            ask["serverId"],
            ask["serverLabel"],
            ask["cause"],
            ask["openedAt"].is_i64(),
            ask["request"]
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
    let open = host
        .call(
            op::ApprovalRecordList,
            json!({ "filter": { "approvalKind": "form" }, "limit": 9 }),
        )
        .await;
    assert_eq!(open, json!([]), "none of them was over");
    host.until_listed(&server).await;
    for ask in &again {
        let content = json!({ "said": ask["request"]["message"] });
        host.answer(ask, json!({ "kind": "accept", "content": content }))
            .await;
    }
    let outcome = ended(&host).await;
    assert_eq!(outcome["callId"], "c", "it is the same call");
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        r#"true {"one":{"action":"accept","content":{"said":"1"}},"two":{"action":"accept","content":{"said":"2"}}} call 0"#,
        "each answer is under its key, the state came back as it was, and the tool was called once by this process: {outcome}"
    );
    let host = host.reopen().await;
    host.until_listed(&server).await;
    assert_eq!(host.questions().await, json!([]), "it is over for good");
    host.api.close().await;
}

#[tokio::test]
async fn an_interrupted_round_waits_for_its_server_and_outlives_its_stops() {
    let (host, server, _) = interrupted("Scripted").await;
    host.until_listed(&server).await;
    let on = |enabled: bool| json!({ "serverId": server, "enabled": enabled });
    host.call(op::ServerSetEnabled, on(false)).await;
    for ask in asked(&host, 2).await {
        host.answer(&ask, json!({ "kind": "decline" })).await;
    }
    host.call(op::ServerSetEnabled, on(true)).await;
    let outcome = ended(&host).await;
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        r#"true {"one":{"action":"decline"},"two":{"action":"decline"}} call 0"#,
        "{outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn answers_of_an_interrupted_round_go_to_the_server_that_asked_or_to_nobody() {
    let (host, server, _) = interrupted("Scripted").await;
    let draft = json!({ "label": "Scripted", "config": scripted("modern") });
    let params = json!({ "serverId": server, "draft": draft });
    host.call(op::ServerUpdate, params).await;
    host.until_listed(&server).await;
    for ask in asked(&host, 2).await {
        host.answer(&ask, json!({ "kind": "accept", "content": {} }))
            .await;
    }
    let outcome = ended(&host).await;
    assert_eq!(
        outcome["ending"]["error"]["message"]["params"]["reason"],
        json!({ "kind": "message", "message": { "code": "request.lost.changed", "params": {} } }),
        "{outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn an_interrupted_round_ends_with_its_cancel() {
    let (host, _, _) = interrupted("Scripted").await;
    asked(&host, 2).await;
    host.call(op::ToolCancel, json!({ "callId": "c" })).await;
    assert_eq!(ended(&host).await["ending"], json!({ "kind": "cancelled" }));
    asked(&host, 0).await;
    let host = host.reopen().await;
    assert_eq!(host.questions().await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn a_secret_that_is_typed_after_a_restart_stands_nowhere() {
    let (host, server, _) = interrupted_in("Scripted", "modern_resumed_secret", 1).await;
    let again = asked(&host, 1).await;
    let content = json!({ "password": "hunter2-and-more" });
    let yes = json!({ "kind": "accept", "content": content });
    // Whether the server runs by then or not.
    host.answer(&again[0], yes).await;
    host.until_listed(&server).await;
    let outcome = ended(&host).await;
    let echoed = text(&outcome["ending"]["content"][0]["text"]);
    assert!(
        echoed.contains("•••") && !outcome.to_string().contains("hunter2"),
        "the server got it, and it is not in the history: {outcome}"
    );
    let shown = host.wire_texts(&server).await;
    let answered = shown.iter().filter(|text| text.contains("•••")).count();
    assert_eq!(
        answered, 2,
        "its way there and back are in the log: {shown:?}"
    );
    assert!(
        !shown.concat().contains("hunter2"),
        "it stands in the wire log: {shown:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_round_of_many_questions_is_put_in_turn_and_none_is_declined_unseen() {
    let host = TestHost::open().await;
    let server = host
        .add_listed("Scripted", scripted("modern_many_inputs"))
        .await;
    let calling = begin(&host, &server);
    // Three wait at a time; each answer lets the next one in.
    for open in [3, 3, 3, 3, 2, 1] {
        let asks = asked(&host, open).await;
        host.answer(&asks[0], json!({ "kind": "accept", "content": {} }))
            .await;
    }
    let outcome = calling.await.expect("the call ends").expect("a result");
    let yes = r#"{"action":"accept","content":{}}"#;
    let all = ["a", "b", "c", "d", "e", "f"].map(|key| format!(r#""{key}":{yes}"#));
    assert_eq!(
        outcome["ending"]["content"][0]["text"],
        format!("{{{}}}", all.join(",")),
        "every question was the person's to answer: {outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_round_of_three_hundred_questions_floods_nobody_after_a_restart() {
    let (host, server, _) = interrupted_in("Scripted", "modern_floods", 3).await;
    host.until_listed(&server).await;
    let again = asked(&host, 3).await;
    host.answer(&again[0], json!({ "kind": "decline" })).await;
    host.until("the next one is put", async || {
        let open = host.questions().await;
        let open = open.as_array().cloned()?;
        let is_answered = open.iter().all(|ask| ask["id"] != again[0]["id"]);
        assert!(open.len() <= 3, "no more are open than ever: {open:?}");
        (is_answered && open.len() == 3).then_some(())
    })
    .await;
    host.call(op::ToolCancel, json!({ "callId": "c" })).await;
    asked(&host, 0).await;
    host.api.close().await;
}

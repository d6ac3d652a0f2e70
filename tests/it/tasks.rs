//! Calls that go on as tasks, as the window sees them: listed while they run, cancelled, in the history when
//! they end, and taken up again after a restart.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};

use crate::test_host::{TestHost, scripted, text};

/// Adds the scripted server in this mode, and waits for its lists.
async fn add(host: &TestHost, mode: &str) -> String {
    host.add_listed("Scripted", scripted(mode)).await
}

fn call(server: &str, run_as: &Value) -> Value {
    json!({
        "callId": "c", "serverId": server, "name": "echo", "arguments": { "zeta": "1" },
        "check": "refuse", "runAs": run_as,
    })
}

async fn until_listed(host: &TestHost) -> Value {
    host.until("the task is listed", async || {
        let tasks = host.call(op::TaskList, json!({})).await;
        tasks.get(0).cloned()
    })
    .await
}

async fn until_ended(host: &TestHost) -> Value {
    host.until("the task is in the history", async || {
        let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
        let tasks = host.call(op::TaskList, json!({})).await;
        let row = rows.get(0).cloned()?;
        (tasks == json!([])).then_some(row)
    })
    .await
}

#[tokio::test]
async fn a_call_runs_as_a_task_where_that_is_wanted() {
    // How the mode is called, what the tool says of itself, and what comes of the call.
    let rows = [
        (
            "task_done",
            Value::Null,
            "required",
            r#"{"ttl":86400000} after"#,
        ),
        ("task_optional", Value::Null, "optional", "at once"),
        ("task_optional", json!("call"), "optional", "at once"),
        (
            "task_optional",
            json!("task"),
            "optional",
            r#"{"ttl":86400000} after"#,
        ),
        ("task_undeclared", json!("task"), "forbidden", "at once"),
        ("echo", json!("task"), "forbidden", r#"{"zeta":"1"}"#),
    ];
    for (mode, run_as, support, expected) in rows {
        let host = TestHost::open().await;
        let server = add(&host, mode).await;
        let named = json!({ "serverId": server, "name": "echo" });
        let tool = host.call(op::ToolGet, named).await;
        assert_eq!(tool["taskSupport"], support, "mode {mode}");
        let outcome = host.call(op::ToolCall, call(&server, &run_as)).await;
        let came = text(&outcome["ending"]["content"][0]["text"]);
        assert!(came.starts_with(expected), "{mode} {run_as}: {outcome}");
        let row = until_ended(&host).await;
        assert_eq!(row["id"], outcome["historyId"], "{mode}: it is kept once");
        assert_eq!(
            row["arguments"],
            json!({ "zeta": "1" }),
            "{mode}: with what was sent"
        );
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_running_task_is_shown_and_can_be_cancelled() {
    let host = TestHost::open().await;
    let server = add(&host, "task_endless").await;
    let running = host.call(op::ToolCall, call(&server, &Value::Null));
    let (outcome, ()) = tokio::join!(running, async {
        let task = host
            .until("it is heard of", async || {
                let tasks = host.call(op::TaskList, json!({})).await;
                let task = tasks.get(0)?.clone();
                (task["message"] != Value::Null).then_some(task)
            })
            .await;
        let shown = json!({
            "callId": task["callId"], "serverId": task["serverId"], "serverLabel": task["serverLabel"],
            "tool": task["tool"], "status": task["status"], "ttlMs": task["ttlMs"],
            "arguments": task["arguments"],
        });
        let expected = json!({
            "callId": "c", "serverId": server, "serverLabel": "Scripted", "tool": "echo",
            "status": "working", "ttlMs": 60000, "arguments": { "zeta": "1" },
        });
        assert_eq!(shown, expected);
        host.call(op::ToolCancel, json!({ "callId": "c" })).await;
    });
    assert_eq!(outcome["ending"], json!({ "kind": "cancelled" }));
    assert_eq!(until_ended(&host).await["status"], "cancelled");
    assert!(
        !host.heard("tasksChanged").is_empty(),
        "the window hears of it"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_server_that_was_away_hears_of_a_cancel_when_it_is_back() {
    let host = TestHost::open().await;
    let server = add(&host, "task_endless").await;
    let on = |enabled: bool| json!({ "serverId": server, "enabled": enabled });
    let running = host.call(op::ToolCall, call(&server, &Value::Null));
    let (outcome, ()) = tokio::join!(running, async {
        until_listed(&host).await;
        host.call(op::ServerSetEnabled, on(false)).await;
        host.call(op::ToolCancel, json!({ "callId": "c" })).await;
    });
    assert_eq!(
        outcome["ending"],
        json!({ "kind": "cancelled" }),
        "the person does not wait for the server"
    );
    host.call(op::ServerSetEnabled, on(true)).await;
    let told = host.until("the server is told", async || {
        let sent = host.wire_texts(&server).await;
        sent.into_iter().find(|text| text.contains("tasks/cancel"))
    });
    let told: Value = serde_json::from_str(&told.await).expect("a message");
    assert_eq!(
        told["params"]["taskId"],
        usher_tests::scripted::tasks::ID,
        "{told}"
    );
    assert_eq!(host.call(op::TaskList, json!({})).await, json!([]));
    host.api.close().await;
}

/// The one open question, as soon as it is this one.
async fn asked(host: &TestHost, message: &str) -> Value {
    let what = format!("“{message}” is asked");
    let fits = |ask: &Value| ask["request"]["message"] == message;
    host.asked_what(&what, fits).await
}

/// Restarts the host while a call is a task.
async fn interrupted(mode: &str) -> TestHost {
    interrupted_at(mode, async |_| ()).await
}

/// As [`interrupted`], when this has come about.
async fn interrupted_at(mode: &str, until: impl AsyncFnOnce(&TestHost)) -> TestHost {
    let host = TestHost::open().await;
    let server = add(&host, mode).await;
    let api = host.api.clone();
    let calling = tokio::spawn(async move {
        api.call(op::ToolCall::NAME, call(&server, &json!("task")))
            .await
    });
    until_listed(&host).await;
    until(&host).await;
    let host = host.reopen().await;
    let interrupted = calling.await.expect("the call ends");
    let error = interrupted.expect_err("nothing came of it yet");
    assert!(
        error.message.to_string().contains("The call continues"),
        "{error:?}"
    );
    host
}

#[tokio::test]
async fn a_task_is_taken_up_again_after_a_restart() {
    // The server is a new process each time, and answers for its task as if it were the old one.
    let host = interrupted("task_slow").await;
    let row = until_ended(&host).await;
    let kept =
        json!({ "name": row["name"], "status": row["status"], "arguments": row["arguments"] });
    let expected = json!({ "name": "echo", "status": "completed", "arguments": { "zeta": "1" } });
    assert_eq!(kept, expected);
    let entry = host.call(op::HistoryGet, json!({ "id": row["id"] })).await;
    assert_eq!(entry["outcome"]["callId"], "c", "it is the same call");
    assert_eq!(
        entry["outcome"]["ending"]["content"][0]["text"],
        "null after 8 looks, called 0 times, patient",
        "the tool was not called again: {entry}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_question_of_a_task_comes_back_after_a_restart_and_its_answer_reaches_the_server() {
    // The server is a new process each time, and asks what nobody has answered.
    let rows = [
        (
            "task_input",
            vec!["Which?"],
            r#"{"action":"accept","content":{"said":"Which?"},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"task-7"}}}"#,
        ),
        (
            "modern_task_input",
            vec!["1", "2"],
            r#"{"one":{"action":"accept","content":{"said":"1"}}} {"two":{"action":"accept","content":{"said":"2"}}}"#,
        ),
    ];
    for (mode, questions, expected) in rows {
        let host = interrupted_at(mode, async |host| {
            let ask = asked(host, questions[0]).await;
            assert_eq!(ask["cause"]["callId"], "c", "{mode}: {ask}");
        })
        .await;
        for question in questions {
            let ask = asked(&host, question).await;
            assert_eq!(ask["cause"]["callId"], "c", "{mode}: the same call: {ask}");
            let content = json!({ "said": question });
            let answer = json!({ "kind": "accept", "content": content });
            host.answer(&ask, answer).await;
        }
        let row = until_ended(&host).await;
        let entry = host.call(op::HistoryGet, json!({ "id": row["id"] })).await;
        assert_eq!(
            entry["outcome"]["ending"]["content"][0]["text"], expected,
            "{mode}: {entry}"
        );
        assert_eq!(host.questions().await, json!([]), "{mode}");
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_task_its_server_has_forgotten_ends_in_words() {
    let host = interrupted("task_forgotten").await;
    let row = until_ended(&host).await;
    assert_eq!(row["status"], "failed");
    let entry = host.call(op::HistoryGet, json!({ "id": row["id"] })).await;
    assert_eq!(
        text(&entry["outcome"]["ending"]["error"]["message"]),
        "Running echo of “Scripted” ended without a result: the task no longer exists on the server (Task not found)."
    );
    host.api.close().await;
}

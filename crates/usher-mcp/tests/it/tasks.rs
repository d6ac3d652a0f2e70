//! Tests tool calls that run as tasks, of both eras.
//!
//! They are polled as often as the server wants, answered when it asks, cancelled, and ended with an error when they
//! fail.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_mcp::{
    CallError, CallOptions, CallTag, ClientReply, Connection, ConnectionEvent, Direction,
    EraChoice, FollowOptions, RunAs, Started, Task, TaskId, TaskStatus, TaskSupport, ToolResult,
};

use crate::kit::{Log, PATIENCE, Probe, describe, open_with, options, stdio};

/// Opens the server in the era its mode names.
async fn connect(mode: &str) -> Probe {
    let era = if mode.starts_with("modern") {
        EraChoice::Modern
    } else {
        EraChoice::Legacy
    };
    let (opened, _) = open_with(stdio(mode), |options| options.era = era).await;
    opened.unwrap_or_else(|error| panic!("mode {mode}: {error}"))
}

/// Runs a tool as a task and follows it to its end.
async fn run(connection: &Connection, options: CallOptions) -> Result<ToolResult, CallError> {
    let (tag, cancel) = (options.tag.clone(), options.cancel.clone());
    let running = async {
        match connection
            .start_tool("echo", Map::new(), options, RunAs::Task)
            .await?
        {
            Started::Done(result) => Ok(result),
            Started::Task(task) => {
                let following = FollowOptions {
                    first_poll: connection.first_poll(&task),
                    task: watch::Sender::new(task),
                    tag,
                    cancel,
                };
                connection.follow_task(following).await
            }
        }
    };
    tokio::time::timeout(PATIENCE, running)
        .await
        .expect("the task ends")
}

/// Returns the methods of the messages in one direction.
fn methods(log: &Log, way: Direction) -> Vec<String> {
    log.pick(|event| match event {
        ConnectionEvent::Frame(frame) if frame.direction == way => frame.method.clone(),
        _ => None,
    })
}

/// Asserts that `tasks/cancel` was sent, and not the call cancelled.
fn assert_withdrawn(mode: &str, log: &Log) {
    let sent = log.pick(|event| match event {
        ConnectionEvent::Frame(frame) if frame.direction == Direction::Out => {
            serde_json::from_str::<Value>(&frame.text).ok()
        }
        _ => None,
    });
    let of = |method: &str| -> Vec<&Value> {
        sent.iter()
            .filter(|sent| sent["method"] == method)
            .collect()
    };
    assert_eq!(of("tasks/cancel").len(), 1, "{mode}: the server is told");
    let call = &of("tools/call")[0]["id"];
    let cancelled = of("notifications/cancelled");
    assert!(
        cancelled
            .iter()
            .all(|cancelled| cancelled["params"]["requestId"] != *call),
        "{mode}: a call that became a task has been answered"
    );
}

#[tokio::test]
async fn a_task_ends_in_a_result_or_in_words() {
    let rows = [
        (
            "task_done",
            r#"[{"ttl":86400000} after 3 looks, called 1 times, patient]"#,
        ),
        (
            "task_told",
            r#"[{"ttl":86400000} after 0 looks, called 1 times, patient]"#,
        ),
        (
            "task_flaky",
            r#"[{"ttl":86400000} after 3 looks, called 1 times, patient]"#,
        ),
        ("task_ignored", "[at once]"),
        ("task_undeclared", "[at once]"),
        ("task_tool_error", "[it broke, is error]"),
        ("task_failed", r#"rejected -32050 "it broke" null"#),
        (
            "task_cancelled",
            r#"exchange.taskLost {reason: request.lost.cancelledWith {message: "no time"}}"#,
        ),
        (
            "task_expired",
            r#"exchange.taskLost {reason: request.lost.unknown {message: "Task has expired"}}"#,
        ),
        ("task_no_id", "undecodable: response.task.noId"),
        (
            "task_odd_status",
            r#"undecodable: response.task.status {status: "asleep"}"#,
        ),
        (
            "task_odd_state",
            r#"undecodable: response.task.status {status: "asleep"}"#,
        ),
        ("modern_task_done", "[null after 3 looks]"),
        ("task_flat_done", "[null after 3 looks]"),
        ("task_flat_failed", r#"rejected -32050 "it broke" null"#),
        ("modern_task_told", "[told]"),
        ("modern_task_withdrawn", "[null after 3 looks]"),
        ("modern_task_tool_error", "[null after 3 looks, is error]"),
        ("modern_task_failed", r#"rejected -32050 "it broke" null"#),
        (
            "modern_task_cancelled",
            "exchange.taskLost {reason: request.lost.cancelled}",
        ),
        (
            "modern_task_expired",
            r#"exchange.taskLost {reason: request.lost.unknown {message: "Task not found"}}"#,
        ),
        ("modern_task_no_id", "undecodable: response.task.noId"),
        (
            "modern_task_odd_status",
            r#"undecodable: response.task.status {status: "asleep"}"#,
        ),
        (
            "modern_task_no_questions",
            "undecodable: response.task.noRequests",
        ),
        (
            "modern_task_no_result",
            "undecodable: response.task.noResult",
        ),
    ];
    for (mode, expected) in rows {
        let probe = connect(mode).await;
        let outcome = describe(&run(&probe.connection, options("the-call")).await);
        assert_eq!(outcome, expected, "mode {mode}");
        let log = probe.finish().await;
        let calls = methods(&log, Direction::Out);
        let calls = calls.iter().filter(|method| *method == "tools/call");
        assert_eq!(calls.count(), 1, "{mode}: a call is never made again");
    }
}

#[tokio::test]
async fn what_a_tool_says_about_tasks_is_read() {
    let rows = [
        ("task_done", TaskSupport::Required, true),
        ("task_optional", TaskSupport::Optional, true),
        ("task_undeclared", TaskSupport::Required, false),
        ("echo", TaskSupport::Forbidden, false),
        ("modern_task_done", TaskSupport::Required, false),
    ];
    for (mode, support, takes) in rows {
        let probe = connect(mode).await;
        let tools = probe.connection.list_tools().await.unwrap();
        let found = (
            tools.items[0].task_support,
            probe.connection.supports_tasks(),
        );
        assert_eq!(found, (support, takes), "mode {mode}");
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn only_who_wants_a_task_gets_one() {
    let probe = connect("task_optional").await;
    let plain = probe
        .connection
        .start_tool("echo", Map::new(), options("1"), RunAs::Call)
        .await;
    assert!(matches!(plain, Ok(Started::Done(_))), "{plain:?}");
    let as_task = probe
        .connection
        .start_tool("echo", Map::new(), options("2"), RunAs::Task)
        .await;
    let task = Task {
        id: TaskId("task-7".into()),
        status: TaskStatus::Working,
        message: None,
        ttl: Some(Duration::from_mins(1)),
        poll: Some(Duration::from_millis(300)),
    };
    assert_eq!(as_task.unwrap(), Started::Task(task));
    probe.connection.close().await;
}

#[tokio::test]
async fn a_legacy_task_asks_on_the_way_to_its_result() {
    let mut probe = connect("task_input").await;
    let connection = probe.connection.clone();
    let running =
        tokio::spawn(async move { describe(&run(&connection, options("the-call")).await) });
    let ask = probe.asks.recv().await.unwrap();
    assert_eq!(ask.cause, Some(CallTag("the-call".into())));
    let seen = methods(&probe.log, Direction::Out);
    assert!(
        seen.iter().any(|method| method == "tasks/result"),
        "the question comes because the result was asked for: {seen:?}"
    );
    ask.responder.answer(ClientReply::Accept(json!({"n": 1})));
    assert_eq!(
        running.await.unwrap(),
        r#"[{"action":"accept","content":{"n":1},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"task-7"}}}]"#,
        "the answer says which task it is about"
    );
    probe.connection.close().await;
}

#[tokio::test]
async fn a_task_of_the_extension_asks_each_question_once() {
    for mode in ["modern_task_input", "task_flat_input"] {
        asks_each_question_once(mode).await;
    }
}

async fn asks_each_question_once(mode: &str) {
    let mut probe = connect(mode).await;
    let connection = probe.connection.clone();
    let running =
        tokio::spawn(async move { describe(&run(&connection, options("the-call")).await) });
    let first = probe.asks.recv().await.unwrap();
    assert_eq!(first.cause, Some(CallTag("the-call".into())));
    let looks = async || {
        while methods(&probe.log, Direction::In)
            .iter()
            .filter(|method| *method == "tasks/get")
            .count()
            < 3
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, looks())
        .await
        .expect("it is looked at while the person is asked");
    assert!(
        probe.asks.try_recv().is_err(),
        "the same question is not asked again"
    );
    first.responder.answer(ClientReply::Accept(json!({"n": 1})));
    let second = probe.asks.recv().await.unwrap();
    second.responder.answer(ClientReply::Decline);
    assert_eq!(
        running.await.unwrap(),
        r#"[{"one":{"action":"accept","content":{"n":1}}} {"two":{"action":"decline"}}]"#,
        "{mode}"
    );
    probe.connection.close().await;
}

#[tokio::test]
async fn a_question_the_task_needs_no_more_is_withdrawn() {
    let mut probe = connect("modern_task_withdrawn").await;
    let connection = probe.connection.clone();
    let running = tokio::spawn(async move { describe(&run(&connection, options("t")).await) });
    let ask = probe.asks.recv().await.unwrap();
    tokio::time::timeout(PATIENCE, ask.withdrawn.cancelled())
        .await
        .expect("it is withdrawn");
    assert_eq!(running.await.unwrap(), "[null after 3 looks]");
    let log = probe.finish().await;
    let updates = methods(&log, Direction::Out);
    assert!(
        !updates.iter().any(|method| method == "tasks/update"),
        "nothing is answered to it"
    );
}

#[tokio::test]
async fn a_task_nobody_wants_is_cancelled_at_the_server() {
    for mode in ["task_endless", "modern_task_endless", "task_flat_endless"] {
        let probe = connect(mode).await;
        let options = CallOptions {
            meta: serde_json::Map::new(),
            cancel: CancellationToken::new(),
            ..options("t")
        };
        let cancel = options.cancel.clone();
        let log = probe.log.clone();
        let (outcome, ()) = tokio::join!(run(&probe.connection, options), async {
            log.wait(|event| match event {
                ConnectionEvent::Frame(frame) => {
                    let is_look = frame.method.as_deref() == Some("tasks/get");
                    (is_look && frame.direction == Direction::In).then_some(())
                }
                _ => None,
            })
            .await;
            cancel.cancel();
        });
        assert!(
            matches!(outcome, Err(CallError::Cancelled)),
            "{mode}: {outcome:?}"
        );
        assert_withdrawn(mode, &probe.finish().await);
    }
}

#[tokio::test]
async fn who_declines_what_a_task_needs_ends_it() {
    let mut probe = connect("modern_task_sample").await;
    let connection = probe.connection.clone();
    let running = tokio::spawn(async move { run(&connection, options("t")).await });
    let ask = probe.asks.recv().await.unwrap();
    ask.responder.answer(ClientReply::Decline);
    let outcome = running.await.unwrap();
    assert!(matches!(outcome, Err(CallError::Declined)), "{outcome:?}");
    assert_withdrawn("modern_task_sample", &probe.finish().await);
}

#[tokio::test]
async fn progress_of_a_task_belongs_to_its_call() {
    let probe = connect("task_progress").await;
    run(&probe.connection, options("the-call")).await.unwrap();
    let log = probe.finish().await;
    let progress = log.pick(|event| match event {
        ConnectionEvent::Progress { tag, progress, .. } => Some((tag.0.clone(), *progress)),
        _ => None,
    });
    assert_eq!(progress, [("the-call".to_owned(), 1.0)]);
}

#[tokio::test]
async fn a_task_is_followed_on_a_later_connection() {
    for (mode, expected) in [
        ("task_done", "[null after 3 looks, called 0 times, patient]"),
        ("modern_task_done", "[null after 3 looks]"),
    ] {
        let probe = connect(mode).await;
        let (task, mut states) = watch::channel(Task {
            id: TaskId("task-7".into()),
            status: TaskStatus::Working,
            message: None,
            ttl: None,
            poll: None,
        });
        let following = FollowOptions {
            task,
            tag: CallTag("again".into()),
            cancel: CancellationToken::new(),
            first_poll: Duration::ZERO,
        };
        let followed = tokio::time::timeout(PATIENCE, probe.connection.follow_task(following));
        assert_eq!(describe(&followed.await.unwrap()), expected, "mode {mode}");
        assert_eq!(
            states.borrow_and_update().status,
            TaskStatus::Completed,
            "{mode}: each state was told"
        );
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn both_eras_are_told_what_this_client_does_with_tasks() {
    let rows = [
        ("task_done", "/params/capabilities/tasks"),
        (
            "modern_task_done",
            "/params/_meta/io.modelcontextprotocol~1clientCapabilities/extensions/io.modelcontextprotocol~1tasks",
        ),
    ];
    for (mode, path) in rows {
        let probe = connect(mode).await;
        let first = probe.log.pick(|event| match event {
            ConnectionEvent::Frame(frame) if frame.direction == Direction::Out => {
                serde_json::from_str::<Value>(&frame.text).ok()
            }
            _ => None,
        });
        let declared = first[0].pointer(path);
        assert_eq!(declared, Some(&json!({})), "{mode}: {}", first[0]);
        probe.connection.close().await;
    }
}

//! Tests that what comes of a task goes to nobody but who started it, whatever another program writes down.

use serde_json::{Map, json};
use usher_mcp::{Task, TaskId, TaskStatus};
use usher_types::caller::Caller;

use super::integrity::{Key, fresh_with_key, reopened, run};
use super::{NOON, call, fresh, server};
use crate::integrity::{Decisions, TaggedForm, write_decisions};
use crate::{FinishedCall, KeyOrigin, RunningTask, Store};

/// A task of a client.
fn task(call: &str) -> RunningTask {
    RunningTask {
        call: call.into(),
        server: "server".into(),
        caller: Caller::Client {
            id: "editor".into(),
        },
        server_label: "Tools".to_owned(),
        tool: "build".to_owned(),
        arguments: Map::new(),
        started_at: NOON,
        heard_at: NOON,
        task: Task {
            id: TaskId("1".to_owned()),
            status: TaskStatus::Working,
            message: None,
            ttl: None,
            poll: None,
        },
    }
}

async fn calls(store: &Store) -> Vec<String> {
    let tasks = store.running_tasks().await.unwrap();
    let calls = tasks.iter().map(|task| task.call.as_str().to_owned());
    calls.collect()
}

async fn fresh_with_tasks() -> (tempfile::TempDir, Store, Key) {
    let (dir, store, text) = fresh_with_key().await;
    for call in ["one", "two", "over"] {
        store.keep_task(&task(call)).await.unwrap();
    }
    store.forget_task(&"over".into()).await.unwrap();
    (dir, store, text)
}

/// A copy of the first task under another call.
const PLANTED: &str = "INSERT INTO running_tasks SELECT 'three', server_id, server_label, tool, arguments, task_id,
    started_at, status, message, ttl_ms, poll_ms, heard_at, caller FROM running_tasks WHERE call_id = 'one'";

#[tokio::test]
async fn a_task_that_another_program_changed_is_not_taken_up() {
    let both = ["one", "two"];
    let others = r#"'{"kind":"client","id":"other"}'"#;
    for (attack, left, dropped) in [
        ("SELECT 1".to_owned(), &both[..], 0),
        (
            format!("UPDATE running_tasks SET caller = {others} WHERE call_id = 'one'"),
            &["two"],
            1,
        ),
        (
            "UPDATE running_tasks SET server_id = 'other' WHERE call_id = 'two'".to_owned(),
            &["one"],
            1,
        ),
        ("UPDATE running_tasks SET server_label = 'Other'".to_owned(), &[], 2),
        ("UPDATE running_tasks SET tool = 'other'".to_owned(), &[], 2),
        ("UPDATE running_tasks SET arguments = '{\"a\":1}'".to_owned(), &[], 2),
        ("UPDATE running_tasks SET task_id = '2'".to_owned(), &[], 2),
        ("UPDATE running_tasks SET started_at = started_at + 1".to_owned(), &[], 2),
        (
            "UPDATE running_tasks SET call_id = 'three' WHERE call_id = 'one'".to_owned(),
            &["two"],
            1,
        ),
        (
            "UPDATE running_tasks SET status = 'failed', message = 'm', ttl_ms = 1, poll_ms = 1, heard_at = 1".to_owned(),
            &both,
            0,
        ),
        (PLANTED.to_owned(), &both, 1),
        ("DELETE FROM row_tags".to_owned(), &[], 2),
        ("DELETE FROM row_tags WHERE subject LIKE 'task:%'".to_owned(), &[], 2),
        ("UPDATE decisions SET tasks = 0".to_owned(), &[], 2),
        ("UPDATE decisions SET client_ids = 0".to_owned(), &[], 2),
        ("UPDATE decisions SET tasks = 0, client_ids = 0".to_owned(), &[], 2),
        (
            format!("{PLANTED}; UPDATE decisions SET tasks = 0"),
            &[],
            3,
        ),
    ] {
        let (dir, store, text) = fresh_with_tasks().await;
        run(&store, &attack).await;
        let now = calls(&store).await;
        if !attack.contains("row_tags") && !attack.contains("decisions") {
            assert_eq!(now, left, "while it runs: {attack}");
        }
        store.close().await;
        let store = reopened(dir.path(), None).await;
        assert_eq!(calls(&store).await, [""; 0], "nobody knows without the key: {attack}");
        store.close().await;
        let stored = Some((&text, KeyOrigin::Stored));
        for (start, dropped) in [(1, dropped), (2, 0)] {
            let store = reopened(dir.path(), stored).await;
            assert_eq!(calls(&store).await, left, "start {start}: {attack}");
            assert_eq!(
                (store.dropped_tasks(), store.dropped_rounds()),
                (dropped, 0),
                "start {start}: {attack}"
            );
            store.close().await;
        }
    }
}

#[tokio::test]
async fn what_is_new_about_a_task_needs_no_tag() {
    let (dir, store, text) = fresh_with_tasks().await;
    let mut news = task("one");
    news.heard_at += 1;
    news.task.status = TaskStatus::InputRequired;
    news.task.message = Some("Half of it".to_owned());
    news.task.ttl = Some(std::time::Duration::from_secs(2));
    news.task.poll = Some(std::time::Duration::from_secs(1));
    let before: Vec<(String, Vec<u8>)> = tags(&store).await;
    store.keep_task(&news).await.unwrap();
    assert_eq!(tags(&store).await, before, "none is written");
    store.close().await;
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    assert_eq!(store.running_tasks().await.unwrap(), [news, task("two")]);
}

async fn tags(store: &Store) -> Vec<(String, Vec<u8>)> {
    let tags = sqlx::query_as("SELECT subject, tag FROM row_tags ORDER BY subject");
    tags.fetch_all(&store.pool).await.unwrap()
}

#[tokio::test]
async fn without_a_keyring_tasks_are_taken_up_as_they_are() {
    let (dir, store) = fresh().await;
    store.keep_task(&task("one")).await.unwrap();
    store.close().await;
    let store = reopened(dir.path(), None).await;
    assert_eq!(store.running_tasks().await.unwrap(), [task("one")]);
    let (key, _) = Key::new();
    store.authenticate(key, KeyOrigin::New).await.unwrap();
    assert_eq!(calls(&store).await, ["one"], "a key that came later");
}

#[tokio::test]
async fn tasks_of_an_older_usher_are_taken_up_once() {
    for has_decisions in [false, true] {
        let (dir, store, text) = fresh_with_tasks().await;
        // As if they had been written by a Usher without tags of tasks, or without decisions.
        run(&store, "DELETE FROM row_tags WHERE subject LIKE 'task:%'").await;
        let consents = dir.path().join("consents.json");
        let mut agreed: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&consents).unwrap()).unwrap();
        if has_decisions {
            let older = Decisions {
                version: agreed["version"].as_i64().unwrap(),
                form: TaggedForm::WithoutTasks,
            };
            let mut connection = store.pool.acquire().await.unwrap();
            write_decisions(&mut connection, &text.read(), older)
                .await
                .unwrap();
        } else {
            run(&store, "DELETE FROM decisions").await;
            agreed.as_object_mut().unwrap().remove("version");
        }
        run(
            &store,
            "ALTER TABLE decisions DROP COLUMN tasks; ALTER TABLE decisions DROP COLUMN client_ids;
             DROP TABLE former_clients; DELETE FROM _sqlx_migrations WHERE version >= 20261130060000",
        )
        .await;
        store.close().await;
        std::fs::write(&consents, agreed.to_string()).unwrap();
        let database = dir.path().join("usher.db");
        let older = std::fs::read(&database).unwrap();

        let stored = Some((&text, KeyOrigin::Stored));
        let store = reopened(dir.path(), stored).await;
        let kept = store.running_tasks().await.unwrap();
        assert_eq!(
            (kept, store.dropped_tasks()),
            (vec![task("one"), task("two")], 0),
            "with decisions: {has_decisions}"
        );
        store.keep_task(&task("one")).await.unwrap();
        run(&store, PLANTED).await;
        store.close().await;
        let store = reopened(dir.path(), stored).await;
        assert_eq!(
            (calls(&store).await, store.dropped_tasks()),
            (vec!["one".to_owned(), "two".to_owned()], 1),
            "none without a tag any more, with decisions: {has_decisions}"
        );
        store.close().await;
        std::fs::write(&database, older).unwrap();
        let store = reopened(dir.path(), stored).await;
        assert_eq!(
            (calls(&store).await, store.dropped_tasks()),
            (Vec::new(), 2),
            "an older database is put back, with decisions: {has_decisions}"
        );
    }
}

#[tokio::test]
async fn nothing_else_is_believed_as_a_task_of_an_older_usher() {
    let (dir, store, text) = fresh_with_tasks().await;
    store.add_servers(&[server("Evil")]).await.unwrap();
    run(
        &store,
        "DELETE FROM row_tags WHERE subject LIKE 'task:%'; DELETE FROM decisions;
         UPDATE servers SET id = 'task:x'",
    )
    .await;
    store.close().await;
    std::fs::remove_file(dir.path().join("consents.json")).unwrap();
    let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
    let servers = store.list_servers().await.unwrap();
    let agreed: Vec<_> = servers
        .iter()
        .map(|server| store.has_agreed(server))
        .collect();
    assert_eq!(agreed, [false], "{servers:?}");
}

#[tokio::test]
async fn a_task_whose_call_is_in_the_history_has_ended() {
    let (_dir, store) = fresh().await;
    let task = task("one");
    let ended = FinishedCall {
        outcome: json!({ "call": "one" }),
        started_at: NOON,
        ..call(&(&task.server).into(), "build", 1)
    };
    for (outcome, started_at, tool, expected) in [
        (json!({ "call": "two" }), NOON, "build", false),
        (json!({ "call": "one" }), NOON + 1, "build", false),
        (json!({ "call": "one" }), NOON, "other", false),
        (json!("one"), NOON, "build", false),
        (json!({ "call": "one" }), NOON, "build", true),
    ] {
        let finished = FinishedCall {
            outcome: outcome.clone(),
            started_at,
            name: tool.to_owned(),
            ..ended.clone()
        };
        store.add_call(&finished, 9).await.unwrap();
        assert_eq!(
            store.has_ended(&task).await.unwrap(),
            expected,
            "{tool} at {started_at}: {outcome}"
        );
    }
}

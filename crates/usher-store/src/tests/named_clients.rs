//! Tests a data folder of a Usher whose rows named clients by their names: `tests/fixtures/data-folder-named-clients`.

use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use usher_review::policy::RuleDecision;
use usher_types::caller::Caller;

use super::integrity::{Key, reopened, run};
use crate::{HistoryFilter, KeyOrigin, Store};

/// The clients of the fixture by their names, of which one was renamed and one removed.
const EDITOR: &str = "01a22e92-32c3-742a-ab31-0d38547671ab";
const BLOCKED: &str = "01a22e92-341c-76c8-8aca-e44d8616f9e3";
const GONE: &str = "01a22e92-34ae-724e-903e-6b5f8d901997";

/// What is believed of the folder.
#[derive(Debug, PartialEq)]
struct Believed {
    rules: Vec<(Caller, RuleDecision)>,
    rounds: Vec<Caller>,
    tasks: Vec<Caller>,
    /// Servers and clients that are doubted, and calls that were dropped.
    lost: [usize; 2],
}

fn client(id: &str) -> Caller {
    Caller::Client { id: id.into() }
}

fn whole() -> Believed {
    Believed {
        rules: vec![
            (client(EDITOR), RuleDecision::AllowAlways),
            (client(BLOCKED), RuleDecision::Never),
        ],
        rounds: vec![client(EDITOR)],
        tasks: vec![client(EDITOR)],
        lost: [0, 0],
    }
}

/// Without what the server is allowed.
fn doubted() -> Believed {
    let mut left = whole();
    left.rules.remove(0);
    left.lost = [1, 0];
    left
}

/// Without all that needs a tag; the server and three clients are doubted.
fn nothing() -> Believed {
    Believed {
        rounds: Vec::new(),
        tasks: Vec::new(),
        lost: [4, 2],
        ..doubted()
    }
}

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/data-folder-named-clients")
}

/// A copy of the folder, and its key.
fn copied() -> (tempfile::TempDir, Key) {
    let dir = tempfile::tempdir().unwrap();
    for name in ["usher.db", "consents.json"] {
        std::fs::copy(fixture().join(name), dir.path().join(name)).unwrap();
    }
    let key = std::fs::read_to_string(fixture().join("key.txt")).unwrap();
    (dir, Key::kept(&key))
}

async fn believed(store: &Store) -> Believed {
    let rules = store.policies().await.unwrap().rules.into_iter();
    let rounds = store.asked_rounds().await.unwrap().into_iter();
    let tasks = store.running_tasks().await.unwrap().into_iter();
    Believed {
        rules: rules.map(|rule| (rule.caller, rule.decision)).collect(),
        rounds: rounds.map(|round| round.caller).collect(),
        tasks: tasks.map(|task| task.caller).collect(),
        lost: [
            store.unverified(),
            store.dropped_rounds() + store.dropped_tasks(),
        ],
    }
}

#[tokio::test]
async fn clients_keep_what_was_decided_and_what_they_did() {
    let (dir, key) = copied();
    for start in ["the first", "another"] {
        let store = reopened(dir.path(), Some((&key, KeyOrigin::Stored))).await;
        assert_eq!(believed(&store).await, whole(), "{start}");
        let calls = store.list_calls(&HistoryFilter::default(), 9).await;
        let callers: Vec<_> = calls.unwrap().into_iter().map(|row| row.caller).collect();
        let expected = [client(GONE), client(EDITOR), client(EDITOR)];
        assert_eq!(callers, expected, "{start}");
        assert_eq!(
            store.former_clients().await.unwrap(),
            [(GONE.into(), "Gone".to_owned())],
            "{start}"
        );
        store.close().await;
    }
}

/// When another program changes the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// An older Usher wrote it last.
    Before,
    /// This Usher has opened it, and had no key.
    Between,
}

#[tokio::test]
async fn what_another_program_changes_on_the_way_is_not_believed() {
    let rule = "UPDATE policy_rules SET caller = '{\"kind\":\"agent\",\"name\":\"Blocked\"}'";
    let task = "UPDATE running_tasks SET caller = '{\"kind\":\"agent\",\"name\":\"Blocked\"}'";
    let without_task = || Believed {
        tasks: Vec::new(),
        lost: [0, 1],
        ..whole()
    };
    let of_blocked = |update: &str| {
        let caller = format!("json_object('kind', 'client', 'id', '{BLOCKED}')");
        format!("UPDATE {update} SET caller = {caller}")
    };
    let doubted_client = || Believed {
        lost: [1, 0],
        ..whole()
    };
    for (when, attack, expected) in [
        (When::Before, "SELECT 1".to_owned(), whole()),
        (When::Before, rule.to_owned(), doubted()),
        (When::Before, task.to_owned(), without_task()),
        (When::Between, "SELECT 1".to_owned(), whole()),
        (When::Between, of_blocked("policy_rules"), doubted()),
        (When::Between, of_blocked("running_tasks"), without_task()),
        (
            When::Between,
            format!("UPDATE clients SET profile = '{{}}' WHERE id = '{EDITOR}'"),
            doubted_client(),
        ),
        (
            When::Between,
            "UPDATE decisions SET client_ids = 1".to_owned(),
            nothing(),
        ),
        (
            When::Between,
            "UPDATE decisions SET tasks = 0".to_owned(),
            nothing(),
        ),
    ] {
        let (dir, key) = copied();
        match when {
            When::Before => {
                let file = SqliteConnectOptions::new().filename(dir.path().join("usher.db"));
                let mut older = file.connect().await.unwrap();
                sqlx::raw_sql(sqlx::AssertSqlSafe(attack.clone()))
                    .execute(&mut older)
                    .await
                    .unwrap();
                older.close().await.unwrap();
            }
            When::Between => {
                let store = reopened(dir.path(), None).await;
                assert!(store.awaits_key());
                run(&store, &attack).await;
                store.close().await;
            }
        }
        for start in ["the first", "another"] {
            let store = reopened(dir.path(), Some((&key, KeyOrigin::Stored))).await;
            let mut found = believed(&store).await;
            if start == "another" {
                // What was dropped is gone.
                found.lost[1] = expected.lost[1];
            }
            assert_eq!(found, expected, "{when:?}, {start} start: {attack}");
            store.close().await;
        }
    }
}

#[tokio::test]
async fn the_older_database_put_back_decides_nothing() {
    let (dir, key) = copied();
    let stored = Some((&key, KeyOrigin::Stored));
    reopened(dir.path(), stored).await.close().await;
    std::fs::copy(fixture().join("usher.db"), dir.path().join("usher.db")).unwrap();
    let store = reopened(dir.path(), stored).await;
    assert_eq!(believed(&store).await, nothing());
}

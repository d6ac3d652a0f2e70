//! Tests that calls that wait go on only as Usher kept them.

use usher_types::caller::Caller;

use super::integrity::{fresh_with_key, reopened, run};
use super::{NOON, fresh};
use crate::{KeyOrigin, PendingRound};

fn round(call: &str) -> PendingRound {
    PendingRound {
        call: call.into(),
        server: "server".into(),
        caller: Caller::Person,
        server_label: "Tools".to_owned(),
        transport: "launch".to_owned(),
        tool: "delete".to_owned(),
        arguments: serde_json::Map::new(),
        questions: serde_json::Map::from_iter([("a".to_owned(), serde_json::json!({}))]),
        state: None,
        asked_at: NOON,
    }
}

#[tokio::test]
async fn a_call_that_waits_goes_on_only_as_usher_kept_it() {
    for (attack, left, dropped) in [
        ("SELECT 1", vec!["one", "two"], 0),
        (
            "UPDATE asked_rounds SET arguments = '{\"path\":\"/\"}' WHERE call_id = 'one'",
            vec!["two"],
            1,
        ),
        (
            "UPDATE asked_rounds SET server_id = 'another'",
            vec![],
            2,
        ),
        (
            "INSERT INTO asked_rounds SELECT 'three', server_id, server_label, transport, tool, arguments, questions,
             state, asked_at, caller FROM asked_rounds WHERE call_id = 'one'",
            vec!["one", "two"],
            1,
        ),
        ("DELETE FROM row_tags", vec![], 2),
    ] {
        let (dir, store, text) = fresh_with_key().await;
        for call in ["one", "two", "over"] {
            store.keep_round(&round(call)).await.unwrap();
        }
        store.forget_round(&"over".into()).await.unwrap();
        run(&store, attack).await;
        store.close().await;
        for _ in 0..2 {
            let store = reopened(dir.path(), None).await;
            assert_eq!(
                store.asked_rounds().await.unwrap(),
                [],
                "without the key nobody knows: {attack}"
            );
            store.close().await;
        }
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        let rounds = store.asked_rounds().await.unwrap();
        let calls: Vec<_> = rounds.iter().map(|round| round.call.as_str()).collect();
        assert_eq!((calls, store.dropped_rounds()), (left.clone(), dropped), "{attack}");
        store.close().await;
        let store = reopened(dir.path(), Some((&text, KeyOrigin::Stored))).await;
        assert_eq!(
            (store.asked_rounds().await.unwrap().len(), store.dropped_rounds()),
            (left.len(), 0),
            "what was dropped is gone: {attack}"
        );
    }
}

#[tokio::test]
async fn a_call_that_asks_nothing_does_not_go_on_by_itself() {
    let (_dir, store) = fresh().await;
    store.keep_round(&round("one")).await.unwrap();
    run(&store, "UPDATE asked_rounds SET questions = '{}'").await;
    assert_eq!(
        store.asked_rounds().await.unwrap(),
        [],
        "nobody would be asked"
    );
}

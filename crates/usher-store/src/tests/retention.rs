//! What is kept of calls and questions: filtered, paged, bounded by number and by size, cleared.

use serde_json::json;

use super::{NOON, call, fresh, open};
use crate::{ApprovalRecord, ApprovalRecordFilter, FinishedCall, HistoryFilter, KeptCall, Store};
use usher_messages::Message;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::call::{CallStatus, RequestKind};
use usher_types::caller::Caller;
use usher_types::id::{ServerId, SourceId};

#[tokio::test]
async fn history_is_filtered_paged_bounded_and_cleared() {
    let (_dir, store) = fresh().await;
    let (one, two) = (
        SourceId::from(ServerId::generate()),
        SourceId::from(ServerId::generate()),
    );
    let mut ids = Vec::new();
    for (server, tool) in [
        (&one, "echo"),
        (&one, "add"),
        (&two, "echo"),
        (&one, "echo"),
    ] {
        ids.push(
            store
                .add_call(&call(server, tool, 1), 10)
                .await
                .unwrap()
                .unwrap(),
        );
    }
    let list = async |filter: HistoryFilter, limit| {
        let rows = store.list_calls(&filter, limit).await.unwrap();
        rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    let of_one = HistoryFilter {
        source: Some(one.clone()),
        ..HistoryFilter::default()
    };
    let echo_of_one = HistoryFilter {
        name: Some("echo".into()),
        ..of_one.clone()
    };
    let older = HistoryFilter {
        before: Some(ids[2]),
        ..HistoryFilter::default()
    };
    assert_eq!(list(HistoryFilter::default(), 2).await, [ids[3], ids[2]]);
    assert_eq!(list(of_one, 9).await, [ids[3], ids[1], ids[0]]);
    assert_eq!(list(echo_of_one, 9).await, [ids[3], ids[0]]);
    assert_eq!(list(older, 9).await, [ids[1], ids[0]]);

    let KeptCall {
        row,
        outcome,
        times,
        client_leg,
    } = store.call(ids[1]).await.unwrap();
    let sent = call(&one, "add", 1);
    assert_eq!(
        (outcome, times, client_leg),
        (sent.outcome, sent.times, sent.client_leg),
        "all of a call is kept"
    );
    assert_eq!(
        row.arguments.to_string(),
        sent.arguments.to_string(),
        "the order of keys is kept"
    );
    assert_eq!(row.status, CallStatus::ToolError);

    let fifth = store
        .add_call(&call(&two, "add", 1), 3)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        list(HistoryFilter::default(), 9).await,
        [fifth, ids[3], ids[2]]
    );
    store.clear_calls(Some(&two), None).await.unwrap();
    assert_eq!(list(HistoryFilter::default(), 9).await, [ids[3]]);
    assert_eq!(
        store.add_call(&call(&two, "add", 1), 0).await.unwrap(),
        None,
        "a history of no rows keeps nothing"
    );
    store.trim_calls(0).await.unwrap();
    assert_eq!(list(HistoryFilter::default(), 9).await, []);
}

#[tokio::test]
async fn what_is_named_alike_is_told_apart_by_its_kind() {
    let (_dir, store) = fresh().await;
    let id = SourceId::from(ServerId::generate());
    let kinds = [
        RequestKind::Tool,
        RequestKind::Prompt,
        RequestKind::Resource,
    ];
    let ended = kinds.map(|kind| FinishedCall {
        kind,
        ..call(&id, "echo", 1)
    });
    let ids = store.add_calls(&ended, 9).await.unwrap();
    for query in [None, Some("ec"), Some("echo")] {
        for (kind, id) in kinds.into_iter().zip(&ids) {
            let filter = HistoryFilter {
                kind: Some(kind),
                name: Some("echo".to_owned()),
                query: query.map(str::to_owned),
                ..HistoryFilter::default()
            };
            let rows = store.list_calls(&filter, 9).await.unwrap();
            let found: Vec<_> = rows.iter().map(|row| (row.id, row.kind)).collect();
            assert_eq!(found, [(*id, kind)], "{kind:?}, searched for {query:?}");
        }
    }
    store.clear_calls(Some(&id), None).await.unwrap();
    let left = store.list_calls(&HistoryFilter::default(), 9).await;
    assert_eq!(left.unwrap(), [], "all kinds are deleted together");
}

#[tokio::test]
async fn history_is_bounded_by_size_but_keeps_the_newest() {
    let (_dir, store) = fresh().await;
    let id = SourceId::from(ServerId::generate());
    store.add_call(&call(&id, "small", 1), 10).await.unwrap();
    store.add_call(&call(&id, "large", 1), 10).await.unwrap();
    // A stand-in for all the endings there may be.
    for as_large in [
        "UPDATE tool_calls SET size_bytes = ? WHERE tool = 'large'",
        "UPDATE kept_totals SET size_bytes = size_bytes + ? WHERE what = 'calls'",
    ] {
        sqlx::query(as_large)
            .bind(crate::limits::HISTORY_BYTES)
            .execute(&store.pool)
            .await
            .unwrap();
    }
    store.trim_calls(10).await.unwrap();
    let tools: Vec<String> = store
        .list_calls(&HistoryFilter::default(), 9)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.name)
        .collect();
    assert_eq!(tools, ["large"]);
}

fn record(source: &str, ending: ApprovalEnding, size: usize) -> ApprovalRecord {
    ApprovalRecord {
        approval: "ask".into(),
        source: source.into(),
        server_label: "Everything".into(),
        call: Some("call".into()),
        caller: Some(Caller::Client { id: "c".into() }),
        tool: Some("t".into()),
        arguments: Some(json!({"a": 1})),
        possible_causes: Some(json!([{"callId": "other"}])),
        kind: ApprovalKind::Form,
        shown: json!({"message": "x".repeat(size)}),
        changed: None,
        sent: Some(json!({"b": [true]})),
        opened_at: NOON,
        closed_at: NOON + 5,
        ending,
        reason: Message::new("ended.answered"),
        policy: None,
        times: 1,
    }
}

#[tokio::test]
async fn records_come_back_whole_and_refusals_push_out_only_refusals() {
    let (_dir, store) = fresh().await;
    let answered = record("a", ApprovalEnding::Accepted, 1);
    store
        .add_approval_records(std::slice::from_ref(&answered), 2)
        .await
        .unwrap();
    let flood = vec![record("b", ApprovalEnding::Refused, 1); 5];
    store.add_approval_records(&flood, 2).await.unwrap();
    let listed = store
        .approval_records(&ApprovalRecordFilter::default(), 9)
        .await
        .unwrap();
    let sources: Vec<&str> = listed.iter().map(|(_, row)| row.source.as_str()).collect();
    assert_eq!(sources, ["b", "b", "a"]);
    assert_eq!(
        store.approval_record(listed[2].0).await.unwrap().1,
        answered
    );

    store.add_approval_records(&[], 0).await.unwrap();
    let listed = store
        .approval_records(&ApprovalRecordFilter::default(), 9)
        .await;
    assert_eq!(listed.unwrap(), [], "none is kept where none is to be kept");
}

/// Checks that a flood displaces no records of the person or others.
#[tokio::test]
async fn a_flood_of_one_server_erases_no_record_of_others() {
    let (_dir, store) = fresh().await;
    let by_rule = |source: &str, kind: ApprovalKind| ApprovalRecord {
        policy: Some(Message::new("rule.noSampling")),
        kind,
        ..record(source, ApprovalEnding::Declined, 1)
    };
    let first = [
        record("person", ApprovalEnding::Accepted, 1),
        by_rule("quiet", ApprovalKind::Roots),
    ];
    store.add_approval_records(&first, 20).await.unwrap();
    let kinds = [
        ApprovalKind::Sample,
        ApprovalKind::Roots,
        ApprovalKind::Form,
    ];
    for kind in kinds {
        let flood = vec![by_rule("loud", kind); 700];
        store.add_approval_records(&flood, 20).await.unwrap();
    }
    let listed = store
        .approval_records(&ApprovalRecordFilter::default(), 99)
        .await
        .unwrap();
    let of = |source: &str| {
        let rows = listed
            .iter()
            .filter(|(_, row)| row.source.as_str() == source);
        rows.map(|(_, row)| row.times).collect::<Vec<_>>()
    };
    assert_eq!(of("person"), [1], "the person's answer is kept");
    assert_eq!(of("quiet"), [1], "so is what another server caused");
    let loud = of("loud");
    assert_eq!(loud.len(), 19, "its own make room first");
    assert_eq!(
        loud[0], 691,
        "what was not kept by itself is counted: {loud:?}"
    );
}

type Totals = Vec<(String, i64, i64)>;

async fn totals(store: &Store, query: &'static str) -> Totals {
    sqlx::query_as(query).fetch_all(&store.pool).await.unwrap()
}

const COUNTED: &str = "SELECT what, entries, size_bytes FROM kept_totals ORDER BY what";

const THERE: &str = "
    SELECT 'calls', count(*), coalesce(sum(size_bytes), 0) FROM tool_calls
    UNION ALL
    SELECT 'records', count(*), coalesce(sum(size_bytes), 0) FROM ask_records WHERE policy IS NULL AND ending IN ('accepted', 'declined', 'cancelled')
    UNION ALL
    SELECT 'refused_records', count(*), coalesce(sum(size_bytes), 0) FROM ask_records
    WHERE policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled')";

async fn entries_that_are_there_and_counted(store: &Store) -> [i64; 3] {
    let there = totals(store, THERE).await;
    assert_eq!(totals(store, COUNTED).await, there, "every one is counted");
    let entries: Vec<i64> = there.iter().map(|(_, entries, _)| *entries).collect();
    entries.try_into().unwrap()
}

#[tokio::test]
async fn what_is_kept_is_counted_as_it_comes_and_goes() {
    let (_dir, store) = fresh().await;
    let (one, two) = (
        SourceId::from(ServerId::generate()),
        SourceId::from(ServerId::generate()),
    );
    assert_eq!(entries_that_are_there_and_counted(&store).await, [0, 0, 0]);

    for server in [&one, &two, &one] {
        store.add_call(&call(server, "echo", 1), 10).await.unwrap();
    }
    let records = [
        record("a", ApprovalEnding::Accepted, 100),
        record("b", ApprovalEnding::Refused, 10),
        record("b", ApprovalEnding::Refused, 1),
        record("b", ApprovalEnding::Declined, 1),
    ];
    store.add_approval_records(&records, 10).await.unwrap();
    assert_eq!(entries_that_are_there_and_counted(&store).await, [3, 2, 2]);

    store.clear_calls(Some(&one), None).await.unwrap();
    store.add_approval_records(&[], 1).await.unwrap();
    assert_eq!(entries_that_are_there_and_counted(&store).await, [1, 1, 1]);

    store.clear_calls(None, None).await.unwrap();
    store.clear_approval_records(None, None).await.unwrap();
    assert_eq!(entries_that_are_there_and_counted(&store).await, [0, 0, 0]);
}

#[tokio::test]
async fn calls_kept_together_stand_in_the_order_of_their_ends() {
    let (_dir, store) = fresh().await;
    let server = SourceId::from(ServerId::generate());
    let ended = ["a", "b", "c", "d"].map(|tool| call(&server, tool, 1));
    let ids = store.add_calls(&ended, 3).await.unwrap();
    assert!(
        ids.is_sorted() && ids.len() == 4,
        "one id for each: {ids:?}"
    );
    let rows = store
        .list_calls(&HistoryFilter::default(), 9)
        .await
        .unwrap();
    let rows: Vec<_> = rows.into_iter().map(|row| (row.id, row.name)).collect();
    let expected = [(3, "d"), (2, "c"), (1, "b")].map(|(at, tool)| (ids[at], tool.to_owned()));
    assert_eq!(rows, expected, "the newest first, and the oldest gone");
}

#[tokio::test]
async fn what_one_client_did_is_deleted_alone() {
    let (_dir, store) = fresh().await;
    let server = SourceId::from(ServerId::generate());
    let client = |id: &str| Caller::Client { id: id.into() };
    for caller in [Caller::Person, client("one"), client("two")] {
        let made = FinishedCall {
            caller: caller.clone(),
            ..call(&server, "echo", 1)
        };
        store.add_call(&made, 10).await.unwrap();
        let asked = ApprovalRecord {
            caller: Some(caller),
            ..record("a", ApprovalEnding::Accepted, 1)
        };
        store.add_approval_records(&[asked], 10).await.unwrap();
    }
    let decided = ApprovalRecord {
        kind: ApprovalKind::Client,
        ..record("one", ApprovalEnding::Accepted, 1)
    };
    store.add_approval_records(&[decided], 10).await.unwrap();

    for caller in [Caller::Person, client("one"), client("two")] {
        let filter = HistoryFilter {
            callers: Some(vec![caller.clone()]),
            ..HistoryFilter::default()
        };
        let calls = store.list_calls(&filter, 9).await.unwrap();
        let callers: Vec<_> = calls.into_iter().map(|row| row.caller).collect();
        assert_eq!(callers, [caller], "what one did is found alone");
    }
    let of_one = ApprovalRecordFilter {
        clients: Some(vec!["one".into()]),
        ..ApprovalRecordFilter::default()
    };
    let records = store.approval_records(&of_one, 9).await.unwrap();
    assert_eq!(records.len(), 2, "of its call, and about itself");
    let one = ["one".into()];
    store.clear_calls(None, Some(&one)).await.unwrap();
    store
        .clear_approval_records(None, Some(&one))
        .await
        .unwrap();
    let calls = store.list_calls(&HistoryFilter::default(), 9).await;
    let calls: Vec<_> = calls.unwrap().into_iter().map(|row| row.caller).collect();
    let kept = [client("two"), Caller::Person];
    assert_eq!(calls, kept, "its calls are gone, and no others");
    let records = store
        .approval_records(&ApprovalRecordFilter::default(), 9)
        .await;
    let records: Vec<_> = records
        .unwrap()
        .into_iter()
        .map(|(_, kept)| kept.caller)
        .collect();
    assert_eq!(
        records,
        kept.map(Some),
        "so are the records of its calls and those about itself"
    );
}

#[tokio::test]
async fn a_history_from_before_there_were_totals_is_counted_once() {
    let (dir, store) = fresh().await;
    let id = SourceId::from(ServerId::generate());
    for _ in 0..3 {
        store.add_call(&call(&id, "echo", 1), 10).await.unwrap();
    }
    let records = [
        record("a", ApprovalEnding::Accepted, 100),
        record("b", ApprovalEnding::Refused, 10),
    ];
    store.add_approval_records(&records, 10).await.unwrap();
    for as_it_was in [
        "ALTER TABLE policy_rules DROP COLUMN arguments",
        "ALTER TABLE policy_rules DROP COLUMN arguments_digest",
        "ALTER TABLE tool_calls DROP COLUMN client_leg",
        "ALTER TABLE tool_calls DROP COLUMN times",
        "ALTER TABLE tool_calls DROP COLUMN kind",
        "ALTER TABLE tool_calls DROP COLUMN caller",
        "ALTER TABLE running_tasks DROP COLUMN caller",
        "ALTER TABLE asked_rounds DROP COLUMN caller",
        "ALTER TABLE ask_records DROP COLUMN caller",
        "ALTER TABLE policy_rules DROP COLUMN caller",
        "ALTER TABLE ask_records DROP COLUMN times",
        "DROP TRIGGER tool_calls_come",
        "DROP TRIGGER tool_calls_go",
        "DROP TRIGGER ask_records_come",
        "DROP TRIGGER ask_records_go",
        "DROP INDEX ask_records_automatic",
        "DROP TABLE kept_totals",
        "DROP TABLE row_tags",
        "DROP TABLE declined_pins",
        "ALTER TABLE servers DROP COLUMN group_name",
        "DROP TABLE pin_copies",
        "DROP TABLE calls_indexed",
        "DROP TRIGGER tool_calls_lost",
        "DROP TRIGGER ask_records_found",
        "DROP TRIGGER ask_records_lost",
        "DROP TABLE calls_search",
        "DROP TABLE records_search",
        "DROP TRIGGER server_takes_its_bookmarks",
        "DROP TRIGGER webtool_takes_its_bookmarks",
        "DROP TABLE bookmarks",
        "DROP TABLE recent",
        "DROP TABLE recent_values",
        "DROP TRIGGER server_takes_its_prefix",
        "DROP TRIGGER webtool_takes_its_prefix",
        "DROP TABLE clients",
        "DROP TABLE listed_resources",
        "DROP TABLE resource_owners",
        "DROP TABLE decisions",
        "DROP TABLE former_clients",
        "DROP TABLE exposed_prefixes",
        "DROP TABLE agent_receipts",
        "ALTER TABLE webtool_pins DROP COLUMN standing",
        "DELETE FROM _sqlx_migrations WHERE version >= 20261122213000",
        "PRAGMA user_version = 17",
    ] {
        sqlx::query(as_it_was).execute(&store.pool).await.unwrap();
    }
    store.close().await;

    let store = open(dir.path()).await.unwrap().store;
    assert_eq!(entries_that_are_there_and_counted(&store).await, [3, 1, 1]);
    let calls_of_tools = HistoryFilter {
        kind: Some(RequestKind::Tool),
        ..HistoryFilter::default()
    };
    let rows = store.list_calls(&calls_of_tools, 9).await.unwrap();
    assert_eq!(
        rows.len(),
        3,
        "what was kept before kinds were told apart are calls of tools"
    );
}

#[tokio::test]
async fn a_history_cut_short_goes_from_its_oldest_on() {
    let (_dir, store) = fresh().await;
    let id = SourceId::from(ServerId::generate());
    for number in 0..40 {
        store
            .add_call(&call(&id, &format!("tool {number}"), 1), 100)
            .await
            .unwrap();
    }
    store.trim_calls(3).await.unwrap();
    let rows = store.list_calls(&HistoryFilter::default(), 100).await;
    let tools: Vec<String> = rows.unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(tools, ["tool 39", "tool 38", "tool 37"]);
}

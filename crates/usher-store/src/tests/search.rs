//! Searching calls and records: what is found, page by page, and what is forgotten.

use serde_json::{Value, json};
use sqlx::{QueryBuilder, Row as _, Sqlite};

use super::{NOON, call, fresh};
use crate::approval_records::records_query;
use crate::history::calls_query;
use crate::{ApprovalRecord, ApprovalRecordFilter, FinishedCall, HistoryFilter, Store};
use usher_messages::Message;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::{HistoryId, ServerId, SourceId};

fn finished(source: &SourceId, tool: &str, arguments: Value, outcome: Value) -> FinishedCall {
    FinishedCall {
        server_label: "Notebook".into(),
        arguments,
        outcome,
        ..call(source, tool, 1)
    }
}

/// The tools of the calls that a query finds, newest first.
async fn found(store: &Store, query: &str) -> Vec<String> {
    let filter = HistoryFilter {
        query: Some(query.to_owned()),
        ..HistoryFilter::default()
    };
    let rows = store.list_calls(&filter, 100).await.unwrap();
    rows.into_iter().map(|row| row.name).collect()
}

/// How many rows an index has for a trigram.
async fn indexed(store: &Store, table: &str, trigram: &str) -> i64 {
    let query = format!("SELECT count(*) FROM {table} WHERE {table} MATCH '\"{trigram}\"'");
    let count = sqlx::query_scalar(sqlx::AssertSqlSafe(query));
    count.fetch_one(&store.pool).await.unwrap()
}

#[tokio::test]
async fn calls_are_found_by_any_part_of_their_texts() {
    let (_dir, store) = fresh().await;
    let source = SourceId::from(ServerId::generate());
    for (tool, arguments, outcome) in [
        ("list_notes", json!({}), json!({ "text": "Paris\nLondon" })),
        (
            "createIssue",
            json!({ "title": "100% \"done\"" }),
            json!({}),
        ),
        (
            "search",
            json!({ "city": "Zürich" }),
            json!({ "text": "C:\\temp" }),
        ),
    ] {
        let call = finished(&source, tool, arguments, outcome);
        store.add_call(&call, 100).await.unwrap();
    }
    let all = ["search", "createIssue", "list_notes"];
    let cases: &[(&str, &[&str])] = &[
        ("", &all),
        ("  ", &all),
        ("notebook", &all),
        ("note", &all),
        ("_notes", &["list_notes"]),
        ("t_n", &["list_notes"]),
        ("tXn", &[]),
        ("issue", &["createIssue"]),
        ("ISSUE", &["createIssue"]),
        ("is", &["createIssue", "list_notes"]),
        ("paris", &["list_notes"]),
        ("london paris", &["list_notes"]),
        ("london zürich", &[]),
        ("Zürich", &["search"]),
        ("100%", &["createIssue"]),
        ("1%0", &[]),
        ("\"done\"", &["createIssue"]),
        ("c:\\temp", &["search"]),
        ("notes OR issue", &[]),
        ("* AND NOT (", &[]),
    ];
    for (query, expected) in cases {
        assert_eq!(found(&store, query).await, *expected, "{query:?}");
    }
}

#[tokio::test]
async fn hits_come_page_by_page_within_what_is_chosen() {
    let (_dir, store) = fresh().await;
    let (one, two) = (
        SourceId::from(ServerId::generate()),
        SourceId::from(ServerId::generate()),
    );
    for number in 0..6 {
        let source = if number % 2 == 0 { &one } else { &two };
        let tool = format!("echo {number}");
        let call = finished(source, &tool, json!({}), json!({}));
        store.add_call(&call, 100).await.unwrap();
    }
    let mut filter = HistoryFilter {
        source: Some(one),
        query: Some("echo".into()),
        ..HistoryFilter::default()
    };
    let mut pages = Vec::new();
    loop {
        let page = store.list_calls(&filter, 2).await.unwrap();
        let Some(last) = page.last() else {
            break;
        };
        filter.before = Some(last.id);
        pages.push(page.into_iter().map(|row| row.name).collect::<Vec<_>>());
    }
    assert_eq!(pages, [vec!["echo 4", "echo 2"], vec!["echo 0"]]);
}

#[tokio::test]
async fn what_is_deleted_is_in_no_index() {
    let (_dir, store) = fresh().await;
    let (one, two) = (
        SourceId::from(ServerId::generate()),
        SourceId::from(ServerId::generate()),
    );
    for (source, word) in [(&one, "alpha"), (&one, "bravo"), (&two, "charlie")] {
        let call = finished(source, word, json!({}), json!({}));
        store.add_call(&call, 2).await.unwrap();
        store.index_calls().await.unwrap();
    }
    let counts = async || {
        let mut counts = Vec::new();
        for trigram in ["alp", "bra", "cha"] {
            counts.push(indexed(&store, "calls_search", trigram).await);
        }
        counts
    };
    assert_eq!(counts().await, [0, 1, 1], "the oldest went");
    store.clear_calls(Some(&one), None).await.unwrap();
    assert_eq!(counts().await, [0, 0, 1], "one server's were cleared");
    store.clear_calls(None, None).await.unwrap();
    assert_eq!(counts().await, [0, 0, 0], "all were cleared");
}

#[tokio::test]
async fn calls_are_found_before_they_are_indexed_and_go_as_if_they_were() {
    let (_dir, store) = fresh().await;
    let source = SourceId::from(ServerId::generate());
    let add = async |word: &str| {
        let call = finished(&source, word, json!({}), json!({}));
        store.add_call(&call, 3).await.unwrap();
    };
    add("alpha").await;
    store.index_calls().await.unwrap();
    for word in ["bravo", "charlie", "delta", "echo"] {
        add(word).await;
    }
    let of_index = async || {
        let mut counts = Vec::new();
        for trigram in ["alp", "bra", "cha", "ech"] {
            counts.push(indexed(&store, "calls_search", trigram).await);
        }
        counts
    };
    assert_eq!(
        of_index().await,
        [0, 0, 0, 0],
        "the oldest two went, one of them never indexed; the others are not indexed yet"
    );
    assert_eq!(found(&store, "echo").await, ["echo"]);
    assert_eq!(of_index().await, [0, 0, 1, 1], "a search indexes them");
    store.clear_calls(None, None).await.unwrap();
    add("foxtrot").await;
    assert_eq!(found(&store, "foxtrot").await, ["foxtrot"]);
    let check = "INSERT INTO calls_search (calls_search, rank) VALUES ('integrity-check', 1)";
    sqlx::query(check).execute(&store.pool).await.unwrap();
}

#[tokio::test]
async fn records_are_found_by_any_part_of_their_texts() {
    let (_dir, store) = fresh().await;
    let record = |tool: Option<&str>, message: &str, policy: Option<Message>| ApprovalRecord {
        approval: "ask".into(),
        source: "source".into(),
        server_label: "Notebook".into(),
        call: None,
        caller: None,
        tool: tool.map(str::to_owned),
        arguments: None,
        possible_causes: None,
        kind: ApprovalKind::Form,
        shown: json!({ "message": message }),
        changed: None,
        sent: None,
        opened_at: NOON,
        closed_at: NOON,
        ending: ApprovalEnding::Accepted,
        reason: Message::new("ended.answered"),
        policy,
        times: 1,
    };
    let block = Message::new("rule.never").with("tools", Message::new("rule.scope.tool"));
    let records = [
        record(Some("list_notes"), "Which city?", None),
        record(None, "Say \"yes\"", Some(block)),
    ];
    store.add_approval_records(&records, 10).await.unwrap();
    let found = async |text: &str| {
        let filter = ApprovalRecordFilter {
            text: Some(text.to_owned()),
            ..ApprovalRecordFilter::default()
        };
        let found = store.approval_records(&filter, 10).await.unwrap();
        let messages = found
            .into_iter()
            .map(|(_, record)| record.shown["message"].clone());
        messages.collect::<Vec<_>>()
    };
    let (city, yes) = ("Which city?", "Say \"yes\"");
    let cases: &[(&str, &[&str])] = &[
        ("notebook", &[yes, city]),
        ("note list", &[city]),
        ("CITY", &[city]),
        ("\"yes\"", &[yes]),
        ("block tool", &[yes]),
        ("no", &[yes, city]),
        ("answered", &[yes, city]),
        ("absent", &[]),
        // What is stored beside the text is not searched.
        ("ended", &[]),
        ("params", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text).await, *expected, "{text:?}");
    }
    store.clear_approval_records(None, None).await.unwrap();
    assert_eq!(indexed(&store, "records_search", "cit").await, 0);
}

/// How the database finds the rows of a query.
async fn plan(store: &Store, query: &QueryBuilder<Sqlite>) -> String {
    let explained = format!("EXPLAIN QUERY PLAN {}", query.sql().as_str());
    let rows = sqlx::query(sqlx::AssertSqlSafe(explained));
    let rows = rows.fetch_all(&store.pool).await.unwrap();
    let steps: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
    steps.join("; ")
}

#[tokio::test]
async fn rows_that_are_filtered_are_found_by_an_index() {
    let (_dir, store) = fresh().await;
    let source = SourceId::from(ServerId::generate());
    let calls = HistoryFilter {
        source: Some(source.clone()),
        ..HistoryFilter::default()
    };
    let of_tool = HistoryFilter {
        name: Some("read".into()),
        before: Some(HistoryId(9)),
        ..calls.clone()
    };
    let records = ApprovalRecordFilter {
        source: Some(source),
        ..ApprovalRecordFilter::default()
    };
    for (query, found) in [
        (calls_query(&HistoryFilter::default(), 9), "SCAN tool_calls"),
        (
            calls_query(&of_tool, 9),
            "SEARCH tool_calls USING INDEX tool_calls_by_tool (server_id=? AND tool=? AND id<?)",
        ),
        (
            records_query(&records, 9),
            "SEARCH record USING INDEX ask_records_by_server (server_id=?)",
        ),
    ] {
        assert_eq!(
            plan(&store, &query).await,
            found,
            "{}",
            query.sql().as_str()
        );
    }
    let of_server = plan(&store, &calls_query(&calls, 9)).await;
    assert!(of_server.contains("tool_calls_by_tool"), "{of_server}");
}

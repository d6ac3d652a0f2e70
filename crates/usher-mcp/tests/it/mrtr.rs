//! Tests modern calls: request metadata, and rounds of questions.

use serde_json::json;
use usher_mcp::{CallTag, ClientReply, ConnectionEvent, Direction, EraChoice, FrameKind};
use usher_messages::Message;
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{Probe, call, describe, http, open_with, options, stdio};

async fn modern(mode: &str) -> Probe {
    let (opened, _) = open_with(stdio(mode), |options| options.era = EraChoice::Modern).await;
    opened.unwrap_or_else(|error| panic!("mode {mode}: {error}"))
}

/// Calls a tool; `answer` answers each question by its number.
async fn run_mrtr_tool(mode: &str, answer: fn(usize) -> ClientReply) -> (String, usize) {
    let mut probe = modern(mode).await;
    let connection = probe.connection.clone();
    let calling = call(&connection, options("the-call"));
    let answering = async {
        let mut asked = 0;
        while let Some(ask) = probe.asks.recv().await {
            assert_eq!(ask.cause, Some(CallTag("the-call".into())), "mode {mode}");
            ask.responder.answer(answer(asked));
            asked += 1;
            ASKED.with(|count| count.set(asked));
        }
    };
    ASKED.with(|count| count.set(0));
    let outcome = tokio::select! {
        outcome = calling => describe(&outcome),
        () = answering => "the questions ended".to_owned(),
    };
    connection.close().await;
    (outcome, ASKED.with(std::cell::Cell::get))
}

thread_local! {
    /// Counts answered questions; each test has a thread of its own.
    static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

fn accept(number: usize) -> ClientReply {
    ClientReply::Accept(json!({ "n": number }))
}

/// A scripted mode, the answers, the outcome, the number of questions.
type Row = (&'static str, fn(usize) -> ClientReply, &'static str, usize);

#[tokio::test]
async fn a_server_may_ask_before_it_answers() {
    let rows: [Row; 11] = [
        ("modern", accept, "[null 0]", 0),
        ("modern_old_result", accept, "[no resultType]", 0),
        (
            "modern_no_state",
            accept,
            r#"[true {"one":{"action":"accept","content":{"n":0}}}]"#,
            1,
        ),
        (
            "modern_no_state",
            |_| ClientReply::Decline,
            r#"[true {"one":{"action":"decline"}}]"#,
            1,
        ),
        ("modern_state_only", accept, "[true true]", 0),
        ("modern_three_rounds", accept, r#"["2" 3]"#, 3),
        ("modern_version_moves", accept, "[null 1]", 0),
        (
            "modern_sample",
            |_| ClientReply::Decline,
            "exchange.declined",
            1,
        ),
        (
            "modern_endless",
            accept,
            "undecodable: response.rounds {count: 10}",
            0,
        ),
        (
            "modern_odd_result",
            accept,
            r#"undecodable: response.resultType {method: "tools/call", type: "\"perhaps\""}"#,
            0,
        ),
        (
            "modern_undeclared",
            accept,
            r#"undecodable: response.refused {reason: response.notAllowed.method {method: "dreams/list"}}"#,
            0,
        ),
    ];
    for (mode, answer, outcome, asked) in rows {
        let came = run_mrtr_tool(mode, answer).await;
        assert_eq!(came, (outcome.to_owned(), asked), "mode {mode}");
    }
}

#[tokio::test]
async fn all_questions_of_a_round_are_asked_at_once() {
    let mut probe = modern("modern_two_inputs").await;
    let connection = probe.connection.clone();
    let calling = tokio::spawn(async move { describe(&call(&connection, options("t")).await) });
    let first = probe.asks.recv().await.unwrap();
    let second = probe.asks.recv().await.unwrap();
    second.responder.answer(accept(2));
    first.responder.answer(accept(1));
    let outcome = calling.await.unwrap();
    assert!(
        outcome.starts_with("[true ")
            && outcome.contains(r#""n":1"#)
            && outcome.contains(r#""n":2"#),
        "the state came back untouched, with both answers: {outcome}"
    );
    probe.connection.close().await;
}

#[tokio::test]
async fn what_the_modern_era_has_no_request_for_goes_another_way() {
    let probe = modern("modern").await;
    let connection = &probe.connection;
    assert!(connection.ping().await.is_ok(), "there is a sign of life");
    connection.set_log_level("debug").await.unwrap();
    let outcome = describe(&call(connection, options("t")).await);
    assert_eq!(outcome, r#"["debug" 0]"#, "each request says the level");
    assert_eq!(connection.list_tools().await.unwrap().items.len(), 1);
    let read = connection.read_resource("a:1").await.unwrap();
    assert_eq!(read.contents.len(), 1);
    probe.connection.close().await;
}

#[tokio::test]
async fn errors_of_the_modern_era_have_words_of_their_own() {
    let probe = modern("modern_needs_more").await;
    let error = call(&probe.connection, options("t")).await.unwrap_err();
    assert_eq!(
        error.message(),
        Message::new("exchange.missingCapability")
            .with("message", "no sampling")
            .with("code", "-32021")
    );
    probe.connection.close().await;
}

#[tokio::test]
async fn a_question_outside_of_any_call_is_seen_told_and_never_answered() {
    let server = HttpServer::start().await.unwrap();
    let ways = [
        ("stdio", stdio("modern_orphans")),
        ("http", http(&server, "sse", "modern_orphans")),
    ];
    for (way, launch) in ways {
        let (opened, _) = open_with(launch, |options| options.era = EraChoice::Modern).await;
        let mut probe = opened.unwrap();
        let outcome = call(&probe.connection, options("t")).await;
        assert_eq!(describe(&outcome), "[asked five times]", "{way}");
        let again = call(&probe.connection, options("t")).await;
        assert_eq!(describe(&again), "[asked five times]", "it lives on: {way}");
        assert!(probe.asks.try_recv().is_err(), "nobody was asked: {way}");
        let log = probe.finish().await;
        let logged = log.pick(|event| match event {
            ConnectionEvent::Frame(frame) if frame.direction == Direction::In => {
                (frame.kind == FrameKind::Request).then(|| frame.method.clone())?
            }
            _ => None,
        });
        let asked = [
            "ping",
            "elicitation/create",
            "sampling/createMessage",
            "roots/list",
            "foo/bar",
        ];
        assert_eq!(
            logged,
            [asked, asked].concat(),
            "the wire log has them: {way}"
        );
        let notes = log.pick(|event| match event {
            ConnectionEvent::Repaired(note) => Some(note.to_string()),
            _ => None,
        });
        let expected = asked.map(|method| {
            format!("A {method} request was ignored: version 2026-07-28 doesn’t allow it outside of a call.")
        });
        assert_eq!(notes, expected, "each kind is told once: {way}");
        let answered = log.pick(|event| match event {
            ConnectionEvent::Frame(frame) if frame.direction == Direction::Out => {
                matches!(frame.kind, FrameKind::Result | FrameKind::Error).then_some(())
            }
            _ => None,
        });
        assert!(
            answered.is_empty(),
            "a modern client writes no responses: {way}"
        );
    }
}

#[tokio::test]
async fn what_is_read_after_a_question_is_not_kept() {
    let mut probe = modern("modern_declares").await;
    let connection = probe.connection.clone();
    let reading = connection.read_resource("a:1");
    let answering = async {
        let ask = probe.asks.recv().await.expect("it asks first");
        ask.responder.answer(accept(0));
        std::future::pending::<()>().await;
    };
    let read = tokio::select! {
        read = reading => read.unwrap(),
        () = answering => unreachable!("it waits for ever"),
    };
    assert_eq!(
        read.cache.map(|hint| hint.ttl),
        Some(std::time::Duration::ZERO),
        "it holds for what was answered, though the server gives it a minute"
    );
    connection.close().await;
}

#[tokio::test]
async fn a_request_whose_reapproval_gets_no_reply_is_withheld() {
    let server = HttpServer::start().await.unwrap();
    for (why, launch, era) in [
        ("an answer", stdio("modern_no_state"), EraChoice::Modern),
        (
            "another version",
            stdio("modern_version_moves"),
            EraChoice::Modern,
        ),
        (
            "a new session",
            http(&server, "forgets", "echo"),
            EraChoice::Legacy,
        ),
    ] {
        let (events, mut arriving) = tokio::sync::mpsc::channel(64);
        tokio::spawn(async move {
            while let Some(event) = arriving.recv().await {
                match event {
                    ConnectionEvent::ServerRequest(ask) => ask.responder.answer(accept(0)),
                    // As a panicking listener does: the request is dropped without a reply.
                    ConnectionEvent::ReapprovalRequest(request) => drop(request),
                    _ => {}
                }
            }
        });
        let (opened, _) = open_with(launch, |options| {
            options.era = era;
            options.events = events;
        })
        .await;
        let probe = opened.unwrap_or_else(|error| panic!("{error}"));
        let outcome = call(&probe.connection, options("the-call")).await;
        assert!(
            matches!(outcome, Err(usher_mcp::CallError::NotApproved { .. })),
            "no reply must not count as an approval to repeat it with {why}: {outcome:?}"
        );
        probe.connection.close().await;
    }
}

//! Tests that long or numerous data of a server is bounded.

use usher_mcp::{ConnectionEvent, ListKind};
use usher_messages::Message;
use usher_testkit::scripted::http::HttpServer;
use usher_testkit::scripted::http::flooding::PING_WAYS;

use crate::kit::{call, describe, http, open, open_with, options, stdio};

#[tokio::test]
async fn a_message_of_very_many_values_is_not_taken_apart() {
    let probe = open(stdio("many_values")).await.unwrap();
    assert_eq!(
        describe(&call(&probe.connection, options("t")).await),
        "undecodable: response.tooManyValues {count: 500000}",
    );
    probe
        .connection
        .ping()
        .await
        .expect("the connection goes on");
}

#[tokio::test]
async fn what_is_named_at_length_is_repeated_in_short() {
    let probe = open(stdio("long_names")).await.unwrap();
    assert_eq!(
        describe(&call(&probe.connection, options("t")).await),
        "[ok]"
    );
    let log = probe.finish().await;
    let around = Message::new("repair.envelope.requestId")
        .with("id", "")
        .to_string()
        .len();
    let longest = log.pick(|event| match event {
        ConnectionEvent::Repaired(what) => Some(what.to_string().len()),
        _ => None,
    });
    assert_eq!(
        longest,
        [around + 4096 + "…".len()],
        "the request nobody could answer is told, cut"
    );
    let named = |name: &Option<String>| name.as_ref().map_or(0, String::len);
    let frames = log.pick(|event| match event {
        ConnectionEvent::Frame(frame) => Some((
            frame.text.len(),
            named(&frame.rpc_id).max(named(&frame.method)),
        )),
        _ => None,
    });
    let (text, name) = frames
        .into_iter()
        .fold((0, 0), |(text, name), (a, b)| (text.max(a), name.max(b)));
    assert!(text > 100_000, "the log has the messages whole");
    assert_eq!(name, 1024 + "…".len(), "and names them in short");
}

#[tokio::test]
async fn a_list_is_only_so_long() {
    let rows = [
        (
            "cursor_long",
            u64::MAX,
            "The list is incomplete: the server sent a cursor of 65.5 kB.",
        ),
        (
            "cursor_endless",
            1_000,
            "The list is incomplete: it is longer than 1 kB.",
        ),
        ("two_pages", u64::MAX, "whole"),
    ];
    for (mode, list_bytes, expected) in rows {
        let short = |options: &mut usher_mcp::ConnectOptions| {
            options.limits.list_bytes = list_bytes;
        };
        let probe = open_with(stdio(mode), short).await.0.unwrap();
        let listed = probe.connection.list_tools().await.unwrap();
        assert_eq!(
            listed
                .cut_short
                .map_or("whole".to_owned(), |why| why.to_string()),
            expected,
            "{mode}"
        );
        assert!(!listed.items.is_empty(), "{mode}: what came is kept");
    }
}

#[tokio::test]
async fn answers_nobody_takes_use_few_connections() {
    /// Of answers at a time.
    const MOST: usize = 64;
    for way in PING_WAYS {
        let server = HttpServer::start().await.unwrap();
        let probe = open(http(&server, way, "plain")).await.unwrap();
        // What follows the pings on their stream is handled after them.
        let changed = |event: &ConnectionEvent| {
            matches!(event, ConnectionEvent::ListChanged(ListKind::Tools)).then_some(())
        };
        probe.log.wait(changed).await;
        let is_answer = |seen: &usher_testkit::scripted::http::Seen| !seen.body["result"].is_null();
        server.wait_seen_times(MOST, is_answer).await;
        let called = call(&probe.connection, options("t")).await;
        assert_eq!(describe(&called), "[ok]", "{way}: calls go on");
        probe.finish().await;
        let answers = server.seen().iter().filter(|seen| is_answer(seen)).count();
        assert_eq!(answers, MOST, "{way}: each holds a connection");
    }
}

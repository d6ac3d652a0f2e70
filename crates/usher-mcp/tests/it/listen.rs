//! Tests notifications of the modern era, also after a lost listen request.

use std::time::Duration;

use usher_mcp::{ConnectionEvent, EraChoice, ListKind};

use usher_testkit::scripted::http::{HttpServer, Seen};

use crate::kit::{PATIENCE, Probe, http, open_with, stdio};

async fn modern(mode: &str) -> Probe {
    let (opened, _) = open_with(stdio(mode), |options| options.era = EraChoice::Modern).await;
    opened.unwrap_or_else(|error| panic!("mode {mode}: {error}"))
}

fn list_changed(event: &ConnectionEvent) -> Option<ListKind> {
    match event {
        ConnectionEvent::ListChanged(kind) => Some(*kind),
        _ => None,
    }
}

#[tokio::test]
async fn changes_of_lists_and_resources_are_told() {
    let probe = modern("modern_listen").await;
    let tools =
        |event: &ConnectionEvent| list_changed(event).filter(|kind| *kind == ListKind::Tools);
    probe.log.wait(tools).await;
    probe.connection.subscribe("a:1").await.unwrap();
    let updated = |event: &ConnectionEvent| match event {
        ConnectionEvent::ResourceUpdated { uri } => Some(uri.clone()),
        _ => None,
    };
    assert_eq!(probe.log.wait(updated).await, "a:1");
    let reported = probe.finish().await.pick(list_changed);
    assert!(
        !reported.contains(&ListKind::Prompts),
        "what belongs to no subscription of ours is nothing to us: {reported:?}"
    );
}

#[tokio::test]
async fn a_lost_subscription_is_made_again_and_everything_counts_as_changed() {
    for mode in ["modern_listen_ended", "modern_listen_cancelled"] {
        let probe = modern(mode).await;
        probe.log.wait(list_changed).await;
        let reported = probe.finish().await.pick(list_changed);
        assert!(
            reported.starts_with(&[ListKind::Tools, ListKind::Prompts]),
            "mode {mode}: {reported:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_tells_less_is_said_so() {
    let rows = [
        (
            "modern_listen_less",
            "The server sends no promptsListChanged notifications, though it declares them.",
        ),
        (
            "modern_listen_refused",
            "The server declares notifications, but refuses to send them.",
        ),
    ];
    for (mode, expected) in rows {
        let probe = modern(mode).await;
        let repaired = |event: &ConnectionEvent| match event {
            ConnectionEvent::Repaired(note) => Some(note.to_string()),
            _ => None,
        };
        assert_eq!(probe.log.wait(repaired).await, expected, "mode {mode}");
        assert!(
            probe.connection.list_tools().await.is_ok(),
            "mode {mode} works on"
        );
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn a_stream_that_stays_silent_is_opened_again() {
    let rows = [
        (
            EraChoice::Legacy,
            "sse",
            "list_changed",
            "GET /sse/list_changed",
            None,
        ),
        (
            EraChoice::Modern,
            "sse",
            "modern_quiet",
            "POST /sse/modern_quiet",
            Some("subscriptions/listen"),
        ),
    ];
    for (era, style, mode, line, method) in rows {
        let server = HttpServer::start().await.unwrap();
        let (opened, _) = open_with(http(&server, style, mode), |options| {
            options.era = era;
            options.limits.stream_silence = Duration::from_millis(200);
        })
        .await;
        let probe = opened.unwrap_or_else(|error| panic!("{era:?}: {error}"));
        let opens = |seen: &Seen| {
            let asked = seen.body["method"].as_str();
            seen.line == line && asked == method
        };
        tokio::time::timeout(PATIENCE, server.wait_seen_times(3, opens))
            .await
            .unwrap_or_else(|_| panic!("{era:?}: nobody noticed the silence"));
        assert!(
            probe.connection.list_tools().await.is_ok(),
            "{era:?}: the connection itself is none the worse"
        );
        probe.connection.close().await;
    }
}

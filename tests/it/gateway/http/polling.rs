//! A server that closes the stream of a call has its client come back for the rest (2025-11-25, basic/transports), and
//! so does Usher between them.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_testkit::conformance::server::ConformanceServer;

use super::eras::{begin, request};
use super::kit::Served;
use crate::gateway::client::Era;
use crate::gateway::sole_server::{approve_calls, profile};
use crate::test_host::text;

/// A client over HTTP of the conformance server alone.
async fn served() -> (Served, String) {
    let served = Served::open().await;
    let server = ConformanceServer::start().await.expect("it listens");
    let profile = profile(&served.host, &server, Era::Legacy).await;
    let params = json!({ "name": "Editor", "profile": profile });
    let added = served.host.call(op::ClientAddHttp, params).await;
    tokio::spawn(approve_calls(served.host.api.clone()));
    (served, text(&added["token"]))
}

fn reconnecting() -> Value {
    let call = json!({ "name": "test_reconnection", "arguments": {} });
    request(1, "tools/call", call)
}

#[tokio::test]
async fn a_stream_that_the_server_closes_is_closed_for_the_client_and_goes_on() {
    let (served, token) = served().await;
    let session = begin(&served, &token, "2025-11-25").await;
    let called = served.post(&token, &session, &reconnecting()).await;
    assert_eq!(
        called.header("content-type").as_deref(),
        Some("text/event-stream")
    );
    let stream = called.rest().await;
    assert!(
        stream.contains("retry: "),
        "it says when to come back: {stream}"
    );
    assert!(
        !stream.contains("\"result\""),
        "it is closed before the answer: {stream}"
    );
    let last = stream.lines().find_map(|line| line.strip_prefix("id: "));
    let last = last.expect("an event to go on from");
    let headers = format!("{session}Last-Event-ID: {last}\r\n");
    let mut rest = served.send(&served.bare("GET", &token, &headers)).await;
    let result = rest.event("\"result\"").await;
    assert_eq!(result["id"], 1, "{result}");
    assert!(result.to_string().contains("opened again"), "{result}");
}

#[tokio::test]
async fn a_client_that_does_not_come_back_gets_its_answer_at_once() {
    let (served, token) = served().await;
    let session = begin(&served, &token, "2025-06-18").await;
    let called = served.post(&token, &session, &reconnecting()).await;
    let result = match called.header("content-length") {
        Some(_) => called.whole().await,
        None => called.rest().await,
    };
    assert!(result.contains("opened again"), "{result}");
}

//! Tests messages about requests that are not pending.
//!
//! They are logged as received, end nothing and are not stored.

use usher_mcp::{ConnectionEvent, Direction, FrameKind};
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{Log, call, describe, http, open, options, options_within, stdio};

/// An answer: the request it was matched to, and its id.
type Arrived<'a> = (Option<&'a str>, &'a str);

/// A progress, and its total.
type Step = (f64, Option<f64>);

/// Returns the answers to a call: the matched request, and their ids.
fn arrived(log: &Log) -> Vec<(Option<String>, String)> {
    log.pick(|event| match event {
        ConnectionEvent::Frame(frame)
            if frame.direction == Direction::In
                && matches!(frame.kind, FrameKind::Result | FrameKind::Error)
                && !matches!(frame.method.as_deref(), Some("initialize" | "ping")) =>
        {
            let id = frame.rpc_id.clone().unwrap_or_default();
            Some((frame.method.clone(), id))
        }
        _ => None,
    })
}

#[tokio::test]
async fn an_answer_to_no_request_is_logged_as_one_and_ends_nothing() {
    let rows: [(&str, &str, &[Arrived<'_>]); 8] = [
        (
            "wrong_id_first",
            "[ok]",
            &[(None, "777"), (Some("tools/call"), "0")],
        ),
        ("wrong_id_only", "timeout", &[(None, "777")]),
        ("twice", "[ok]", &[(Some("tools/call"), "0"), (None, "0")]),
        (
            "id_negative",
            "[ok]",
            &[(None, "-1"), (Some("tools/call"), "0")],
        ),
        (
            "id_too_long",
            "[ok]",
            &[(None, "12345678901234567890"), (Some("tools/call"), "0")],
        ),
        ("null_id_result", "timeout", &[(None, "null")]),
        ("id_twice_other", "timeout", &[(None, "777")]),
        // It answers when it is notified of the cancellation.
        ("until_cancelled", "timeout", &[(None, "0")]),
    ];
    for (mode, outcome, expected) in rows {
        let probe = open(stdio(mode)).await.unwrap();
        let millis = if outcome == "timeout" { 300 } else { 30_000 };
        let result = call(&probe.connection, options_within(millis)).await;
        assert_eq!(describe(&result), outcome, "the call of {mode}");
        // The second of two answers may still be on its way.
        let last = expected.last().map(|(method, _)| *method);
        probe
            .log
            .wait(|event| match event {
                ConnectionEvent::Frame(frame) => {
                    let is_answer = matches!(frame.kind, FrameKind::Result | FrameKind::Error);
                    let is_last = Some(frame.method.as_deref()) == last;
                    (is_answer && is_last).then_some(())
                }
                _ => None,
            })
            .await;
        assert!(probe.connection.ping().await.is_ok(), "{mode} lives on");
        assert_eq!(probe.connection.in_flight(), 0, "{mode}: nobody waits");
        let expected: Vec<_> = expected
            .iter()
            .map(|(method, id)| (method.map(str::to_owned), (*id).to_owned()))
            .collect();
        assert_eq!(
            arrived(&probe.finish().await),
            expected,
            "{mode}: each answer is in the log, with the request it belongs to, if any"
        );
    }
}

#[tokio::test]
async fn one_server_cannot_answer_for_another() {
    let server = HttpServer::start().await.unwrap();
    let rows = [
        ("a pipe", stdio("hang"), stdio("answers_for_others")),
        (
            "an address",
            http(&server, "hang", "plain"),
            http(&server, "sse", "answers_for_others"),
        ),
    ];
    for (what, victim, intruder) in rows {
        let victim = open(victim).await.unwrap();
        let intruder = open(intruder).await.unwrap();
        let options = options("v");
        let cancel = options.cancel.clone();
        let beside = async {
            let called = |event: &ConnectionEvent| match event {
                ConnectionEvent::Frame(frame) if frame.method.as_deref() == Some("tools/call") => {
                    frame.rpc_id.clone()
                }
                _ => None,
            };
            let id = victim.log.wait(called).await;
            // From here on no request of the intruder carries the id of the other one.
            intruder.connection.list_tools().await.unwrap();
            let own = call(&intruder.connection, crate::kit::options("i")).await;
            assert_eq!(describe(&own), "[ok]", "{what}");
            assert!(victim.connection.ping().await.is_ok(), "{what}");
            let answered = arrived(&intruder.log);
            assert!(
                answered.contains(&(None, id.clone())),
                "{what}: the id {id} was answered by the wrong server: {answered:?}"
            );
            assert_eq!(
                victim.connection.in_flight(),
                1,
                "{what}: the call goes on all the same"
            );
            cancel.cancel();
        };
        let (outcome, ()) = tokio::join!(call(&victim.connection, options), beside);
        assert_eq!(describe(&outcome), "exchange.cancelled", "{what}");
        assert_eq!(
            arrived(&victim.finish().await),
            [],
            "{what}: nothing came of it there"
        );
        assert_eq!(intruder.connection.in_flight(), 0, "{what}: nobody waits");
    }
}

#[tokio::test]
async fn progress_is_told_as_it_comes_and_only_of_what_runs() {
    let server = HttpServer::start().await.unwrap();
    let rows: [(&str, &[Step]); 2] = [
        (
            "progress_backwards",
            &[
                (5.0, Some(4.0)),
                (3.0, Some(4.0)),
                (-1.0, Some(4.0)),
                (1e300, Some(4.0)),
            ],
        ),
        ("progress_of_nobody", &[]),
    ];
    for (mode, expected) in rows {
        for (way, launch) in [("stdio", stdio(mode)), ("sse", http(&server, "sse", mode))] {
            let probe = open(launch).await.unwrap();
            assert_eq!(
                describe(&call(&probe.connection, options("p")).await),
                "[ok]"
            );
            let steps = probe.finish().await.pick(|event| match event {
                ConnectionEvent::Progress {
                    tag,
                    progress,
                    total,
                    message,
                } => Some((tag.0.clone(), *progress, *total, message.clone())),
                _ => None,
            });
            let expected: Vec<_> = expected
                .iter()
                .map(|(progress, total)| ("p".to_owned(), *progress, *total, None))
                .collect();
            assert_eq!(steps, expected, "{mode} over {way}");
        }
    }
}

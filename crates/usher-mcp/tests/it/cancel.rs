//! Tests cancelling by the rule of each era and transport.
//!
//! The server is notified by a message, or by the end of the exchange and nothing else (2025-11-25,
//! basic/utilities/cancellation; 2026-07-28, basic/transports).

use serde_json::{Value, json};
use usher_mcp::launch::Launch;
use usher_mcp::{ConnectionEvent, EraChoice};
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{
    PATIENCE, Probe, call, describe, http, open_with, options, options_within, stdio,
};

/// Why a call is given up.
#[derive(Debug, Clone, Copy)]
enum Way {
    TimedOut,
    Cancelled,
    Dropped,
}

const WAYS: [(Way, &str); 3] = [
    (Way::TimedOut, "the request timed out"),
    (Way::Cancelled, "the user cancelled the request"),
    (Way::Dropped, "the host no longer waits for the answer"),
];

const ERAS: [EraChoice; 2] = [EraChoice::Legacy, EraChoice::Modern];

async fn reach(launch: Launch, era: EraChoice) -> Probe {
    let (opened, _) = open_with(launch, |options| options.era = era).await;
    opened.unwrap_or_else(|error| panic!("{era:?}: {error}"))
}

/// Calls a tool that does not answer, and gives the call up.
async fn give_up(probe: &Probe, way: Way) {
    let left = |event: &ConnectionEvent| match event {
        ConnectionEvent::Frame(frame) if frame.method.as_deref() == Some("tools/call") => Some(()),
        _ => None,
    };
    match way {
        Way::TimedOut => {
            let outcome = call(&probe.connection, options_within(300)).await;
            assert_eq!(describe(&outcome), "timeout");
        }
        Way::Cancelled => {
            let options = options("c");
            let cancel = options.cancel.clone();
            let cancelling = async {
                probe.log.wait(left).await;
                cancel.cancel();
            };
            let running = call(&probe.connection, options);
            let (outcome, ()) = tokio::join!(running, cancelling);
            assert_eq!(describe(&outcome), "exchange.cancelled");
        }
        Way::Dropped => tokio::select! {
            outcome = call(&probe.connection, options("d")) => panic!("the tool hangs: {outcome:?}"),
            () = probe.log.wait(left) => {}
        },
    }
}

#[tokio::test]
async fn over_http_an_old_server_is_told_and_a_modern_one_sees_the_exchange_end() {
    for era in ERAS {
        for (way, reason) in WAYS {
            let server = HttpServer::start().await.unwrap();
            let mode = match era {
                EraChoice::Modern => "modern",
                _ => "plain",
            };
            let probe = reach(http(&server, "hang", mode), era).await;
            give_up(&probe, way).await;
            let is = |method: &'static str| {
                move |seen: &usher_testkit::scripted::http::Seen| seen.body["method"] == method
            };
            let within = async {
                let called = server.wait_seen(is("tools/call")).await;
                if era == EraChoice::Legacy {
                    server.wait_seen(is("notifications/cancelled")).await;
                }
                (called.body["id"].clone(), server.hung_up().await)
            };
            let (called, hung_up) = tokio::time::timeout(PATIENCE, within)
                .await
                .unwrap_or_else(|_| panic!("{era:?}, {way:?}: the server hears nothing of it"));
            assert_eq!(hung_up, called, "{era:?}, {way:?}: the exchange is ended");
            let listed = probe.connection.list_tools().await;
            assert!(listed.is_ok(), "{era:?}, {way:?}: it lives on: {listed:?}");
            let requests: Vec<Value> = server
                .seen()
                .into_iter()
                .filter(is("notifications/cancelled"))
                .map(|seen| seen.body["params"].clone())
                .collect();
            let expected = match era {
                EraChoice::Modern => Vec::new(),
                _ => vec![json!({"requestId": called, "reason": reason})],
            };
            assert_eq!(requests, expected, "{era:?}, {way:?}: what was said of it");
        }
    }
}

#[tokio::test]
async fn a_program_is_told_in_both_eras() {
    for era in ERAS {
        for (way, _) in WAYS {
            let mode = match era {
                EraChoice::Modern => "modern_until_cancelled",
                _ => "until_cancelled",
            };
            let probe = reach(stdio(mode), era).await;
            give_up(&probe, way).await;
            let told_to_stop = |event: &ConnectionEvent| match event {
                ConnectionEvent::Log { data, .. } => Some(data.clone()),
                _ => None,
            };
            assert_eq!(
                probe.log.wait(told_to_stop).await,
                "told to stop",
                "{era:?}, {way:?}: notifications/cancelled arrived with the id of the call"
            );
            let listed = probe.connection.list_tools().await;
            assert!(
                listed.is_ok(),
                "{era:?}, {way:?}: the late answer disturbs nobody: {listed:?}"
            );
        }
    }
}

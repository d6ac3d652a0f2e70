//! Tests the detection of a server's lifecycle, and its failures.

use std::time::Duration;

use usher_mcp::{ConnectionEvent, Direction, Era, EraChoice, FrameKind};

use usher_cases::rows;
use usher_mcp::launch::Launch;
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{Log, describe_failure, http, open_with, stdio};

/// Returns the methods sent until the connection was open.
fn asked(log: &Log) -> Vec<String> {
    log.pick(|event| match event {
        ConnectionEvent::Frame(frame)
            if frame.direction == Direction::Out && frame.kind == FrameKind::Request =>
        {
            frame.method.clone()
        }
        _ => None,
    })
}

fn choice(era: &str) -> EraChoice {
    match era {
        "auto" => EraChoice::Auto,
        "legacy" => EraChoice::Legacy,
        _ => EraChoice::Modern,
    }
}

/// Returns the outcome of connecting and the methods sent.
async fn meet(launch: Launch, era: EraChoice, remembered: Option<Era>) -> (String, Vec<String>) {
    let (result, log) = open_with(launch, |options| {
        options.era = era;
        options.remembered = remembered;
        options.limits.probe_wait = Duration::from_millis(300);
    })
    .await;
    let words = match result {
        Ok(probe) => {
            let agreed = probe.connection.agreed();
            let words = format!(
                "{} {:?} {}",
                agreed.protocol_version, agreed.found, agreed.name
            );
            let tools = probe.connection.list_tools().await;
            assert!(tools.is_ok(), "it works afterwards: {tools:?}");
            probe.connection.close().await;
            words
        }
        Err(error) => describe_failure(&error),
    };
    let starts = log.pick(|event| match event {
        ConnectionEvent::Stderr(line) => (line == "started").then_some(()),
        _ => None,
    });
    assert!(starts.len() <= 1, "no slow server is started twice");
    let asked = asked(&log)
        .into_iter()
        .filter(|method| !["tools/list", "subscriptions/listen"].contains(&method.as_str()))
        .collect();
    (words, asked)
}

#[tokio::test]
async fn a_server_is_asked_for_its_era_and_spoken_to_in_it() {
    let cases = r#"
        modern | server/discover | 2026-07-28 Probed scripted-modern
        discover_crlf | server/discover | 2026-07-28 Probed scripted-modern
        discover_bom | server/discover | 2026-07-28 Probed scripted-modern
        discover_json_then_text | server/discover | 2026-07-28 Probed scripted-modern
        discover_again | server/discover server/discover | 2026-07-28 Probed scripted-modern
        plain | server/discover initialize | 2025-11-25 Probed scripted
        discover_invalid | server/discover initialize | 2025-11-25 Probed scripted
        discover_strange | server/discover initialize | 2025-11-25 Probed scripted
        discover_empty | server/discover initialize | 2025-11-25 Probed scripted
        discover_only_legacy | server/discover initialize | 2025-11-25 Probed scripted
        discover_silent | server/discover initialize | 2025-11-25 Assumed scripted
        discover_late | server/discover initialize | 2026-07-28 Probed scripted-modern
        modern_slow_start | server/discover initialize | 2026-07-28 Probed scripted-modern
        slow_start | server/discover initialize | 2025-11-25 Probed scripted
        discover_no_id_slow_start | server/discover initialize | 2025-11-25 Assumed scripted
        discover_exits | server/discover initialize | 2025-11-25 Probed scripted
        discover_only_future | server/discover | the server speaks protocol version "2031-01-01", which this host does not know
        discover_headers | server/discover | the server refused the connection: Header mismatch (code -32020)
    "#;
    for [mode, requests, words] in rows(cases) {
        let (said, asked) = meet(stdio(&mode), EraChoice::Auto, None).await;
        assert_eq!((said, asked.join(" ")), (words, requests), "mode {mode}");
    }
}

#[tokio::test]
async fn a_choice_is_kept_whatever_the_server_says() {
    let cases = r#"
        modern | modern | 2026-07-28 Chosen scripted-modern
        plain | legacy | 2025-11-25 Chosen scripted
        discover_exits | legacy | 2025-11-25 Chosen scripted
        discover_exits | modern | exited early: connection.exited {code: "1"} ["ExpectedInitializeRequest"]
        plain | modern | not Modern: exchange.rejected {code: "-32601", message: "Method not found"}
        modern | legacy | the server refused the connection: Method not found (code -32601)
        discover_endlessly | modern | not MCP: exchange.unsupportedVersion {code: "-32022", message: "Unsupported protocol version"}
    "#;
    for [mode, era, words] in rows(cases) {
        let (said, _) = meet(stdio(&mode), choice(&era), None).await;
        assert_eq!(said, words, "mode {mode}, chosen {era}");
    }
}

#[tokio::test]
async fn what_is_remembered_is_not_asked_again_until_it_fails() {
    let cases = r"
        plain | legacy | initialize | 2025-11-25 Remembered scripted
        modern | modern | server/discover | 2026-07-28 Remembered scripted-modern
        modern | legacy | initialize server/discover | 2026-07-28 Probed scripted-modern
        plain | modern | server/discover initialize | 2025-11-25 Probed scripted
        discover_exits | modern | server/discover initialize | 2025-11-25 Probed scripted
    ";
    for [mode, remembered, requests, words] in rows(cases) {
        let era = match &*remembered {
            "legacy" => Era::Legacy,
            _ => Era::Modern,
        };
        let (said, asked) = meet(stdio(&mode), EraChoice::Auto, Some(era)).await;
        assert_eq!(
            (said, asked.join(" ")),
            (words, requests),
            "mode {mode}, remembered {remembered}"
        );
    }
}

#[tokio::test]
async fn an_address_that_does_not_answer_as_a_modern_one_gets_a_handshake() {
    let cases = r#"
        discover_hang | auto | server/discover initialize | 2025-11-25 Assumed scripted
        discover_accepted | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_no_content | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_blank | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_page | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_other_json | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_empty_events | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_other_events | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_no_session | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_not_found | auto | server/discover initialize | 2025-11-25 Probed scripted
        json | auto | server/discover initialize | 2025-11-25 Probed scripted
        discover_unsupported | auto | server/discover | the server speaks protocol version "2031-01-01", which this host does not know
        discover_mismatch | auto | server/discover | the server refused the connection: Header mismatch (code -32020)
        discover_unavailable | auto | server/discover | the address answered with HTTP status 503: later
        discover_accepted | modern | server/discover | not MCP: exchange.accepted {status: "202"}
        discover_blank | modern | server/discover | not MCP: exchange.noBody {status: "200"}
        discover_empty_events | modern | server/discover | not MCP: exchange.streamEnded
    "#;
    let server = HttpServer::start().await.unwrap();
    for [style, era, requests, words] in rows(cases) {
        let (said, asked) = meet(http(&server, &style, "plain"), choice(&era), None).await;
        assert_eq!(
            (said, asked.join(" ")),
            (words, requests),
            "style {style}, {era}"
        );
    }
}

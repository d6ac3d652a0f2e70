//! Tests the detection of a server's lifecycle, and its failures.

use std::time::Duration;

use usher_mcp::{ConnectionEvent, Direction, Era, EraChoice, FrameKind};

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
    const DISCOVER: &str = "server/discover";
    const INITIALIZE: &str = "initialize";
    let legacy = "2025-11-25 Probed scripted";
    let assumed = "2025-11-25 Assumed scripted";
    let modern = "2026-07-28 Probed scripted-modern";
    let rows: [(&str, &str, &[&str]); 18] = [
        ("modern", modern, &[DISCOVER]),
        ("discover_crlf", modern, &[DISCOVER]),
        ("discover_bom", modern, &[DISCOVER]),
        ("discover_json_then_text", modern, &[DISCOVER]),
        ("discover_again", modern, &[DISCOVER, DISCOVER]),
        ("plain", legacy, &[DISCOVER, INITIALIZE]),
        ("discover_invalid", legacy, &[DISCOVER, INITIALIZE]),
        ("discover_strange", legacy, &[DISCOVER, INITIALIZE]),
        ("discover_empty", legacy, &[DISCOVER, INITIALIZE]),
        ("discover_only_legacy", legacy, &[DISCOVER, INITIALIZE]),
        ("discover_silent", assumed, &[DISCOVER, INITIALIZE]),
        ("discover_late", modern, &[DISCOVER, INITIALIZE]),
        ("modern_slow_start", modern, &[DISCOVER, INITIALIZE]),
        ("slow_start", legacy, &[DISCOVER, INITIALIZE]),
        (
            "discover_no_id_slow_start",
            assumed,
            &[DISCOVER, INITIALIZE],
        ),
        ("discover_exits", legacy, &[DISCOVER, INITIALIZE]),
        (
            "discover_only_future",
            r#"the server speaks protocol version "2031-01-01", which this host does not know"#,
            &[DISCOVER],
        ),
        (
            "discover_headers",
            "the server refused the connection: Header mismatch (code -32020)",
            &[DISCOVER],
        ),
    ];
    for (mode, words, requests) in rows {
        let (said, asked) = meet(stdio(mode), EraChoice::Auto, None).await;
        assert_eq!(
            (said.as_str(), asked.as_slice()),
            (
                words,
                &*requests.iter().map(ToString::to_string).collect::<Vec<_>>()
            ),
            "mode {mode}"
        );
    }
}

#[tokio::test]
async fn a_choice_is_kept_whatever_the_server_says() {
    let rows = [
        (
            "modern",
            EraChoice::Modern,
            "2026-07-28 Chosen scripted-modern",
        ),
        ("plain", EraChoice::Legacy, "2025-11-25 Chosen scripted"),
        (
            "discover_exits",
            EraChoice::Legacy,
            "2025-11-25 Chosen scripted",
        ),
        (
            "discover_exits",
            EraChoice::Modern,
            r#"exited early: connection.exited {code: "1"} ["ExpectedInitializeRequest"]"#,
        ),
        (
            "plain",
            EraChoice::Modern,
            r#"not Modern: exchange.rejected {code: "-32601", message: "Method not found"}"#,
        ),
        (
            "modern",
            EraChoice::Legacy,
            "the server refused the connection: Method not found (code -32601)",
        ),
        (
            "discover_endlessly",
            EraChoice::Modern,
            r#"not MCP: exchange.unsupportedVersion {code: "-32022", message: "Unsupported protocol version"}"#,
        ),
    ];
    for (mode, era, words) in rows {
        let (said, _) = meet(stdio(mode), era, None).await;
        assert_eq!(said, words, "mode {mode}, chosen {era:?}");
    }
}

#[tokio::test]
async fn what_is_remembered_is_not_asked_again_until_it_fails() {
    const DISCOVER: &str = "server/discover";
    const INITIALIZE: &str = "initialize";
    let rows: [(&str, Era, &str, &[&str]); 5] = [
        (
            "plain",
            Era::Legacy,
            "2025-11-25 Remembered scripted",
            &[INITIALIZE],
        ),
        (
            "modern",
            Era::Modern,
            "2026-07-28 Remembered scripted-modern",
            &[DISCOVER],
        ),
        (
            "modern",
            Era::Legacy,
            "2026-07-28 Probed scripted-modern",
            &[INITIALIZE, DISCOVER],
        ),
        (
            "plain",
            Era::Modern,
            "2025-11-25 Probed scripted",
            &[DISCOVER, INITIALIZE],
        ),
        (
            "discover_exits",
            Era::Modern,
            "2025-11-25 Probed scripted",
            &[DISCOVER, INITIALIZE],
        ),
    ];
    for (mode, remembered, words, requests) in rows {
        let (said, asked) = meet(stdio(mode), EraChoice::Auto, Some(remembered)).await;
        assert_eq!(
            (said.as_str(), asked.as_slice()),
            (
                words,
                &*requests.iter().map(ToString::to_string).collect::<Vec<_>>()
            ),
            "mode {mode}, remembered {remembered:?}"
        );
    }
}

#[tokio::test]
async fn an_address_that_does_not_answer_as_a_modern_one_gets_a_handshake() {
    const DISCOVER: &str = "server/discover";
    const INITIALIZE: &str = "initialize";
    let legacy = "2025-11-25 Probed scripted";
    let both: &[&str] = &[DISCOVER, INITIALIZE];
    let assumed = "2025-11-25 Assumed scripted";
    let rows: [(&str, EraChoice, &str, &[&str]); 17] = [
        ("discover_hang", EraChoice::Auto, assumed, both),
        ("discover_accepted", EraChoice::Auto, legacy, both),
        ("discover_no_content", EraChoice::Auto, legacy, both),
        ("discover_blank", EraChoice::Auto, legacy, both),
        ("discover_page", EraChoice::Auto, legacy, both),
        ("discover_other_json", EraChoice::Auto, legacy, both),
        ("discover_empty_events", EraChoice::Auto, legacy, both),
        ("discover_other_events", EraChoice::Auto, legacy, both),
        ("discover_no_session", EraChoice::Auto, legacy, both),
        ("discover_not_found", EraChoice::Auto, legacy, both),
        ("json", EraChoice::Auto, legacy, both),
        (
            "discover_unsupported",
            EraChoice::Auto,
            r#"the server speaks protocol version "2031-01-01", which this host does not know"#,
            &[DISCOVER],
        ),
        (
            "discover_mismatch",
            EraChoice::Auto,
            "the server refused the connection: Header mismatch (code -32020)",
            &[DISCOVER],
        ),
        (
            "discover_unavailable",
            EraChoice::Auto,
            "the address answered with HTTP status 503: later",
            &[DISCOVER],
        ),
        (
            "discover_accepted",
            EraChoice::Modern,
            r#"not MCP: exchange.accepted {status: "202"}"#,
            &[DISCOVER],
        ),
        (
            "discover_blank",
            EraChoice::Modern,
            r#"not MCP: exchange.noBody {status: "200"}"#,
            &[DISCOVER],
        ),
        (
            "discover_empty_events",
            EraChoice::Modern,
            "not MCP: exchange.streamEnded",
            &[DISCOVER],
        ),
    ];
    let server = HttpServer::start().await.unwrap();
    for (style, era, words, requests) in rows {
        let (said, asked) = meet(http(&server, style, "plain"), era, None).await;
        assert_eq!(
            (said.as_str(), asked.as_slice()),
            (
                words,
                &*requests.iter().map(ToString::to_string).collect::<Vec<_>>()
            ),
            "style {style}, {era:?}"
        );
    }
}

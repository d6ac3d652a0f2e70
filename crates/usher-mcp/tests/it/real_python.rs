//! Tests servers on the Python libraries, in every transport and era.

use serde_json::json;
use usher_mcp::EraChoice;
use usher_testkit::extent;

use crate::peers::{Peer, Seen, Visit, Way, peer_file, python, visit};

const OLD: &str = "2025-11-25";
const NEW: &str = "2026-07-28";

/// Each transport and choice, with the negotiated version.
const WAYS: [(Way, &str, EraChoice, &str); 6] = [
    (Way::Stdio, "stdio", EraChoice::Auto, NEW),
    (Way::Stdio, "stdio", EraChoice::Legacy, OLD),
    (Way::Http("/mcp"), "http", EraChoice::Auto, NEW),
    (Way::Http("/mcp"), "http", EraChoice::Legacy, OLD),
    (Way::Http("/sse"), "sse", EraChoice::Auto, OLD),
    (Way::Http("/sse"), "sse", EraChoice::Legacy, OLD),
];

async fn check(library: &str) {
    let script = peer_file("python_peer.py");
    let everything = Visit {
        call: Some(("add", json!({"a": 2, "b": 3}))),
        read: Some("note://one"),
        get: Some(("about", json!({"topic": "rust"}))),
    };
    // Each transport, and both eras.
    let usual = [WAYS[0], WAYS[3], WAYS[4]];
    let ways = if extent::is_all() { &WAYS[..] } else { &usual };
    for (way, transport, choice, version) in ways.iter().copied() {
        let words = [&*python("python"), &script, library, transport];
        let peer = Peer::start(way, &words).await;
        let found = visit(peer.launch.clone(), choice, &everything).await;
        let expected = Seen {
            version: version.into(),
            lists: vec!["tools", "resources", "templates", "prompts"],
            called: Some(r#"[sum 5, structured {"result":"sum 5"}]"#.into()),
            read: Some("a note".into()),
            got: Some("Tell me about rust".into()),
            odd: Vec::new(),
        };
        assert_eq!(found, expected, "{library} {transport} {choice:?}");
    }
}

#[tokio::test]
async fn python_libraries_are_spoken_to_over_everything_they_have() {
    check("mcp").await;
    // It is built on the other one.
    if extent::is_all() {
        check("fastmcp").await;
    }
}

#[tokio::test]
async fn a_published_python_server_is_used_in_both_eras() {
    let conversion =
        json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"});
    let converting = Visit {
        call: Some(("convert_time", conversion)),
        ..Visit::default()
    };
    for (choice, version) in [(EraChoice::Auto, NEW), (EraChoice::Legacy, OLD)] {
        let words = [&*python("mcp-server-time"), "--local-timezone=UTC"];
        let peer = Peer::start(Way::Stdio, &words).await;
        let found = visit(peer.launch.clone(), choice, &converting).await;
        assert_eq!(
            (&*found.version, found.lists, found.odd),
            (version, vec!["tools"], Vec::new()),
            "{choice:?}"
        );
        let called = found.called.unwrap_or_default();
        assert!(called.contains("+9.0h"), "{choice:?}: {called}");
    }
}

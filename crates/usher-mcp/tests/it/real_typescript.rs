//! Tests servers on both TypeScript SDKs, in every transport and era.

use serde_json::{Map, json};
use usher_mcp::{ClientReply, EraChoice};

use usher_testkit::extent;

use crate::kit::{PATIENCE, describe, open_with, options};
use crate::peers::{self, Peer, Seen, Visit, Way, node, peer_file, visit};

const OLD: &str = "2025-11-25";
const NEW: &str = "2026-07-28";

fn everything() -> Visit {
    Visit {
        call: Some(("add", json!({"a": 2, "b": 3}))),
        read: Some("note://one"),
        get: Some(("about", json!({"topic": "rust"}))),
    }
}

fn seen(version: &str, lists: &[&'static str]) -> Seen {
    Seen {
        version: version.into(),
        lists: lists.to_vec(),
        called: Some("[sum 5]".into()),
        read: Some("a note".into()),
        got: Some("Tell me about rust".into()),
        odd: Vec::new(),
    }
}

#[tokio::test]
async fn the_second_sdk_is_spoken_to_in_both_eras() {
    let script = peer_file("typescript_v2.mjs");
    let (stdio, http) = (Way::Stdio, Way::Http("/mcp"));
    let mut rows = vec![
        (stdio, "stdio", "dual", EraChoice::Auto, NEW),
        (stdio, "stdio", "dual", EraChoice::Legacy, OLD),
        (http, "http", "modern", EraChoice::Auto, NEW),
        (http, "http", "dual", EraChoice::Legacy, OLD),
    ];
    if extent::is_all() {
        rows.extend([
            (stdio, "stdio", "dual", EraChoice::Modern, NEW),
            (stdio, "stdio", "modern", EraChoice::Auto, NEW),
            (stdio, "stdio", "modern", EraChoice::Modern, NEW),
            (http, "http", "dual", EraChoice::Auto, NEW),
            (http, "http", "dual", EraChoice::Modern, NEW),
            (http, "http", "modern", EraChoice::Modern, NEW),
        ]);
    }
    for (way, transport, eras, choice, version) in rows {
        let peer = Peer::start(way, &[&node(), &script, transport, eras]).await;
        let found = visit(peer.launch.clone(), choice, &everything()).await;
        let expected = seen(version, &["tools", "resources", "templates", "prompts"]);
        assert_eq!(found, expected, "{transport} {eras} {choice:?}");
    }
}

#[tokio::test]
async fn what_the_second_sdk_needs_to_know_is_asked_and_told() {
    let script = peer_file("typescript_v2.mjs");
    for (way, transport) in [(Way::Stdio, "stdio"), (Way::Http("/mcp"), "http")] {
        let peer = Peer::start(way, &[&node(), &script, transport, "dual"]).await;
        let (probe, _) = open_with(peer.launch.clone(), |options| {
            options.era = EraChoice::Auto;
        })
        .await;
        let mut probe = probe.unwrap();
        let connection = probe.connection.clone();
        let greeting = connection.call_tool("greet", Map::new(), options("greet"));
        let answering = async {
            let asked = tokio::time::timeout(PATIENCE, probe.asks.recv()).await;
            let ask = asked
                .expect("a question comes in time")
                .expect("a question comes");
            let answer = ClientReply::Accept(json!({"name": "Ada"}));
            ask.responder.answer(answer);
        };
        let (greeted, ()) = tokio::join!(greeting, answering);
        assert_eq!(describe(&greeted), "[hello Ada]", "over {transport}");
    }
}

#[tokio::test]
async fn the_first_sdk_is_spoken_to_over_everything_it_has() {
    let script = peer_file("typescript_v1.mjs");
    let ways = [
        (Way::Stdio, "stdio"),
        (Way::Http("/mcp"), "json"),
        (Way::Http("/mcp"), "stateless"),
        (Way::Http("/sse"), "sse"),
    ];
    for (way, transport) in ways {
        for choice in peers::choices() {
            let peer = Peer::start(way, &[&node(), &script, transport]).await;
            let found = visit(peer.launch.clone(), choice, &everything()).await;
            let expected = seen(OLD, &["tools", "resources", "prompts"]);
            assert_eq!(found, expected, "{transport} {choice:?}");
        }
    }
}

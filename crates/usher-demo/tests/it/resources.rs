//! Reading, templates, subscriptions, notes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::lists::all;
use crate::peer::{Peer, capable};

async fn read(peer: &mut Peer, uri: &str) -> Value {
    let result = peer.result("resources/read", json!({ "uri": uri })).await;
    result["contents"][0].clone()
}

#[tokio::test]
async fn every_listed_resource_reads_as_listed() {
    let mut peer = Peer::ready(capable()).await;
    let (resources, _) = all(&mut peer, "resources/list", "resources").await;
    for entry in &resources {
        let uri = entry["uri"].as_str().expect("an address");
        let contents = read(&mut peer, uri).await;
        assert_eq!(contents["uri"], *uri);
        assert_eq!(contents["mimeType"], entry["mimeType"], "{uri}");
        let size = match (&contents["text"], &contents["blob"]) {
            (Value::String(text), Value::Null) => text.len(),
            (Value::Null, Value::String(blob)) => STANDARD.decode(blob).expect("base64").len(),
            other => panic!("{uri} is neither text nor blob: {other:?}"),
        };
        assert!(size > 0, "{uri} is empty");
        if let Some(listed) = entry.get("size") {
            assert_eq!(*listed, size, "the listed size of {uri}");
        }
    }
    let mut kinds: Vec<_> = resources
        .iter()
        .filter_map(|entry| entry["mimeType"].as_str())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "application/json",
            "application/octet-stream",
            "application/pdf",
            "audio/wav",
            "image/png",
            "image/svg+xml",
            "text/csv",
            "text/html",
            "text/markdown",
            "text/plain",
        ]
    );
}

#[tokio::test]
async fn templates_are_read_when_their_gaps_are_filled() {
    let mut peer = Peer::ready(capable()).await;
    for (uri, part) in [
        ("demo://cities/Japan/Kyoto", "temples"),
        ("demo://forecast/Porto?days=1", "rainPercent"),
        ("demo://tables/7", "10,70"),
    ] {
        let contents = read(&mut peer, uri).await;
        let text = contents["text"].as_str().expect("text");
        assert!(text.contains(part), "{uri} holds {part:?}: {text}");
    }
}

#[tokio::test]
async fn the_clock_ticks_while_subscribed_and_no_longer() {
    let mut peer = Peer::ready(capable()).await;
    let clock = json!({ "uri": "demo://clock" });
    peer.result("resources/subscribe", clock.clone()).await;
    for _ in 0..2 {
        assert_eq!(peer.notification("resources/updated").await, clock);
    }
    // Subscribing again replaces the ticker instead of adding one.
    peer.result("resources/subscribe", clock.clone()).await;
    peer.result("resources/unsubscribe", clock.clone()).await;
    peer.drain().await;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    assert_eq!(
        peer.drain().await,
        Vec::<Value>::new(),
        "silent after unsubscribing"
    );
}

#[tokio::test]
async fn notes_become_resources_and_tell_their_subscriber() {
    let mut peer = Peer::ready(capable()).await;
    let notes = json!({ "uri": "demo://notes" });
    peer.call("add_note", json!({ "text": "before" })).await;
    peer.notification("resources/list_changed").await;
    assert_eq!(
        peer.drain().await,
        Vec::<Value>::new(),
        "nobody subscribed yet"
    );
    peer.result("resources/subscribe", notes.clone()).await;
    peer.call("add_note", json!({ "text": "after" })).await;
    peer.notification("resources/list_changed").await;
    assert_eq!(peer.notification("resources/updated").await, notes);
    assert_eq!(read(&mut peer, "demo://notes/2").await["text"], "after");
    assert_eq!(
        read(&mut peer, "demo://notes").await["text"],
        "# Notes\n\n1. before\n2. after\n"
    );
    peer.call("clear_notes", json!({})).await;
    let gone = peer
        .error("resources/read", json!({ "uri": "demo://notes/2" }))
        .await;
    assert_eq!(gone["code"], -32002);
    assert_eq!(gone["data"], json!({ "uri": "demo://notes/2" }));
}

//! What a client gets for messages that are wrong.

use serde_json::{Value, json};

use crate::peer::{Peer, capable};

#[tokio::test]
async fn a_bad_line_gets_its_code_and_the_connection_lives() {
    let mut peer = Peer::ready(capable()).await;
    for (line, id, code) in [
        ("{ not json", Value::Null, -32700),
        ("\u{feff}{}", Value::Null, -32700),
        ("7", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            json!(1),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            Value::Null,
            -32600,
        ),
        (r#"{"jsonrpc":"2.0","id":"x"}"#, json!("x"), -32600),
        (
            r#"{"jsonrpc":"2.0","id":"y","method":7}"#,
            json!("y"),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"z","method":"ping","params":[]}"#,
            json!("z"),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"u","method":"server/discover"}"#,
            json!("u"),
            -32601,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"v","method":"tools/call"}"#,
            json!("v"),
            -32602,
        ),
    ] {
        peer.send_text(line).await;
        let answer = peer.wait_for(|frame| frame.get("error").is_some()).await;
        assert_eq!(answer["error"]["code"], code, "for {line}");
        assert_eq!(answer["id"], id, "for {line}");
    }
    peer.send_text("").await;
    peer.send_text(r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#)
        .await;
    assert_eq!(peer.drain().await, Vec::<Value>::new(), "silence for both");
}

#[tokio::test]
async fn nothing_but_ping_comes_before_initialize() {
    let mut peer = Peer::generate();
    peer.result("ping", json!({})).await;
    assert_eq!(peer.error("tools/list", json!({})).await["code"], -32600);
    assert_eq!(
        peer.error("server/discover", json!({})).await["code"],
        -32601
    );
    assert_eq!(peer.error("initialize", json!({})).await["code"], -32602);
    peer.initialize("2025-11-25", json!({})).await;
    peer.result("tools/list", json!({})).await;
    let again = json!({ "protocolVersion": "2025-11-25", "capabilities": {} });
    assert_eq!(peer.error("initialize", again).await["code"], -32600);
}

#[tokio::test]
async fn unknown_names_are_named() {
    let mut peer = Peer::ready(capable()).await;
    for (method, params, code) in [
        ("tools/call", json!({ "name": "nope" }), -32602),
        ("prompts/get", json!({ "name": "nope" }), -32602),
        ("resources/read", json!({ "uri": "demo://nope" }), -32002),
        (
            "resources/subscribe",
            json!({ "uri": "demo://nope" }),
            -32002,
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "nope" }, "argument": { "name": "a", "value": "" } }),
            -32602,
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "summarize" }, "argument": { "name": "nope", "value": "" } }),
            -32602,
        ),
    ] {
        let error = peer.error(method, params).await;
        assert_eq!(error["code"], code, "{method}");
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains("nope"), "{message:?}");
    }
}

#[tokio::test]
async fn batches_belong_to_one_revision() {
    let batch = json!([
        { "jsonrpc": "2.0", "id": "a", "method": "ping" },
        { "jsonrpc": "2.0", "id": "b", "method": "ping" },
    ]);
    let mut peer = Peer::generate();
    peer.initialize("2025-03-26", json!({})).await;
    peer.send(&batch).await;
    for id in ["a", "b"] {
        let answer = peer.wait_for(|frame| frame["id"] == id).await;
        assert_eq!(answer["result"], json!({}));
    }
    let mut peer = Peer::ready(capable()).await;
    peer.send(&batch).await;
    let answer = peer.wait_for(|frame| frame.get("error").is_some()).await;
    assert_eq!(answer["error"]["code"], -32600);
}

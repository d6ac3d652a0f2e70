//! What servers make of `server/discover`, as it should be or with the one fault of the mode.

use std::time::Duration;

use serde_json::{Value, json};

use super::peer::{Output, Peer};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Answers the question for the era. Servers of no mode are of the older one.
pub async fn discover(mode: &str, id: &Value, params: &Value, peer: &Peer) {
    let meta = &params["_meta"];
    let complete = meta[VERSION].is_string()
        && meta["io.modelcontextprotocol/clientInfo"]["name"].is_string()
        && meta["io.modelcontextprotocol/clientCapabilities"].is_object();
    let unsupported = |supported: Value| {
        let data = json!({"supported": supported, "requested": meta[VERSION]});
        let error =
            json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
        peer.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    };
    match mode {
        "discover_invalid" => peer.refuse(id, -32602, "Invalid params"),
        "discover_strange" => peer.refuse(id, -32000, "Server not initialized"),
        "discover_empty" => peer.answer(id, &json!({})),
        "discover_silent" => {}
        "discover_exits" => {
            peer.put(Output::Stderr(b"ExpectedInitializeRequest\n".to_vec()));
            peer.put(Output::Exit(1));
        }
        "discover_late" => {
            tokio::time::sleep(Duration::from_millis(600)).await;
            peer.answer(id, &result());
        }
        "discover_only_legacy" => unsupported(json!(["2025-06-18", "2025-03-26"])),
        "discover_only_future" => unsupported(json!(["2031-01-01"])),
        "discover_again" if peer.count("server/discover") == 0 => {
            unsupported(json!(["2026-07-28"]));
        }
        "discover_endlessly" => unsupported(json!(["2026-07-28"])),
        "discover_headers" => peer.refuse(id, -32020, "Header mismatch"),
        _ if !mode.starts_with("modern") && !mode.starts_with("discover_") => {
            peer.refuse(id, -32601, "Method not found");
        }
        _ if !complete => peer.refuse(id, -32602, "_meta is incomplete"),
        _ => peer.answer(id, &result()),
    }
}

/// Whether servers of this mode know no `initialize`.
pub fn is_modern_only(mode: &str) -> bool {
    mode.starts_with("modern")
}

fn result() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {
            "tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true}, "logging": {}, "completions": {},
        },
        "instructions": "Each request speaks for itself.",
        "ttlMs": 0,
        "cacheScope": "public",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted-modern", "version": "2"}},
    })
}

//! Tests messages as shell commands, for each transport.

use serde_json::json;

use super::*;
use usher_types::wire::WireFrame;

const OPENING: &str = r#"{"id":0,"method":"initialize"}"#;
const CALL: &str = r#"{"id":1,"method":"tools/call","params":{"name":"it's"}}"#;

fn check(transport: &serde_json::Value, era: Era, method: &str, text: &str, expected: &str) {
    let found = (era == Era::Modern).then_some(HttpTransportKind::StreamableHttp);
    check_found(transport, era, found, (method, text), expected);
}

/// A server with an authorization server has a signed-in account.
fn check_found(
    transport: &serde_json::Value,
    era: Era,
    found: Option<HttpTransportKind>,
    (method, text): (&str, &str),
    expected: &str,
) {
    let definition: ServerDefinition =
        serde_json::from_value(json!({ "label": "x", "transport": transport })).unwrap();
    let row = WireFrame {
        seq: 5,
        at: 0,
        direction: Direction::Out,
        kind: FrameKind::Request,
        method: Some(method.into()),
        rpc_id: None,
        size_bytes: 0,
        elapsed_ms: None,
        call_id: None,
        summary: String::new(),
        is_fault: false,
    };
    let schema = json!({"properties": {"place": {"type": "string", "x-mcp-header": "Place"}}});
    let entry = WireEntry {
        row,
        text: text.into(),
    };
    let around = Replay {
        definition: &definition,
        endpoint: found.map(|transport| Endpoint {
            transport,
            url: "https://a.example/found".parse().unwrap(),
        }),
        is_signed_in: found.is_some(),
        input_schema: Some(&schema),
        era,
        protocol_version: "2025-06-18",
        opening: (era == Era::Legacy).then_some(OPENING),
    };
    assert_eq!(command(&entry, &around), expected);
}

#[test]
fn a_message_is_sent_again_by_a_command_without_secrets() {
    let http = json!({ "kind": "http", "url": "https://a.example/mcp", "headers": [
        { "name": "Authorization", "value": { "kind": "secret", "value": "ref-1" } },
        { "name": "X-Team", "value": { "kind": "plain", "value": "it's us" } },
    ] });
    check(
        &http,
        Era::Legacy,
        "tools/call",
        CALL,
        r#"curl -N -X POST https://a.example/mcp \
  -H 'Content-Type: application/json' \
  -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2025-06-18' \
  -H "Mcp-Session-Id: $MCP_SESSION_ID" \
  -H "Authorization: $AUTHORIZATION" \
  -H 'X-Team: it'\''s us' \
  --data-raw '{"id":1,"method":"tools/call","params":{"name":"it'\''s"}}'"#,
    );
    let open = json!({ "kind": "http", "url": "https://a.example/mcp", "headers": [] });
    check(
        &open,
        Era::Modern,
        "tools/call",
        r#"{"params":{"name":"écho","arguments":{"place":"Oslo","more":1}}}"#,
        r#"curl -N -X POST https://a.example/found \
  -H 'Content-Type: application/json' \
  -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2025-06-18' \
  -H 'mcp-method: tools/call' \
  -H 'mcp-name: =?base64?w6ljaG8=?=' \
  -H 'mcp-param-place: Oslo' \
  -H "Authorization: Bearer $ACCESS_TOKEN" \
  --data-raw '{"params":{"name":"écho","arguments":{"place":"Oslo","more":1}}}'"#,
    );
    check_found(
        &http,
        Era::Legacy,
        Some(HttpTransportKind::HttpSse),
        ("tools/list", "{}"),
        r#"# The address for messages is in the event "endpoint" of this stream, and answers come on it:
#   curl -N https://a.example/found -H "Authorization: $AUTHORIZATION" -H 'X-Team: it'\''s us'
curl -X POST "$MCP_ENDPOINT" \
  -H 'Content-Type: application/json' \
  -H "Authorization: $AUTHORIZATION" \
  -H 'X-Team: it'\''s us' \
  --data-raw '{}'"#,
    );
    let stdio = json!({ "kind": "stdio", "command": "npx", "args": ["-y", "a b"], "cwd": "/srv/my data", "env": [
        { "name": "MODE", "value": { "kind": "plain", "value": "fast" } },
        { "name": "API_KEY", "value": { "kind": "secret", "value": "ref-2" } },
    ] });
    check(
        &stdio,
        Era::Legacy,
        "tools/list",
        "{}",
        r#"cd '/srv/my data' && printf '%s\n' '{"id":0,"method":"initialize"}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{}' | MODE=fast API_KEY="$API_KEY" npx -y 'a b'"#,
    );
    check(
        &json!({ "kind": "demo" }),
        Era::Legacy,
        "initialize",
        OPENING,
        r#"printf '%s\n' '{"id":0,"method":"initialize"}' | usher --demo-server"#,
    );
    check(
        &json!({ "kind": "demo" }),
        Era::Modern,
        "server/discover",
        "{}",
        r"printf '%s\n' '{}' | usher --demo-server",
    );
}

#[test]
fn variables_have_names_a_shell_knows() {
    for (name, expected) in [
        ("X-Api-Key", "X_API_KEY"),
        ("TOKEN", "TOKEN"),
        ("2fa", "_FA"),
        ("", ""),
    ] {
        assert_eq!(variable(name), expected, "{name}");
    }
}

//! How real clients begin, as recorded (`tests/data/clients`, made by `tests/peers/record_client.mjs`): each message is
//! sent as the client sent it, and what comes back is what the client goes on with.

use std::path::Path;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::allow;
use super::client::Client;
use crate::test_host::TestHost;

/// A recorded client: its file, its version, and the name and revision by which Usher knows it.
struct Recorded {
    file: &'static str,
    version: &'static str,
    declares: &'static str,
    revision: &'static str,
}

const fn recorded(
    file: &'static str,
    version: &'static str,
    declares: &'static str,
    revision: &'static str,
) -> Recorded {
    Recorded {
        file,
        version,
        declares,
        revision,
    }
}

/// Recorded on 27 November 2026 over stdio, from the packages that `tests/peers` pins. Each began in its newest way, or in
/// the older one where it has both.
const CLIENTS: [Recorded; 11] = [
    recorded("claude-code", "2.1.332", "claude-code", "2026-07-28"),
    recorded("codex", "0.171.0", "codex-mcp-client", "2025-06-18"),
    recorded("inspector", "2.12.0", "inspector-cli", "2025-11-25"),
    recorded("inspector-newest", "2.12.0", "inspector-cli", "2026-07-28"),
    recorded("typescript-1", "1.32.2", "typescript-sdk-v1", "2025-11-25"),
    recorded("typescript-2", "2.4.0", "typescript-sdk-v2", "2025-11-25"),
    recorded(
        "typescript-2-newest",
        "2.4.0",
        "typescript-sdk-v2-newest",
        "2026-07-28",
    ),
    recorded("python", "2.3.0", "mcp", "2025-11-25"),
    recorded("python-newest", "2.3.0", "mcp", "2026-07-28"),
    recorded("fastmcp", "4.1.6", "mcp", "2025-11-25"),
    recorded("fastmcp-newest", "4.1.6", "mcp", "2026-07-28"),
];

fn messages(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/clients");
    let text = std::fs::read_to_string(folder.join(file).with_extension("jsonl"));
    let text = text.expect("it is recorded");
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("each line is JSON")).collect()
}

/// Sends what a client sent, and returns what it is answered, by method. A subscription is answered at its end only: what
/// counts is what it is told first.
async fn replay(host: &TestHost, client: &mut Client, sent: &[Value]) -> Vec<(String, Value)> {
    let mut answers = Vec::new();
    for message in sent {
        client.send(message).await;
        let method = message["method"].as_str().unwrap_or_default();
        let Some(id) = message.get("id") else {
            continue;
        };
        let answer = host
            .until("it is answered", async || {
                let told = client.all_told();
                let begun = |told: &&Value| match method {
                    "subscriptions/listen" => {
                        told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == *id
                    }
                    _ => told["id"] == *id && told.get("method").is_none(),
                };
                told.iter().find(begun).cloned()
            })
            .await;
        answers.push((method.to_owned(), answer));
    }
    answers
}

#[tokio::test]
async fn recorded_clients_get_what_they_go_on_with_and_nothing_before() {
    let host = TestHost::open().await;
    host.add_demo().await;
    for Recorded {
        file,
        version,
        declares,
        revision,
    } in CLIENTS
    {
        let client_is = format!("{file} {version}");
        let sent = messages(file);
        let mut client = Client::connect(&host, file);
        allow(&host, file).await;
        let answers = replay(&host, &mut client, &sent).await;
        let first = sent.iter().find_map(|message| message.get("id"));
        let told = client.all_told();
        assert_eq!(
            told.first().map(|told| &told["id"]),
            first,
            "{client_is} is told nothing before its first request is answered: {told:?}"
        );
        let mut listed = 0;
        for (method, answer) in &answers {
            let result = &answer["result"];
            match method.as_str() {
                "initialize" => assert_eq!(result["protocolVersion"], revision, "{client_is}"),
                "server/discover" => assert_eq!(
                    result["supportedVersions"],
                    json!([revision]),
                    "{client_is}"
                ),
                "subscriptions/listen" => assert_eq!(
                    answer["method"], "notifications/subscriptions/acknowledged",
                    "{client_is}"
                ),
                "logging/setLevel" => assert_eq!(result, &json!({}), "{client_is}"),
                list => {
                    let member = match list {
                        "resources/templates/list" => "resourceTemplates",
                        other => other.trim_end_matches("/list"),
                    };
                    let entries = result[member].as_array().map_or(0, Vec::len);
                    assert!(entries > 0, "{client_is} is listed {member}: {answer}");
                    listed += usize::from(member == "tools");
                }
            }
        }
        assert_eq!(listed, 1, "{client_is} asks for the tools");
        let clients = host.call(op::ClientList, json!({})).await;
        let shown = clients.as_array().into_iter().flatten();
        let mut shown = shown.filter(|shown| shown["name"] == file);
        let declared = shown.next().map(|shown| &shown["declared"]);
        let known = declared.map(|it| (&it["name"], &it["protocolVersion"]));
        assert_eq!(
            known,
            Some((&json!(declares), &json!(revision))),
            "{client_is} is known by its name and revision: {clients}"
        );
    }
}

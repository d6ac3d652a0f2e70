//! A disk that is full for a while: what the person forbids holds all the same, and everything can be written again once
//! there is room.

use futures::future::join_all;
use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::{TypedOperation, op};

use crate::test_host::{TestHost, text};
use crate::usage::call;

/// As on a full disk, SQLite ends the transaction by itself.
const FULL: [&str; 5] = [
    "CREATE TRIGGER full_rules BEFORE INSERT ON policy_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_revoked BEFORE DELETE ON policy_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_muted BEFORE INSERT ON muted_servers BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_records BEFORE INSERT ON ask_records BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_servers BEFORE UPDATE ON servers BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
];

const FREE: [&str; 5] = [
    "DROP TRIGGER full_rules",
    "DROP TRIGGER full_revoked",
    "DROP TRIGGER full_muted",
    "DROP TRIGGER full_records",
    "DROP TRIGGER full_servers",
];

async fn execute(host: &TestHost, statements: [&'static str; 5]) {
    for statement in statements {
        host.execute(statement).await;
    }
}

/// A decision about a tool, as it is listed.
async fn decision(host: &TestHost, server: &str, tool: &str, kind: &str) -> Value {
    let named = json!({ "serverId": server, "name": tool });
    let shown = host.call(op::ToolGet, named).await;
    json!({
        "serverId": server, "tool": tool, "definition": shown["definition"], "decision": { "kind": kind },
    })
}

/// Does what restricts, on a full disk: the person hears that it is not stored.
async fn unstored<O: TypedOperation>(host: &TestHost, operation: O, params: Value) {
    let error = host.fails(operation, params).await;
    let says = error.message.to_string();
    assert_eq!(
        (error.code, says.contains("until Usher closes")),
        (Code::StoreUnwritable, true),
        "{}: {says}",
        O::NAME
    );
}

/// Calls the tool that deletes notes, and declines if it is asked about.
async fn clear_declined(host: &TestHost, server: &str, id: &str) -> Code {
    let params = call(server, id, "clear_notes", &json!({ "keep": 1 }));
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, params), async {
        let ask = host
            .until("the call is asked about", async || {
                host.call(op::ApprovalList, json!({})).await.get(0).cloned()
            })
            .await;
        let decline = json!({ "approvalId": ask["id"], "answer": { "kind": "decline" } });
        host.call(op::ApprovalAnswer, decline).await;
    });
    error.code
}

/// What still holds of what the person has forbidden.
async fn restrictions(host: &TestHost, server: &str) -> Value {
    let rules = host.call(op::PolicyList, json!({})).await;
    let rules = rules["rules"].as_array().into_iter().flatten();
    let rules = rules.map(|rule| {
        format!(
            "{} {}",
            text(&rule["scope"]["name"]),
            text(&rule["decision"]["kind"])
        )
    });
    let limits = host.call(op::ApprovalLimits, json!({})).await;
    let detail = host
        .call(op::ServerGet, json!({ "serverId": server }))
        .await;
    json!({
        "rules": rules.collect::<Vec<_>>(),
        "muted": limits[0]["muted"],
        "state": detail["snapshot"]["state"]["kind"],
    })
}

#[tokio::test]
async fn what_is_forbidden_on_a_full_disk_holds_at_once_and_after_a_restart() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let always = decision(&host, &server, "clear_notes", "allowAlways").await;
    let always = host.call(op::PolicySetForTool, always).await;
    let never = decision(&host, &server, "greet", "never").await;

    execute(&host, FULL).await;
    unstored(&host, op::PolicyRevoke, json!({ "ruleId": always["id"] })).await;
    unstored(&host, op::PolicySetForTool, never).await;
    unstored(
        &host,
        op::ApprovalSetMuted,
        json!({ "serverId": server, "muted": true }),
    )
    .await;
    assert_eq!(
        clear_declined(&host, &server, "asked").await,
        Code::Cancelled,
        "what is allowed no longer is asked about, and a no is heard"
    );
    let greet = call(&server, "blocked", "greet", &json!({ "name": "Ada" }));
    let blocked = host.fails(op::ToolCall, greet).await;
    assert_eq!(blocked.code, Code::Forbidden, "{blocked:?}");
    let form = call(&server, "muted", "ask_form", &json!({}));
    let muted = host.call(op::ToolCall, form).await;
    assert_eq!(
        muted["ending"]["structured"]["action"], "decline",
        "a muted server is not heard: {muted}"
    );
    let off = json!({ "serverId": server, "enabled": false });
    unstored(&host, op::ServerSetEnabled, off).await;
    let expected = json!({ "rules": ["greet never"], "muted": true, "state": "disabled" });
    assert_eq!(restrictions(&host, &server).await, expected, "at once");

    execute(&host, FREE).await;
    let host = host.reopen().await;
    assert_eq!(restrictions(&host, &server).await, expected, "and stored");
    host.api.close().await;
}

#[tokio::test]
async fn after_a_full_disk_everything_can_be_written_again() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let always = decision(&host, &server, "clear_notes", "allowAlways").await;
    execute(&host, FULL).await;
    // On every connection there is.
    for _ in 0..4 {
        let refused = (0..4).map(|_| host.fails(op::PolicySetForTool, always.clone()));
        join_all(refused).await;
    }
    execute(&host, FREE).await;
    for n in 0..8 {
        host.call(op::PolicySetForTool, always.clone()).await;
        let kind = if n % 2 == 0 { "never" } else { "ask" };
        let greet = decision(&host, &server, "greet", kind).await;
        host.call(op::PolicySetForTool, greet).await;
        let mute = json!({ "serverId": server, "muted": n % 2 == 0 });
        host.call(op::ApprovalSetMuted, mute).await;
    }
    let ask = decision(&host, &server, "clear_notes", "ask").await;
    host.call(op::PolicySetForTool, ask).await;
    assert_eq!(
        clear_declined(&host, &server, "asked").await,
        Code::Cancelled,
        "a no is recorded"
    );
    host.api.close().await;
}

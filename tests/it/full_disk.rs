//! A disk that is full for a while: what the person forbids holds all the same, and everything can be written again once
//! there is room.

use std::collections::HashMap;

use futures::future::join_all;
use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::{TypedOperation, op};

use crate::reviews::{Declaring, refused, standing};
use crate::test_host::{TestHost, text};
use crate::usage::call;

/// As on a full disk, SQLite ends the transaction by itself.
const FULL: [&str; 11] = [
    "CREATE TRIGGER full_rules BEFORE INSERT ON policy_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_revoked BEFORE DELETE ON policy_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_muted BEFORE INSERT ON muted_servers BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_records BEFORE INSERT ON ask_records BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_servers BEFORE UPDATE ON servers BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_clients BEFORE INSERT ON clients BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_removed BEFORE DELETE ON clients BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_settings BEFORE INSERT ON settings BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_models BEFORE INSERT ON sampling_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_pins BEFORE INSERT ON pins BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
    "CREATE TRIGGER full_unpinned BEFORE DELETE ON pins BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
];

const FREE: [&str; 11] = [
    "DROP TRIGGER full_rules",
    "DROP TRIGGER full_revoked",
    "DROP TRIGGER full_muted",
    "DROP TRIGGER full_records",
    "DROP TRIGGER full_servers",
    "DROP TRIGGER full_clients",
    "DROP TRIGGER full_removed",
    "DROP TRIGGER full_settings",
    "DROP TRIGGER full_models",
    "DROP TRIGGER full_pins",
    "DROP TRIGGER full_unpinned",
];

async fn execute(host: &TestHost, statements: [&'static str; 11]) {
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
async fn unstored<O: TypedOperation>(host: &TestHost, _: O, params: Value) {
    unstored_named(host, O::NAME, params).await;
}

/// As [`unstored`], where one of several operations is called.
async fn unstored_named(host: &TestHost, name: &str, params: Value) {
    let error = host.fails_named(name, params.clone()).await;
    let says = error.message.to_string();
    assert_eq!(
        (error.code, says.contains("until Usher closes")),
        (Code::StoreUnwritable, true),
        "{name} {params}: {says}"
    );
}

/// Calls the tool that deletes notes, and declines if it is asked about.
async fn clear_declined(host: &TestHost, server: &str, id: &str) -> Code {
    let params = call(server, id, "clear_notes", &json!({ "keep": 1 }));
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, params), async {
        let ask = host.asked().await;
        host.answer(&ask, json!({ "kind": "decline" })).await;
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
    let detail = host.call_on(op::ServerGet, &server).await;
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

/// A profile of the servers with these identities, whose prompts are as said.
fn profile(servers: &[&str], prompts: &str) -> Value {
    json!({ "sources": { "kind": "only", "serverIds": servers }, "prompts": prompts })
}

/// What clients may do, and what servers may.
async fn access(host: &TestHost, notes: &str) -> Value {
    let clients = host.call(op::ClientList, json!({})).await;
    let clients: Vec<Value> = clients
        .as_array()
        .into_iter()
        .flatten()
        .map(|client| {
            let profile = &client["profile"];
            json!([
                client["name"],
                client["status"],
                profile["sources"]["serverIds"],
                profile["prompts"]
            ])
        })
        .collect();
    let http = host.call(op::ClientHttpAccess, json!({})).await;
    let models = host.call(op::SamplingServers, json!({})).await;
    json!({
        "clients": clients,
        "http": [http["isOn"], http["origins"]],
        "models": [models[0]["rule"]["allowed"], models[0]["rule"]["budget"]["requestsPerHour"]],
        "items": standing(host, notes).await,
    })
}

#[tokio::test]
async fn what_is_taken_away_on_a_full_disk_is_gone_at_once_and_after_a_restart() {
    let host = TestHost::open().await;
    let demo = host.add_demo().await;
    let declaring = Declaring::new(host.scratch());
    let notes = host.add_listed("Notes", declaring.config()).await;
    let mut ids = HashMap::new();
    let mut tokens = HashMap::new();
    for name in [
        "Blocked", "Paused", "Narrowed", "Changed", "Removed", "Leaked",
    ] {
        let add = json!({ "name": name, "profile": profile(&[&demo], "offered") });
        let added = host.call(op::ClientAddHttp, add).await;
        ids.insert(name, text(&added["client"]["id"]));
        tokens.insert(name, text(&added["token"]));
    }
    host.call(op::ClientSetHttpAccess, json!({ "isOn": true }))
        .await;
    let origins = json!({ "origins": ["https://one.example", "https://two.example"] });
    host.call(op::ClientSetHttpOrigins, origins).await;
    let models = |allowed: bool, requests: u32| {
        let budget = json!({ "requestsPerHour": requests, "tokensPerDay": 9, "moneyPerDay": 9 });
        json!({ "serverId": demo, "rule": { "allowed": allowed, "budget": budget } })
    };
    host.call(op::SamplingSetServer, models(true, 9)).await;
    let items = host.call_on(op::PinList, &notes).await;
    let read = items.as_array().into_iter().flatten();
    let read = read.filter(|item| item["name"] == "read");
    let read: Vec<Value> = read
        .map(|item| json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] }))
        .collect();

    execute(&host, FULL).await;
    let decide = |name: &str, decision: Value| {
        (
            op::ClientDecide::NAME,
            json!({ "clientId": ids[name], "decision": decision }),
        )
    };
    let limit = |profile: Value| json!({ "kind": "limit", "profile": profile });
    let taken_away = [
        decide("Blocked", json!({ "kind": "refuse" })),
        decide("Paused", json!({ "kind": "pause" })),
        decide("Narrowed", limit(profile(&[], "offered"))),
        (
            op::ClientForget::NAME,
            json!({ "clientId": ids["Removed"] }),
        ),
        (
            op::ClientReplaceToken::NAME,
            json!({ "clientId": ids["Leaked"] }),
        ),
        (
            op::ClientSetHttpOrigins::NAME,
            json!({ "origins": ["https://one.example"] }),
        ),
        (op::ClientSetHttpAccess::NAME, json!({ "isOn": false })),
        (op::SamplingSetServer::NAME, models(true, 3)),
        (op::SamplingSetServer::NAME, models(false, 9)),
        (
            op::PinForget::NAME,
            json!({ "serverId": notes, "items": read }),
        ),
    ];
    for (name, params) in taken_away {
        unstored_named(&host, name, params).await;
    }
    // What is given along with it is not given.
    for (name, params) in [
        decide("Changed", limit(profile(&[&demo, &notes], "hidden"))),
        (
            op::ClientSetHttpOrigins::NAME,
            json!({ "origins": ["https://three.example"] }),
        ),
    ] {
        host.fails_named(name, params).await;
    }
    let expected = json!({
        "clients": [
            ["Blocked", "refused", [demo], "offered"],
            ["Paused", "paused", [demo], "offered"],
            ["Narrowed", "allowed", [], "offered"],
            ["Changed", "allowed", [demo], "hidden"],
            ["Leaked", "allowed", [demo], "offered"],
        ],
        "http": [false, []],
        "models": [false, 9],
        "items": [
            "instructions : unchanged",
            "prompt greet: unchanged",
            "template a:{x}: unchanged",
            "tool list: unchanged",
            "tool read: new",
            "tool write: unchanged",
        ],
    });
    assert_eq!(access(&host, &notes).await, expected, "at once");
    let is_known = |host: &TestHost, name: &str| {
        let host = host.api.shared_host().expect("the data is open");
        host.clients().authenticate(&tokens[name]).is_some()
    };
    assert!(is_known(&host, "Paused") && !is_known(&host, "Leaked"));
    refused(&host, &notes, "read").await;

    execute(&host, FREE).await;
    let host = host.reopen().await;
    host.until_read(&notes).await;
    assert_eq!(access(&host, &notes).await, expected, "and stored");
    assert!(is_known(&host, "Paused") && !is_known(&host, "Leaked"));
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

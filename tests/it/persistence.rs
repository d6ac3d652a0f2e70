//! Checks what survives closing and opening the host, and what is deleted.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use usher_api::operations::{TypedOperation as _, op};

use futures::StreamExt as _;
use serde_json::{Value, json};
use usher_api::Code;
use usher_config::definition::{
    ConfiguredServer, DraftDefinition, DraftTransport, ExistingServers, check,
};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::{Keyring, Memory, SecretStore};

use crate::test_host::{TestHost, demo_program, program, text};

/// Longest wait in these tests, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A text no file and no answer may ever hold.
const CANARY: &str = "canary-7f3a-\"quoted\"-ä";

fn with_secret(value: &Value) -> Value {
    json!({
        "kind": "stdio", "command": demo_program(), "args": [], "cwd": null,
        "env": [
            { "name": "API_KEY", "secret": true, "value": value },
            { "name": "LEVEL", "secret": false, "value": "debug" },
        ],
    })
}

#[tokio::test]
async fn a_restart_keeps_everything_and_secrets_still_work() {
    let host = TestHost::open().await;
    let server = host.add_listed("Mine", with_secret(&json!(CANARY))).await;
    let call = json!({ "callId": "c", "serverId": server, "name": "greet", "arguments": { "name": "Ada" }, "check": "refuse" });
    host.call(op::ToolCall, call).await;
    let echo = json!({ "callId": "e", "serverId": server, "name": "echo", "arguments": { "message": CANARY }, "check": "refuse" });
    host.call(op::ToolCall, echo).await;
    host.call_on(op::WireSave, &server).await;
    let off = host.add("Off", program(demo_program(), &[])).await;
    host.turn_off(&off).await;
    let mut settings = host.call(op::SettingGet, json!({})).await;
    settings["theme"] = json!("dark");
    host.call(op::SettingSet, settings.clone()).await;

    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    let servers = host.call(op::ServerList, json!({})).await;
    let kept: Vec<_> = servers
        .as_array()
        .into_iter()
        .flatten()
        .map(|server| {
            (
                text(&server["label"]),
                server["state"]["kind"] == "disabled",
            )
        })
        .collect();
    assert_eq!(
        kept,
        [("Mine".to_owned(), false), ("Off".to_owned(), true)],
        "in the person's order"
    );
    assert_eq!(host.call(op::SettingGet, json!({})).await, settings);
    let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{rows}");
    let detail = host.call_on(op::ServerGet, &server).await;
    let expected = json!([
        { "name": "API_KEY", "value": { "kind": "secret", "kept": "keyring" } },
        { "name": "LEVEL", "value": { "kind": "plain", "value": "debug" } },
    ]);
    assert_eq!(
        detail["config"]["env"], expected,
        "the secret itself is never shown"
    );

    for file in files(&host.data_dir()) {
        let bytes = std::fs::read(&file).expect("readable");
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            !text.contains("canary-7f3a"),
            "the secret is in {}",
            file.display()
        );
    }
    host.api.close().await;
}

#[tokio::test]
async fn the_events_end_with_the_host() {
    let host = TestHost::open().await;
    let events = host.api.subscribe().collect::<Vec<_>>();
    let events = tokio::time::timeout(PATIENCE, events);
    let ((), events) = tokio::join!(host.api.close(), events);
    assert!(
        events.is_ok(),
        "whoever follows the host holds it no longer than it is open"
    );
}

#[tokio::test]
async fn an_update_may_keep_stored_secrets_and_restarts_only_for_a_reason() {
    let secrets = Arc::new(Memory::default());
    let host = TestHost::open_with(secrets).await;
    let server = host.add("Mine", with_secret(&json!(CANARY))).await;
    let before = host.until_state(&server, "running").await;
    let update = |label: &str, config: Value| json!({ "serverId": server, "draft": { "label": label, "config": config } });
    let renamed = host
        .call(
            op::ServerUpdate,
            update("Renamed", with_secret(&Value::Null)),
        )
        .await;
    assert_eq!(renamed["label"], "Renamed");
    assert_eq!(
        renamed["state"], before["state"],
        "another name is no reason to restart"
    );

    let test = json!({ "serverId": server, "draft": { "label": "", "config": with_secret(&Value::Null) } });
    let report = host.call(op::ServerTest, test).await;
    assert_eq!(
        report["failure"],
        Value::Null,
        "stored secrets can be tested with: {report}"
    );

    let mut config = with_secret(&Value::Null);
    config["args"] = json!(["--other"]);
    host.call(op::ServerUpdate, update("Renamed", config)).await;
    let after = host.until_state(&server, "running").await;
    assert_ne!(
        after["state"]["pid"], before["state"]["pid"],
        "another command is another process"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_removal_can_be_undone_and_then_is_for_good() {
    let secrets: Arc<dyn SecretStore> = Arc::new(Memory::default());
    let host = TestHost::open_with(Arc::clone(&secrets)).await;
    let first = host.add("First", with_secret(&json!(CANARY))).await;
    let second = host.add("Second", program(demo_program(), &[])).await;
    let removed = host.call_on(op::ServerRemove, &first).await;
    assert_eq!(removed["label"], "First");
    host.until_event("serverRemoved", |event| event["serverId"] == first.as_str())
        .await;
    assert_eq!(
        host.fails(op::ServerGet, json!({ "serverId": first }))
            .await
            .code,
        Code::NotFound
    );

    host.call_on(op::ServerRestore, &first).await;
    host.until_state(&first, "running").await;
    let order: Vec<_> = host
        .call(op::ServerList, json!({}))
        .await
        .as_array()
        .into_iter()
        .flatten()
        .map(|server| text(&server["id"]))
        .collect();
    assert_eq!(order, [first.clone(), second], "it is back in its place");

    host.call_on(op::ServerRemove, &first).await;
    let host = host.reopen().await;
    let error = host
        .fails(op::ServerRestore, json!({ "serverId": first }))
        .await;
    assert_eq!(
        error.code,
        Code::NotFound,
        "what was removed before the restart is gone: {error:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_copy_is_turned_off_and_has_its_own_secret() {
    let host = TestHost::open().await;
    let server = host.add("Mine", with_secret(&json!(CANARY))).await;
    let copy = host.call_on(op::ServerDuplicate, &server).await;
    assert_eq!(copy["label"], "Mine copy");
    assert_eq!(copy["state"]["kind"], "disabled", "a copy starts nothing");
    host.call_on(op::ServerRemove, &server).await;
    let host = host.reopen().await;
    let copy = text(&copy["id"]);
    host.turn_on(&copy).await;
    host.until_state(&copy, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_definition_nobody_agreed_to_does_not_run() {
    let host = TestHost::open().await;
    let paths = Paths::at(host.data_dir());
    host.api.close().await;
    let store = Store::open(&paths, &Clock::System)
        .await
        .expect("opened")
        .store;
    let draft = DraftDefinition {
        label: "Planted".into(),
        transport: DraftTransport::Stdio {
            command: demo_program().into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            inputs: Vec::new(),
        },
        era: usher_mcp::EraChoice::Auto,
    };
    let definition = match check(draft, ExistingServers::default()) {
        Ok(checked) => checked.definition,
        Err(problems) => panic!("the draft is good, but {problems:?}"),
    };
    let planted = ConfiguredServer {
        id: "planted".into(),
        consent: "of something else".into(),
        definition,
        group: None,
        enabled: true,
        created_at: 0,
        cached_protocol: None,
        log_level: usher_types::log_level::LogLevel::default(),
        sign_in: None,
    };
    store.add_servers(&[planted]).await.expect("written");
    store.close().await;

    let host = host.reopen().await;
    let snapshot = host.until_state("planted", "needsReview").await;
    assert!(
        text(&snapshot["state"]["reason"]).contains("Planted"),
        "{snapshot}"
    );
    let saved = json!({
        "serverId": "planted", "draft": { "label": "Planted", "config": program(demo_program(), &[]) },
    });
    host.call(op::ServerUpdate, saved).await;
    host.until_state("planted", "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn the_demo_is_added_once_and_turned_on_again() {
    let host = TestHost::open().await;
    let demo = host.call(op::ServerAddDemo, json!({})).await;
    let id = text(&demo["id"]);
    assert_eq!(demo["origin"], json!({ "kind": "builtIn" }));
    host.until_listed(&id).await;
    host.turn_off(&id).await;
    let again = host.call(op::ServerAddDemo, Value::Null).await;
    assert_eq!(again["id"], demo["id"]);
    host.until_state(&id, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_used_is_said_by_every_operation() {
    let host = TestHost::open().await;
    host.api.close().await;
    std::fs::remove_dir_all(host.data_dir()).expect("removed");
    std::fs::write(host.data_dir(), "a file where the folder should be").expect("written");
    let host = host.reopen().await;
    let info = host.call(op::AppInfo, json!({})).await;
    assert_eq!(info["blocked"]["code"], "storeUnwritable", "{info}");
    for name in [
        op::ServerList::NAME,
        op::SettingGet::NAME,
        op::ApprovalList::NAME,
    ] {
        let error = serde_json::to_value(host.fails_named(name, json!({})).await).expect("JSON");
        assert_eq!(error, info["blocked"], "{name} says the same");
    }
}

#[tokio::test]
async fn a_data_folder_is_used_by_one_host_at_a_time() {
    let first = TestHost::open().await;
    let second = first.open_again().await;
    let blocked = second.call(op::AppInfo, json!({})).await["blocked"].clone();
    assert_eq!(blocked["code"], "storeInUse", "{blocked}");
    let folder = first.data_dir().display().to_string();
    assert!(text(&blocked["message"]).contains(&folder), "{blocked}");
    second.fails(op::SettingGet, json!({})).await;
    second.api.close().await;
    // Elsewhere what is open cannot be removed.
    #[cfg(unix)]
    {
        std::fs::remove_file(first.data_dir().join("lock")).expect("it is removed");
        let second = first.open_again().await;
        let blocked = second.call(op::AppInfo, json!({})).await["blocked"].clone();
        assert_eq!(blocked["code"], "storeInUse", "without its lock: {blocked}");
        second.api.close().await;
    }
    first.call(op::SettingGet, json!({})).await;
    first.api.close().await;
    let third = first.open_again().await;
    third.call(op::SettingGet, json!({})).await;
    third.api.close().await;
}

/// Holds with a keyring (in CI) and without one: either the secret survives a restart, or the person is told and chooses.
#[tokio::test]
async fn the_system_keyring_keeps_a_secret_or_says_that_it_cannot() {
    let host = TestHost::open_with(Arc::new(Keyring::default())).await;
    let status = host.call(op::SecretStatus, json!({})).await;
    let draft = json!({ "draft": { "label": "Mine", "config": with_secret(&json!(CANARY)) } });
    if status["state"]["kind"] == "available" {
        let server = text(&host.call(op::ServerAdd, draft).await["id"]);
        let host = host.reopen().await;
        host.until_state(&server, "running").await;
        host.call_on(op::ServerRemove, &server).await;
        host.api.close().await;
        return;
    }
    let error = host.fails(op::ServerAdd, draft.clone()).await;
    assert_eq!(error.code, Code::KeyringUnavailable, "{error:?}");
    assert_eq!(
        host.call(op::ServerList, json!({})).await,
        json!([]),
        "nothing was saved"
    );

    let status = host.call(op::SecretUseMemoryStore, json!({})).await;
    assert_eq!(status["keepingForThisRun"], true);
    let server = text(&host.call(op::ServerAdd, draft).await["id"]);
    host.until_state(&server, "running").await;

    let host = host.reopen().await;
    let snapshot = host.until_state(&server, "failed").await;
    assert_eq!(
        snapshot["state"]["failure"]["kind"], "secretUnavailable",
        "{snapshot}"
    );
    let status = host.call(op::SecretStatus, json!({})).await;
    assert_eq!(status["waitingServers"], 1, "{status}");
    host.call_on(op::ServerRemove, &server).await;
    host.api.close().await;
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[tokio::test]
async fn bookmarks_and_recent_entries_are_kept_over_a_restart_and_go_with_their_server() {
    let host = TestHost::open().await;
    let server = host.add_listed("Mine", with_secret(&json!(CANARY))).await;
    let entry = |list: &str, key: &str| json!({ "serverId": server, "list": list, "key": key, "title": "A title" });
    let secret = format!("demo://{CANARY}");
    for (list, key) in [("resources", "demo://a"), ("tools", "echo")] {
        host.call(op::BookmarkAdd, entry(list, key)).await;
        host.call(op::RecentAdd, entry(list, key)).await;
    }
    host.call(op::RecentAdd, entry("resources", &secret)).await;
    let refused = host
        .fails(op::BookmarkAdd, entry("resources", &secret))
        .await;
    assert_eq!(refused.code, Code::Invalid, "a secret is never stored");
    let template = json!({ "serverId": server, "list": "templates", "key": "demo://{x}/{y}" });
    let mut values = template.clone();
    values["values"] = json!({ "x": "Paris", "y": CANARY, "z": "" });
    host.call(op::RecentValueAdd, values).await;

    let host = host.reopen().await;
    let keys = |kept: &Value| -> Vec<String> {
        let entries = kept.as_array().into_iter().flatten();
        entries.map(|kept| text(&kept["key"])).collect()
    };
    for listed in [
        host.call(op::BookmarkList, json!({})).await,
        host.call(op::RecentList, json!({})).await,
    ] {
        assert_eq!(keys(&listed), ["echo", "demo://a"], "the latest first");
    }
    assert_eq!(
        host.call(op::RecentValueList, template.clone()).await,
        json!([{ "argument": "x", "values": ["Paris"] }]),
        "neither empty values nor secrets"
    );

    host.call_on(op::ServerRemove, &server).await;
    let hidden = host.call(op::BookmarkList, json!({})).await;
    assert_eq!(keys(&hidden), [""; 0], "its server is removed");
    host.call_on(op::ServerRestore, &server).await;
    let back = host.call(op::BookmarkList, json!({})).await;
    assert_eq!(keys(&back).len(), 2, "its server was restored");
    let gone = json!({ "serverId": "nobody", "list": "tools", "key": "k", "title": "t" });
    let unknown = host.fails(op::BookmarkAdd, gone).await;
    assert_eq!(unknown.code, Code::NotFound, "there is no such server");
    host.call(op::RecentClear, json!({})).await;
    assert_eq!(host.call(op::RecentList, json!({})).await, json!([]));
    assert_eq!(
        host.call(op::RecentValueList, template).await,
        json!([]),
        "values are cleared too"
    );
    host.api.close().await;
}

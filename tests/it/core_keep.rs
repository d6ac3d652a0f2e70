//! What stays when the host is closed and opened, and what goes when it should.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use usher_api::Code;
use usher_config::definition::{ConfiguredServer, DraftDefinition, DraftTransport, Taken, check};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::{Keyring, Memory, SecretStore};

use crate::desk::{Desk, demo_program, program, text};

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
    let desk = Desk::open().await;
    let server = desk.add("Mine", with_secret(&json!(CANARY))).await;
    desk.until_listed(&server).await;
    let call = json!({ "callId": "c", "serverId": server, "name": "greet", "arguments": { "name": "Ada" }, "check": "refuse" });
    desk.call("tool.call", call).await;
    let echo = json!({ "callId": "e", "serverId": server, "name": "echo", "arguments": { "message": CANARY }, "check": "refuse" });
    desk.call("tool.call", echo).await;
    desk.call("wire.save", json!({ "serverId": server })).await;
    let off = desk.add("Off", program(demo_program(), &[])).await;
    desk.call(
        "server.setEnabled",
        json!({ "serverId": off, "enabled": false }),
    )
    .await;
    let mut settings = desk.call("setting.get", json!({})).await;
    settings["theme"] = json!("dark");
    desk.call("setting.set", settings.clone()).await;

    let desk = desk.reopen().await;
    desk.until_state(&server, "running").await;
    let servers = desk.call("server.list", json!({})).await;
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
    assert_eq!(desk.call("setting.get", json!({})).await, settings);
    let rows = desk.call("history.list", json!({ "limit": 10 })).await;
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{rows}");
    let detail = desk.call("server.get", json!({ "serverId": server })).await;
    let expected = json!([
        { "name": "API_KEY", "value": { "kind": "secret", "kept": "keyring" } },
        { "name": "LEVEL", "value": { "kind": "plain", "value": "debug" } },
    ]);
    assert_eq!(
        detail["config"]["env"], expected,
        "the secret itself is never shown"
    );

    for file in files(&desk.data_dir()) {
        let bytes = std::fs::read(&file).expect("readable");
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            !text.contains("canary-7f3a"),
            "the secret is in {}",
            file.display()
        );
    }
    desk.api.close().await;
}

#[tokio::test]
async fn an_update_may_keep_stored_secrets_and_restarts_only_for_a_reason() {
    let secrets = Arc::new(Memory::default());
    let desk = Desk::open_with(secrets).await;
    let server = desk.add("Mine", with_secret(&json!(CANARY))).await;
    let before = desk.until_state(&server, "running").await;
    let update = |label: &str, config: Value| json!({ "serverId": server, "draft": { "label": label, "config": config } });
    let renamed = desk
        .call(
            "server.update",
            update("Renamed", with_secret(&Value::Null)),
        )
        .await;
    assert_eq!(renamed["label"], "Renamed");
    assert_eq!(
        renamed["state"], before["state"],
        "another name is no reason to restart"
    );

    let test = json!({ "serverId": server, "draft": { "label": "", "config": with_secret(&Value::Null) } });
    let report = desk.call("server.test", test).await;
    assert_eq!(
        report["failure"],
        Value::Null,
        "stored secrets can be tested with: {report}"
    );

    let mut config = with_secret(&Value::Null);
    config["args"] = json!(["--other"]);
    desk.call("server.update", update("Renamed", config)).await;
    let after = desk.until_state(&server, "running").await;
    assert_ne!(
        after["state"]["pid"], before["state"]["pid"],
        "another command is another process"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn a_removal_can_be_undone_and_then_is_for_good() {
    let secrets: Arc<dyn SecretStore> = Arc::new(Memory::default());
    let desk = Desk::open_with(Arc::clone(&secrets)).await;
    let first = desk.add("First", with_secret(&json!(CANARY))).await;
    let second = desk.add("Second", program(demo_program(), &[])).await;
    let removed = desk
        .call("server.remove", json!({ "serverId": first }))
        .await;
    assert_eq!(removed["label"], "First");
    desk.until_event("serverRemoved", |event| event["serverId"] == first.as_str())
        .await;
    assert_eq!(
        desk.fails("server.get", json!({ "serverId": first }))
            .await
            .code,
        Code::NotFound
    );

    desk.call("server.restore", json!({ "serverId": first }))
        .await;
    desk.until_state(&first, "running").await;
    let order: Vec<_> = desk
        .call("server.list", json!({}))
        .await
        .as_array()
        .into_iter()
        .flatten()
        .map(|server| text(&server["id"]))
        .collect();
    assert_eq!(order, [first.clone(), second], "it is back in its place");

    desk.call("server.remove", json!({ "serverId": first }))
        .await;
    let desk = desk.reopen().await;
    let error = desk
        .fails("server.restore", json!({ "serverId": first }))
        .await;
    assert_eq!(
        error.code,
        Code::NotFound,
        "what was removed before the restart is gone: {error:?}"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn a_copy_is_turned_off_and_has_its_own_secret() {
    let desk = Desk::open().await;
    let server = desk.add("Mine", with_secret(&json!(CANARY))).await;
    let copy = desk
        .call("server.duplicate", json!({ "serverId": server }))
        .await;
    assert_eq!(copy["label"], "Mine copy");
    assert_eq!(copy["state"]["kind"], "disabled", "a copy starts nothing");
    desk.call("server.remove", json!({ "serverId": server }))
        .await;
    let desk = desk.reopen().await;
    let copy = text(&copy["id"]);
    desk.call(
        "server.setEnabled",
        json!({ "serverId": copy, "enabled": true }),
    )
    .await;
    desk.until_state(&copy, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn a_definition_nobody_agreed_to_does_not_run() {
    let desk = Desk::open().await;
    let paths = Paths::at(desk.data_dir());
    desk.api.close().await;
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
        },
        era: usher_core::protocol::EraChoice::Auto,
    };
    let definition = match check(draft, Taken::default()) {
        Ok(checked) => checked.definition,
        Err(problems) => panic!("the draft is good, but {problems:?}"),
    };
    let planted = ConfiguredServer {
        id: "planted".into(),
        consent: "of something else".into(),
        definition,
        enabled: true,
        created_at: 0,
        verdict: None,
        log_level: usher_types::log_level::LogLevel::default(),
        sign_in: None,
    };
    store.add_servers(&[planted]).await.expect("written");
    store.close().await;

    let desk = desk.reopen().await;
    let snapshot = desk.until_state("planted", "needsReview").await;
    assert!(
        text(&snapshot["state"]["reason"]).contains("Planted"),
        "{snapshot}"
    );
    let saved = json!({
        "serverId": "planted", "draft": { "label": "Planted", "config": program(demo_program(), &[]) },
    });
    desk.call("server.update", saved).await;
    desk.until_state("planted", "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn the_demo_is_added_once_and_turned_on_again() {
    let desk = Desk::open().await;
    let demo = desk.call("server.addDemo", json!({})).await;
    let id = text(&demo["id"]);
    assert_eq!(demo["origin"], json!({ "kind": "builtIn" }));
    desk.until_listed(&id).await;
    desk.call(
        "server.setEnabled",
        json!({ "serverId": id, "enabled": false }),
    )
    .await;
    let again = desk.call("server.addDemo", Value::Null).await;
    assert_eq!(again["id"], demo["id"]);
    desk.until_state(&id, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_used_is_said_by_every_operation() {
    let desk = Desk::open().await;
    desk.api.close().await;
    std::fs::remove_dir_all(desk.data_dir()).expect("removed");
    std::fs::write(desk.data_dir(), "a file where the folder should be").expect("written");
    let desk = desk.reopen().await;
    let info = desk.call("app.info", json!({})).await;
    assert_eq!(info["blocked"]["code"], "storeUnwritable", "{info}");
    for name in ["server.list", "setting.get", "approval.list"] {
        let error = serde_json::to_value(desk.fails(name, json!({})).await).expect("JSON");
        assert_eq!(error, info["blocked"], "{name} says the same");
    }
}

#[tokio::test]
async fn a_data_folder_is_used_by_one_host_at_a_time() {
    let first = Desk::open().await;
    let second = first.open_again().await;
    let blocked = second.call("app.info", json!({})).await["blocked"].clone();
    assert_eq!(blocked["code"], "storeInUse", "{blocked}");
    let folder = first.data_dir().display().to_string();
    assert!(text(&blocked["message"]).contains(&folder), "{blocked}");
    second.fails("setting.get", json!({})).await;
    second.api.close().await;
    first.call("setting.get", json!({})).await;
    first.api.close().await;
    let third = first.open_again().await;
    third.call("setting.get", json!({})).await;
    third.api.close().await;
}

/// Holds with a keyring (in CI) and without one: either the secret survives a restart, or the person is told and chooses.
#[tokio::test]
async fn the_system_keyring_keeps_a_secret_or_says_that_it_cannot() {
    let desk = Desk::open_with(Arc::new(Keyring::default())).await;
    let status = desk.call("secret.status", json!({})).await;
    let draft = json!({ "draft": { "label": "Mine", "config": with_secret(&json!(CANARY)) } });
    if status["state"]["kind"] == "available" {
        let server = text(&desk.call("server.add", draft).await["id"]);
        let desk = desk.reopen().await;
        desk.until_state(&server, "running").await;
        desk.call("server.remove", json!({ "serverId": server }))
            .await;
        desk.api.close().await;
        return;
    }
    let error = desk.fails("server.add", draft.clone()).await;
    assert_eq!(error.code, Code::KeyringUnavailable, "{error:?}");
    assert_eq!(
        desk.call("server.list", json!({})).await,
        json!([]),
        "nothing was saved"
    );

    let status = desk.call("secret.useMemoryStore", json!({})).await;
    assert_eq!(status["keepingForThisRun"], true);
    let server = text(&desk.call("server.add", draft).await["id"]);
    desk.until_state(&server, "running").await;

    let desk = desk.reopen().await;
    let snapshot = desk.until_state(&server, "failed").await;
    assert_eq!(
        snapshot["state"]["failure"]["kind"], "secretUnavailable",
        "{snapshot}"
    );
    let status = desk.call("secret.status", json!({})).await;
    assert_eq!(status["waitingServers"], 1, "{status}");
    desk.call("server.remove", json!({ "serverId": server }))
        .await;
    desk.api.close().await;
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

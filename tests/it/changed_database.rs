//! Changes the database while Usher is closed; nothing runs and no secret leaves by it.

use std::net::TcpListener;
use std::sync::Arc;
use usher_messages::Message;

use serde_json::json;
use usher_api::operations::op;
use usher_config::definition::{DraftDefinition, DraftTransport, ExistingServers, check};
use usher_mcp::{Task, TaskId, TaskStatus};
use usher_store::{PendingRound, RunningTask, Store};
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::SecretStore;
use usher_types::caller::Caller;
use usher_types::id::ServerId;

use crate::secrets::Lockable;
use crate::test_host::{TestHost, demo_program, program, scripted, text};

/// Opens the database of a closed host as another program of the same person could.
async fn database(host: &TestHost) -> Store {
    host.api.close().await;
    let paths = Paths::at(host.data_dir());
    let opened = Store::open(&paths, &Clock::System).await;
    opened.expect("the database opens").store
}

#[tokio::test]
async fn a_changed_database_runs_nothing_though_every_consent_in_it_fits() {
    let host = TestHost::open().await;
    let same = host.add("Same", program(demo_program(), &[])).await;
    let server = host.add("Mine", program(demo_program(), &["--one"])).await;
    let store = database(&host).await;
    let draft = DraftDefinition {
        label: "Mine".into(),
        transport: DraftTransport::Stdio {
            command: demo_program().into(),
            args: vec!["--planted".into()],
            env: Vec::new(),
            cwd: None,
            inputs: Vec::new(),
        },
        era: usher_mcp::EraChoice::Auto,
    };
    let planted = check(draft, ExistingServers::default());
    let planted = planted
        .unwrap_or_else(|faults| panic!("{faults:?}"))
        .definition;
    let id = ServerId::from(server.clone());
    // Also writes the file of consents.
    store
        .replace_definition(&id, &planted)
        .await
        .expect("written");
    store.close().await;

    let host = host.reopen().await;
    host.until_state(&same, "running").await;
    host.until_state(&server, "needsReview").await;
    let info = host.call(op::AppInfo, json!({})).await;
    assert_eq!(
        info["notices"],
        json!([Message::new("notice.changed").with("count", 1)]),
        "the person is told at the start"
    );
    let review = host.call_on(op::PinGetLaunch, &server).await;
    let shown = json!({ "serverId": server, "fingerprint": review["fingerprint"] });
    host.call(op::PinAcceptLaunch, shown).await;
    host.until_state(&server, "running").await;
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_key_of_a_model_provider_goes_to_no_address_that_another_program_wrote() {
    let host = TestHost::open().await;
    let params = json!({
        "kind": "compatible", "label": "Models", "baseUrl": "https://models.example/v1", "key": "swordfish",
    });
    let provider = text(&host.call(op::ModelAdd, params).await["id"]);
    let evil = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1", evil.local_addr().expect("bound"));
    let store = database(&host).await;
    let mut changed = store.providers().await.expect("read");
    changed[0].base = address.parse().expect("an address");
    store.edit_provider(&changed[0]).await.expect("written");
    store.close().await;

    let host = host.reopen().await;
    let shown = host.call(op::ModelProviders, json!({})).await;
    assert_eq!(
        (&shown[0]["changedOutside"], &shown[0]["hasKey"]),
        (&json!(true), &json!(false)),
        "{shown:#}"
    );
    let asked = json!({ "providerId": provider });
    let error = host.fails(op::ModelList, asked.clone()).await;
    assert!(
        json!(error.message)
            .to_string()
            .contains("provider.changed"),
        "{error:?}"
    );
    evil.set_nonblocking(true).expect("set");
    assert!(evil.accept().is_err(), "nothing was sent there");
    host.api.close().await;
}

#[tokio::test]
async fn what_cannot_be_checked_waits_for_the_keyring() {
    let keyring = Arc::new(Lockable::default());
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let server = host.add("Mine", program(demo_program(), &[])).await;
    let other = host.add("Other", program(demo_program(), &[])).await;
    keyring.set_locked(true);
    let host = host.reopen().await;
    let snapshot = host.until_state(&server, "failed").await;
    let failure = &snapshot["state"]["failure"];
    assert_eq!(failure["kind"], "secretUnavailable", "{failure}");
    let saved = json!({
        "serverId": other, "draft": { "label": "Other", "config": program(demo_program(), &[]) },
    });
    host.call(op::ServerUpdate, saved).await;
    host.until_state(&other, "running").await;
    keyring.set_locked(false);
    host.call(op::SecretRetry, json!({})).await;
    host.until_state(&server, "running").await;
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    host.until_state(&other, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_call_that_another_program_wrote_down_is_not_sent() {
    let host = TestHost::open().await;
    let server = host
        .add_listed("Scripted", scripted("modern_resumed"))
        .await;
    let store = database(&host).await;
    let id = ServerId::from(server.clone());
    let servers = store.list_servers().await.expect("read");
    let mine = servers.iter().find(|one| one.id == id).expect("there");
    let round = |call: &str, questions: serde_json::Value| PendingRound {
        call: call.into(),
        server: id.clone(),
        caller: Caller::Person,
        server_label: "Scripted".into(),
        transport: mine.definition.transport.fingerprint(),
        tool: "echo".into(),
        arguments: serde_json::Map::from_iter([("zeta".to_owned(), json!("planted"))]),
        questions: questions.as_object().cloned().unwrap_or_default(),
        state: None,
        asked_at: 1,
    };
    let question = json!({ "a": { "method": "elicitation/create", "params": {
        "message": "Your name?", "requestedSchema": { "type": "object", "properties": {} },
    } } });
    // Written by a program that has no key.
    for round in [round("asks", question), round("asks nothing", json!({}))] {
        store.keep_round(&round).await.expect("written");
    }
    store.close().await;

    let host = host.reopen().await;
    host.until_listed(&server).await;
    let info = host.call(op::AppInfo, json!({})).await;
    assert_eq!(
        info["notices"],
        json!([Message::new("notice.callsDropped").with("count", 2)]),
        "the person is told at the start"
    );
    assert_eq!(host.questions().await, json!([]), "nobody is asked for it");
    let sent = host.wire_texts(&server).await.concat();
    assert!(!sent.contains("planted"), "nor is it called: {sent}");
    let history = host.call(op::HistoryList, json!({ "limit": 9 })).await;
    assert_eq!(history, json!([]), "it never was");
    host.api.close().await;
}

/// A task as another program writes it down.
fn planted_task(server: &str, caller: Caller, started_at: i64) -> RunningTask {
    RunningTask {
        call: "c".into(),
        server: server.into(),
        caller,
        server_label: "Scripted".into(),
        tool: "echo".into(),
        arguments: serde_json::Map::new(),
        started_at,
        heard_at: started_at,
        task: Task {
            id: TaskId("planted".into()),
            status: TaskStatus::Working,
            message: None,
            ttl: None,
            poll: None,
        },
    }
}

#[tokio::test]
async fn a_task_that_another_program_wrote_down_is_not_taken_up() {
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("task_done")).await;
    let store = database(&host).await;
    let other = Caller::Client { id: "other".into() };
    // Written by a program that has no key.
    let planted = planted_task(&server, other, 1);
    store.keep_task(&planted).await.expect("written");
    store.close().await;

    let host = host.reopen().await;
    host.until_listed(&server).await;
    let info = host.call(op::AppInfo, json!({})).await;
    assert_eq!(
        info["notices"],
        json!([Message::new("notice.tasksDropped").with("count", 1)]),
        "the person is told at the start"
    );
    assert_eq!(host.call(op::TaskList, json!({})).await, json!([]));
    let sent = host.wire_texts(&server).await.concat();
    assert!(!sent.contains("planted"), "nobody asks about it: {sent}");
    let history = host.call(op::HistoryList, json!({ "limit": 9 })).await;
    assert_eq!(history, json!([]), "nothing came of it");
    host.api.close().await;
}

#[tokio::test]
async fn a_task_whose_call_has_ended_is_not_taken_up_again() {
    // Without a key, so that what is put back is believed.
    let keyring = Arc::new(Lockable::default());
    keyring.set_locked(true);
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let server = host.add_listed("Scripted", scripted("task_done")).await;
    let call = json!({
        "callId": "c", "serverId": server, "name": "echo", "arguments": {}, "check": "refuse", "runAs": null,
    });
    host.call(op::ToolCall, call).await;
    let before = host.call(op::HistoryList, json!({ "limit": 9 })).await;
    let started_at = before[0]["startedAt"].as_i64().expect("it ended");
    let store = database(&host).await;
    let put_back = planted_task(&server, Caller::Person, started_at);
    store.keep_task(&put_back).await.expect("written");
    store.close().await;

    let host = host.reopen().await;
    host.until_listed(&server).await;
    host.until("it is forgotten", async || {
        let tasks = host.call(op::TaskList, json!({})).await;
        (tasks == json!([])).then_some(())
    })
    .await;
    let sent = host.wire_texts(&server).await.concat();
    assert!(!sent.contains("planted"), "nobody asks about it: {sent}");
    let after = host.call(op::HistoryList, json!({ "limit": 9 })).await;
    assert_eq!(after, before, "nothing more came of it");
    host.api.close().await;
}

//! Restores or changes the database from outside; no server starts that was not agreed to last.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_config::definition::{DraftDefinition, DraftTransport, ExistingServers, check};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_types::id::ServerId;

use crate::test_host::{TestHost, demo_program, program, text};

async fn edit(host: &TestHost, server: &str, args: &[&str]) {
    let draft = json!({ "label": "Mine", "config": program(demo_program(), args) });
    let update = json!({ "serverId": server, "draft": draft });
    host.call(op::ServerUpdate, update).await;
}

/// It waits for a look and does not run; how what it says differs from what was agreed to last.
async fn held(host: &TestHost, server: &str) -> Value {
    host.until_state(server, "needsReview").await;
    let running = host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(running["servers"], json!([]), "nothing runs: {running}");
    host.call_on(op::PinGetLaunch, &server).await
}

async fn accept(host: &TestHost, server: &str, review: &Value) {
    let shown = json!({ "serverId": server, "fingerprint": review["fingerprint"] });
    host.call(op::PinAcceptLaunch, shown).await;
    host.until_state(server, "running").await;
}

fn words(review: &Value) -> Vec<String> {
    let listed = review["differences"].as_array();
    let words = listed.into_iter().flatten();
    words.map(|one| text(&one["message"])).collect()
}

#[tokio::test]
async fn an_older_database_put_back_starts_nothing_as_it_was_then() {
    let host = TestHost::open().await;
    let server = host
        .add("Mine", program(demo_program(), &["--quiet", "--one"]))
        .await;
    let same = host.add("Same", program(demo_program(), &[])).await;
    let (host, copy) = host.reopen_with_copy().await;
    edit(&host, &server, &["--quiet", "--two"]).await;
    host.turn_off(&same).await;

    let host = host.reopen_as(&copy).await;
    // What was taken back since is not known of any server.
    host.until_state(&same, "needsReview").await;
    host.turn_off(&same).await;
    let review = held(&host, &server).await;
    assert_eq!(
        words(&review),
        ["Argument 2 changed from `--two` to `--one`"],
        "what was agreed to last, beside what it says now: {review:#}"
    );
    assert_eq!(
        review["old"]["transport"]["args"],
        json!(["--quiet", "--two"])
    );
    let host = host.reopen().await;
    assert_eq!(held(&host, &server).await, review, "it waits on");
    accept(&host, &server, &review).await;
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_database_changed_with_its_consents_starts_nothing() {
    let host = TestHost::open().await;
    let server = host.add("Mine", program(demo_program(), &["--one"])).await;
    let (host, copy) = host.reopen_with_copy().await;
    // Another Usher writes everything as if it had been agreed to.
    let elsewhere = Paths::at(host.scratch().join("elsewhere"));
    elsewhere.create().expect("a folder");
    std::fs::copy(&copy, elsewhere.database()).expect("copied");
    let opened = Store::open(&elsewhere, &Clock::System).await;
    let store = opened.expect("opened").store;
    let draft = DraftDefinition {
        label: "Mine".into(),
        transport: DraftTransport::Stdio {
            command: demo_program().into(),
            args: vec!["--two".into()],
            env: Vec::new(),
            cwd: None,
            inputs: Vec::new(),
        },
        era: usher_mcp::EraChoice::Auto,
    };
    let Ok(checked) = check(draft, ExistingServers::default()) else {
        panic!("the draft is good");
    };
    let id = ServerId::from(server.as_str());
    let written = store.replace_definition(&id, &checked.definition).await;
    written.expect("written");
    store.close().await;

    let host = host.reopen_as(&elsewhere.database()).await;
    let review = held(&host, &server).await;
    assert_eq!(
        words(&review),
        ["Argument 1 changed from `--one` to `--two`"],
        "{review:#}"
    );
    let host = host.reopen_as(&copy).await;
    host.until_state(&server, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn a_server_deleted_for_good_does_not_come_back_by_an_older_database() {
    let host = TestHost::open().await;
    let server = host.add("Mine", program(demo_program(), &[])).await;
    let (host, copy) = host.reopen_with_copy().await;
    host.call_on(op::ServerRemove, &server).await;
    let host = host.reopen_as(&copy).await;
    let review = held(&host, &server).await;
    assert_eq!(
        (&review["old"], &review["differences"]),
        (&Value::Null, &json!([])),
        "there is nothing to compare it with: {review:#}"
    );
    accept(&host, &server, &review).await;
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn without_the_file_and_with_a_broken_one_everything_waits() {
    let host = TestHost::open().await;
    let server = host.add("Mine", program(demo_program(), &[])).await;
    let demo = text(&host.call(op::ServerAddDemo, json!({})).await["id"]);
    let file = Paths::at(host.data_dir()).consents();
    let host = host
        .reopen_after(|_| std::fs::remove_file(&file).expect("removed"))
        .await;
    host.until_state(&demo, "needsReview").await;
    let review = held(&host, &server).await;
    accept(&host, &server, &review).await;
    host.until_state(&server, "running").await;

    let host = host
        .reopen_after(|_| std::fs::write(&file, "{").expect("broken"))
        .await;
    host.until_state(&demo, "needsReview").await;
    let review = held(&host, &server).await;
    assert_eq!(review["old"], Value::Null, "{review:#}");
    let info = host.call(op::AppInfo, json!({})).await;
    assert!(
        info["notices"].to_string().contains("notice.approvalsLost"),
        "the person is told why all have to be looked at: {info:#}"
    );
    accept(&host, &server, &review).await;
    let host = host.reopen().await;
    host.until_state(&server, "running").await;
    host.until_state(&demo, "needsReview").await;
    host.api.close().await;
}

#[tokio::test]
async fn what_the_person_does_needs_no_second_look() {
    const SECRET: &str = "canary-consent-31";
    let host = TestHost::open().await;
    let mut config = program(demo_program(), &[]);
    config["env"] = json!([
        { "name": "API_TOKEN", "secret": true, "value": SECRET },
        { "name": "LEVEL", "secret": false, "value": "debug" },
    ]);
    let kept = host.add("Kept", config).await;
    let edited = host.add("Mine", program(demo_program(), &["--one"])).await;
    let demo = text(&host.call(op::ServerAddDemo, json!({})).await["id"]);
    edit(&host, &edited, &["--two"]).await;
    host.call_on(op::ServerRemove, &kept).await;
    host.call_on(op::ServerRestore, &kept).await;
    let file = Paths::at(host.data_dir()).consents();
    let host = host.reopen().await;
    for server in [&kept, &edited, &demo] {
        host.until_state(server, "running").await;
    }
    let written = std::fs::read_to_string(&file).expect("the file");
    assert!(
        written.contains("debug") && written.contains("API_TOKEN") && !written.contains(SECRET),
        "a reference stands in the place of a secret: {written}"
    );

    // What came out of a file is agreed to once.
    let saved = host.call(op::SetupSave, json!({})).await;
    let setup = std::fs::read_to_string(text(&saved["path"])).expect("the setup");
    let other = TestHost::open().await;
    let entries = other.call(op::SetupRead, json!({ "text": setup })).await;
    let mine = entries.as_array().into_iter().flatten();
    let mine = mine.filter(|entry| entry["label"] == "Mine");
    let picks: Vec<Value> = mine
        .map(|entry| json!({ "index": entry["index"], "allowing": false }))
        .collect();
    let import = json!({ "text": setup, "picks": picks });
    other.call(op::SetupImport, import).await;
    let imported = text(&other.call(op::ServerList, json!({})).await[0]["id"]);
    let on = json!({ "serverId": imported, "enabled": true });
    other.call(op::ServerSetEnabled, on).await;
    let other = other.reopen().await;
    let review = held(&other, &imported).await;
    assert_eq!(review["old"], Value::Null, "nobody agreed yet: {review:#}");
    accept(&other, &imported, &review).await;
    let other = other.reopen().await;
    other.until_state(&imported, "running").await;
    other.api.close().await;
    host.api.close().await;
}

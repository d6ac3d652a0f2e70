//! A database put back from a copy, or changed from outside with its consents, starts nothing that was not agreed to last.

use serde_json::{Value, json};
use usher_config::definition::{DraftDefinition, DraftTransport, Taken, check};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_types::id::ServerId;

use crate::desk::{Desk, demo_program, program, text};

async fn edit(desk: &Desk, server: &str, args: &[&str]) {
    let draft = json!({ "label": "Mine", "config": program(demo_program(), args) });
    let update = json!({ "serverId": server, "draft": draft });
    desk.call("server.update", update).await;
}

/// It waits for a look and does not run; how what it says differs from what was agreed to last.
async fn held(desk: &Desk, server: &str) -> Value {
    desk.until_state(server, "needsReview").await;
    let running = desk.call("server.processes", json!({})).await;
    assert_eq!(running["servers"], json!([]), "nothing runs: {running}");
    desk.call("pin.getLaunch", json!({ "serverId": server }))
        .await
}

async fn accept(desk: &Desk, server: &str, review: &Value) {
    let shown = json!({ "serverId": server, "fingerprint": review["fingerprint"] });
    desk.call("pin.acceptLaunch", shown).await;
    desk.until_state(server, "running").await;
}

fn words(review: &Value) -> Vec<String> {
    let listed = review["differences"].as_array();
    let words = listed.into_iter().flatten();
    words.map(|one| text(&one["words"])).collect()
}

#[tokio::test]
async fn an_older_database_put_back_starts_nothing_as_it_was_then() {
    let desk = Desk::open().await;
    let server = desk
        .add("Mine", program(demo_program(), &["--quiet", "--one"]))
        .await;
    let same = desk.add("Same", program(demo_program(), &[])).await;
    let (desk, copy) = desk.reopen_with_copy().await;
    edit(&desk, &server, &["--quiet", "--two"]).await;
    let off = json!({ "serverId": same, "enabled": false });
    desk.call("server.setEnabled", off).await;

    let desk = desk.reopen_as(&copy).await;
    desk.until_state(&same, "running").await;
    let off = json!({ "serverId": same, "enabled": false });
    desk.call("server.setEnabled", off).await;
    let review = held(&desk, &server).await;
    assert_eq!(
        words(&review),
        ["Argument 2 changed from `--two` to `--one`"],
        "what was agreed to last, beside what it says now: {review:#}"
    );
    assert_eq!(
        review["old"]["transport"]["args"],
        json!(["--quiet", "--two"])
    );
    let desk = desk.reopen().await;
    assert_eq!(held(&desk, &server).await, review, "it waits on");
    accept(&desk, &server, &review).await;
    let desk = desk.reopen().await;
    desk.until_state(&server, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn a_database_changed_with_its_consents_starts_nothing() {
    let desk = Desk::open().await;
    let server = desk.add("Mine", program(demo_program(), &["--one"])).await;
    let (desk, copy) = desk.reopen_with_copy().await;
    // Another Usher writes everything as if it had been agreed to.
    let elsewhere = Paths::at(desk.scratch().join("elsewhere"));
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
        },
        era: usher_core::protocol::EraChoice::Auto,
    };
    let Ok(checked) = check(draft, Taken::default()) else {
        panic!("the draft is good");
    };
    let id = ServerId::from(server.as_str());
    let written = store.replace_definition(&id, &checked.definition).await;
    written.expect("written");
    store.close().await;

    let desk = desk.reopen_as(&elsewhere.database()).await;
    let review = held(&desk, &server).await;
    assert_eq!(
        words(&review),
        ["Argument 1 changed from `--one` to `--two`"],
        "{review:#}"
    );
    let desk = desk.reopen_as(&copy).await;
    desk.until_state(&server, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn a_server_deleted_for_good_does_not_come_back_by_an_older_database() {
    let desk = Desk::open().await;
    let server = desk.add("Mine", program(demo_program(), &[])).await;
    let (desk, copy) = desk.reopen_with_copy().await;
    desk.call("server.remove", json!({ "serverId": server }))
        .await;
    let desk = desk.reopen_as(&copy).await;
    let review = held(&desk, &server).await;
    assert_eq!(
        (&review["old"], &review["differences"]),
        (&Value::Null, &json!([])),
        "there is nothing to compare it with: {review:#}"
    );
    accept(&desk, &server, &review).await;
    let desk = desk.reopen().await;
    desk.until_state(&server, "running").await;
    desk.api.close().await;
}

#[tokio::test]
async fn without_the_file_the_database_is_believed_and_a_broken_one_says_nothing() {
    let desk = Desk::open().await;
    let server = desk.add("Mine", program(demo_program(), &[])).await;
    let demo = text(&desk.call("server.addDemo", json!({})).await["id"]);
    let file = Paths::at(desk.data_dir()).consents();
    let desk = desk
        .reopen_after(|_| std::fs::remove_file(&file).expect("removed"))
        .await;
    desk.until_state(&server, "running").await;
    desk.until_state(&demo, "running").await;

    let desk = desk
        .reopen_after(|_| std::fs::write(&file, "{").expect("broken"))
        .await;
    desk.until_state(&demo, "needsReview").await;
    let review = held(&desk, &server).await;
    assert_eq!(review["old"], Value::Null, "{review:#}");
    let info = desk.call("app.info", json!({})).await;
    assert!(
        info.to_string().contains("could not be read from"),
        "the person is told why all have to be looked at: {info:#}"
    );
    accept(&desk, &server, &review).await;
    let desk = desk.reopen().await;
    desk.until_state(&server, "running").await;
    desk.until_state(&demo, "needsReview").await;
    desk.api.close().await;
}

#[tokio::test]
async fn what_the_person_does_needs_no_second_look() {
    const SECRET: &str = "canary-consent-31";
    let desk = Desk::open().await;
    let mut config = program(demo_program(), &[]);
    config["env"] = json!([
        { "name": "API_TOKEN", "secret": true, "value": SECRET },
        { "name": "LEVEL", "secret": false, "value": "debug" },
    ]);
    let kept = desk.add("Kept", config).await;
    let edited = desk.add("Mine", program(demo_program(), &["--one"])).await;
    let demo = text(&desk.call("server.addDemo", json!({})).await["id"]);
    edit(&desk, &edited, &["--two"]).await;
    desk.call("server.remove", json!({ "serverId": kept }))
        .await;
    desk.call("server.restore", json!({ "serverId": kept }))
        .await;
    let file = Paths::at(desk.data_dir()).consents();
    let desk = desk.reopen().await;
    for server in [&kept, &edited, &demo] {
        desk.until_state(server, "running").await;
    }
    let written = std::fs::read_to_string(&file).expect("the file");
    assert!(
        written.contains("debug") && written.contains("API_TOKEN") && !written.contains(SECRET),
        "a reference stands in the place of a secret: {written}"
    );

    // What came out of a file is agreed to once.
    let saved = desk.call("setup.save", json!({})).await;
    let setup = std::fs::read_to_string(text(&saved["path"])).expect("the setup");
    let other = Desk::open().await;
    let entries = other.call("setup.read", json!({ "text": setup })).await;
    let mine = entries.as_array().into_iter().flatten();
    let mine = mine.filter(|entry| entry["label"] == "Mine");
    let picks: Vec<Value> = mine
        .map(|entry| json!({ "index": entry["index"], "allowing": false }))
        .collect();
    let import = json!({ "text": setup, "picks": picks });
    other.call("setup.import", import).await;
    let imported = text(&other.call("server.list", json!({})).await[0]["id"]);
    let on = json!({ "serverId": imported, "enabled": true });
    other.call("server.setEnabled", on).await;
    let other = other.reopen().await;
    let review = held(&other, &imported).await;
    assert_eq!(review["old"], Value::Null, "nobody agreed yet: {review:#}");
    accept(&other, &imported, &review).await;
    let other = other.reopen().await;
    other.until_state(&imported, "running").await;
    other.api.close().await;
    desk.api.close().await;
}

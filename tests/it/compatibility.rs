//! Compares what data folders of older versions mean now and then.
//!
//! `README.md` in each folder below `tests/fixtures` says how it was made.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use usher_api::operations::{TypedOperation as _, op};

use serde_json::{Map, Value, json};
use usher_review::canonical::Digest;
use usher_system::clock::{Clock, FixedClock};
use usher_system::secrets::{Memory, SecretStore};
use usher_types::id::SecretRef;
use usher_types::secret::Secret;

use crate::test_host::{TestHost, text};
use crate::usage::call;

/// A folder of Usher 0.1.0.
const FIRST: &str = "data-folder-0.1.0";
/// A folder whose rows name clients by their names.
const NAMED_CLIENTS: &str = "data-folder-named-clients";

/// A minute after the folders were made, Unix ms.
const NOW_MS: i64 = 1_800_000_060_000;

/// Names members that differ from run to run.
const VARYING: [&str; 7] = [
    "number",
    "sinceAt",
    "pid",
    "session",
    "programChanged",
    "stderr",
    "stderrNextSeq",
];

#[tokio::test]
async fn a_folder_of_version_0_1_0_means_the_same() {
    let host = opened().await;
    let expected = fixture(FIRST, "expected.json");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let found = everything(&host).await;
    let parts = expected.as_object().expect("an object of parts");
    assert_eq!(parts.len(), found.len(), "every part is compared");
    for (part, expected) in parts {
        assert_eq!(&found[part], expected, "{part}: {:#}", found[part]);
    }
    host.api.close().await;
}

#[tokio::test]
async fn clients_of_a_version_that_named_them_by_their_names_are_the_same() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let data = copied(&dir, NAMED_CLIENTS);
    let place = data.canonicalize().expect("it is there");
    let place = Digest::of_bytes(place.as_os_str().as_encoded_bytes());
    let key = SecretRef::from(format!("integrity-{}", place.as_str()));
    let secrets = Memory::default();
    secrets
        .set(&key, Secret::new(fixture(NAMED_CLIENTS, "key.txt")))
        .await
        .expect("memory takes every secret");
    let clock = Clock::Fixed(FixedClock::at(NOW_MS));
    let host = TestHost::open_in(dir, Arc::new(secrets), clock).await;
    let demo = the(&host, op::ServerList::NAME, "Demo server").await;
    host.until_read(&demo).await;
    let expected = fixture(NAMED_CLIENTS, "expected.json");
    let expected: Map<String, Value> = serde_json::from_str(&expected).expect("JSON");
    let mut found = of_clients(&host).await;
    // The task of the folder ends at once: its server knows none.
    for (part, id) in [("history", "/row/id"), ("records", "/head/id")] {
        let known: Vec<_> = expected[part].as_array().into_iter().flatten().collect();
        let known: Vec<_> = known.iter().map(|row| row.pointer(id)).collect();
        let rows = found[part].as_array_mut().expect("a list");
        rows.retain(|row| known.contains(&row.pointer(id)));
    }
    for (part, expected) in expected {
        assert_eq!(found[&part], expected, "{part}: {:#}", found[&part]);
    }
    for (name, [calls, records]) in [("Größe \"x\" \\ 語", [2, 4]), ("Gone", [1, 3])] {
        let caller = json!({ "kind": "client", "name": name });
        let of_caller = json!({ "caller": caller, "before": null, "limit": 100 });
        let listed = host.call(op::HistoryList, of_caller).await;
        assert!(listed.as_array().map(Vec::len) >= Some(calls), "{listed:#}");
        let filter = json!({ "filter": { "client": name }, "before": null, "limit": 100 });
        let listed = host.call(op::ApprovalRecordList, filter).await;
        assert_eq!(listed.as_array().map(Vec::len), Some(records), "{listed:#}");
    }
    host.api.close().await;
}

#[tokio::test]
async fn a_setup_file_of_version_0_1_0_is_imported() {
    let host = TestHost::open().await;
    let file = fixture(FIRST, "setup.json");
    let entries = host.call(op::SetupRead, json!({ "text": file })).await;
    let entries = entries.as_array().expect("entries");
    let picks: Vec<Value> = entries
        .iter()
        .map(|entry| json!({ "index": entry["index"], "allowing": true }))
        .collect();
    for entry in entries {
        assert_eq!(entry["problem"], Value::Null, "{entry:#}");
        assert_eq!(entry["leftOut"], json!([]), "{entry:#}");
    }
    let chosen = json!({ "text": file, "picks": picks });
    let imported = host.call(op::SetupImport, chosen).await;
    assert_eq!(imported, json!({ "added": entries.len() }));
    host.api.close().await;
}

/// Reads what was decided about clients, and what they did.
async fn of_clients(host: &TestHost) -> Map<String, Value> {
    let mut parts = Map::new();
    let mut read = |part: &str, value: Value| parts.insert(part.to_owned(), value);
    read("clients", host.call(op::ClientList, json!({})).await);
    read("policies", host.call(op::PolicyList, json!({})).await);
    for (part, _, whole) in on_record(host).await {
        read(part, whole.into());
    }
    parts
}

/// Reads finished calls and decisions: the part of the folder, its list, and each of its entries whole.
async fn on_record(host: &TestHost) -> Vec<(&'static str, Value, Vec<Value>)> {
    let mut parts = Vec::new();
    for (part, list, get) in [
        ("history", op::HistoryList::NAME, op::HistoryGet::NAME),
        (
            "records",
            op::ApprovalRecordList::NAME,
            op::ApprovalRecordGet::NAME,
        ),
    ] {
        let rows = host
            .call_named(list, json!({ "filter": {}, "limit": 100 }))
            .await;
        let mut whole = Vec::new();
        for row in rows.as_array().into_iter().flatten() {
            whole.push(host.call_named(get, json!({ "id": row["id"] })).await);
        }
        parts.push((part, rows, whole));
    }
    parts
}

/// Reads a file of a fixture.
fn fixture(folder: &str, name: &str) -> String {
    let path = fixtures().join(folder).join(name);
    std::fs::read_to_string(path).expect("the fixture is complete")
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Copies the data folder of a fixture.
fn copied(dir: &tempfile::TempDir, folder: &str) -> PathBuf {
    let data = dir.path().join("data");
    std::fs::create_dir(&data).expect("the temporary directory can be written");
    for name in ["usher.db", "consents.json"] {
        std::fs::copy(fixtures().join(folder).join(name), data.join(name)).expect("copied");
    }
    data
}

/// Opens a copy of the folder with the secrets it refers to.
async fn opened() -> TestHost {
    let dir = tempfile::tempdir().expect("a temporary directory");
    copied(&dir, FIRST);
    let secrets = Memory::default();
    let kept: Map<String, Value> =
        serde_json::from_str(&fixture(FIRST, "secrets.json")).expect("JSON");
    for (reference, value) in kept {
        let secret = Secret::new(text(&value));
        secrets
            .set(&SecretRef::from(reference), secret)
            .await
            .expect("memory takes every secret");
    }
    let clock = Clock::Fixed(FixedClock::at(NOW_MS));
    TestHost::open_in(dir, Arc::new(secrets), clock).await
}

/// Reads all that the folder holds, part by part.
async fn everything(host: &TestHost) -> Map<String, Value> {
    let notes = the(host, op::ServerList::NAME, "Notes").await;
    let changing = the(host, op::ServerList::NAME, "Changing").await;
    host.until_read(&notes).await;
    host.until_read(&changing).await;
    let mut parts = Map::new();
    let mut read = |part: &str, value: Value| parts.insert(part.to_owned(), without_varying(value));
    for (part, operation) in [
        ("settings", op::SettingGet::NAME),
        ("policies", op::PolicyList::NAME),
        ("providers", op::ModelProviders::NAME),
        ("mappings", op::ModelMappings::NAME),
        ("budgets", op::SamplingServers::NAME),
        ("refused approvals", op::ApprovalLimits::NAME),
        ("tasks", op::TaskList::NAME),
    ] {
        read(part, host.call_named(operation, json!({})).await);
    }
    let info = host.call(op::AppInfo, json!({})).await;
    read("notices", json!([info["blocked"], info["notices"]]));
    let roots = json!({ "serverId": null });
    read("roots", host.call(op::RootList, roots).await);
    read("servers", servers(host).await);
    read("webtools", webtools(host).await);
    read("approvals", approvals(host).await);
    for (part, rows, whole) in on_record(host).await {
        read(part, json!([rows, whole]));
    }
    let setup = json!({ "text": fixture(FIRST, "setup.json") });
    read("setup", host.call(op::SetupRead, setup).await);
    read("use", in_use(host, [&notes, &changing]).await);
    parts
}

async fn servers(host: &TestHost) -> Value {
    let mut servers = Vec::new();
    for server in listed(host, op::ServerList::NAME).await {
        let id = json!({ "serverId": server["id"] });
        let items = host.call(op::PinList, id.clone()).await;
        let mut pins = Vec::new();
        for item in items.as_array().into_iter().flatten() {
            let item =
                json!({ "serverId": server["id"], "kind": item["kind"], "name": item["name"] });
            pins.push(host.call(op::PinGet, item).await);
        }
        servers.push(json!({
            "detail": host.call(op::ServerGet, id.clone()).await,
            "launch": host.call(op::PinGetLaunch, id.clone()).await,
            "roots": host.call(op::RootList, id).await,
            "items": items,
            "pins": pins,
        }));
    }
    servers.into()
}

async fn webtools(host: &TestHost) -> Value {
    let mut webtools = Vec::new();
    for webtool in listed(host, op::WebtoolList::NAME).await {
        let id = &webtool["id"];
        let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
        let mut texts = Vec::new();
        for pin in detail["pins"].as_array().into_iter().flatten() {
            let pin = json!({ "webtoolId": id, "pinId": pin["id"] });
            texts.push(host.call(op::WebtoolText, pin).await);
        }
        webtools.push(json!({ "detail": detail, "texts": texts }));
    }
    webtools.into()
}

/// Lists the approvals that were open; each start gives them other ids.
async fn approvals(host: &TestHost) -> Value {
    let mut open = listed(host, op::ApprovalList::NAME).await;
    for approval in &mut open {
        if let Some(members) = approval.as_object_mut() {
            members.remove("id");
        }
    }
    open.sort_by_key(Value::to_string);
    open.into()
}

/// Uses tools whose reviews and rules differ.
async fn in_use(host: &TestHost, [notes, changing]: [&str; 2]) -> Value {
    let mut came = Vec::new();
    for (server, tool) in [
        (notes, "read_note"),
        (notes, "delete_note"),
        (changing, "write_note"),
    ] {
        let params = call(server, tool, tool, &json!({}));
        came.push(match host.api.call(op::ToolCall::NAME, params).await {
            Ok(outcome) => outcome["ending"].clone(),
            Err(error) => serde_json::to_value(error).expect("errors are JSON"),
        });
    }
    came.into()
}

async fn listed(host: &TestHost, operation: &str) -> Vec<Value> {
    let rows = host.call_named(operation, json!({})).await;
    rows.as_array().cloned().expect("a list")
}

/// Finds what has this label.
async fn the(host: &TestHost, operation: &str, label: &str) -> String {
    let rows = listed(host, operation).await;
    let found = rows.iter().find(|row| row["label"] == label);
    text(&found.expect("it is there")["id"])
}

fn without_varying(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(without_varying).collect(),
        Value::Object(members) => members
            .into_iter()
            .filter(|(name, _)| !VARYING.contains(&name.as_str()))
            .map(|(name, value)| (name, without_varying(value)))
            .collect(),
        other => other,
    }
}

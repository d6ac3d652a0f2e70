//! Connects agents to Usher in their own files: shown first, written as shown, undone to the byte.

mod removal;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;
use usher_config::other_apps::ConfigPaths;

use crate::approval_records::no_file_holds;
use crate::test_host::{AGENTS_START, TestHost, demo_program, text};

/// Of Claude Code: with a comment's worth of odd layout, and two servers, one of which cannot be imported.
const CLAUDE: &str = "{\n\t\"theme\" : \"dark\",\n  \"mcpServers\": {\n    \"notes\": { \"command\": \"notes\", \"args\": [ ] },\n    \"odd\": { }\n  },\n\n  \"projects\": {}\n}";

const CODEX: &str =
    "# mine\nmodel = \"x\"   # kept\r\n\n[mcp_servers.docs]\nurl = 'http://127.0.0.1:9/mcp'\n";

/// A home with these files.
async fn beside(files: &[(&str, &str)]) -> TestHost {
    TestHost::open_beside(|dir| {
        let home = dir.join("home");
        fs::create_dir_all(&home).expect("the home can be made");
        for (path, content) in files {
            let file = home.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
            fs::write(file, content).expect("it can be written");
        }
        ConfigPaths {
            config: home.join(".config"),
            home,
            variables: Vec::new(),
        }
    })
    .await
}

fn home(host: &TestHost) -> PathBuf {
    host.scratch().join("home")
}

fn key(host: &TestHost, id: &str, file: &str) -> Value {
    json!({ "id": id, "file": home(host).join(file) })
}

async fn agents(host: &TestHost) -> Vec<Value> {
    let list = host.call(op::AgentList, json!({})).await;
    list["agents"].as_array().expect("agents").clone()
}

/// Connects an agent as the page does: what was shown is agreed to. Returns what was shown.
async fn connect(host: &TestHost, key: &Value) -> Value {
    let shown = host.call(op::AgentPreview, key.clone()).await;
    assert_eq!(shown["kind"], "ready", "{shown:#}");
    let agreed = json!({ "previewId": shown["previewId"] });
    let written = host.call(op::AgentApply, agreed).await;
    assert_eq!(written["kind"], "done", "{written:#}");
    assert_eq!(written["agent"]["state"]["kind"], "connected");
    assert_eq!(
        written["backup"], shown["backup"],
        "where it was said to be"
    );
    shown
}

/// The file as a whole difference would leave it.
fn lines_of(shown: &Value, kinds: &[&str]) -> String {
    let lines = shown["lines"].as_array().expect("lines").iter();
    let fits = |line: &&Value| kinds.iter().any(|kind| line["kind"] == *kind);
    let mut all = String::new();
    for line in lines.filter(fits) {
        all += &text(&line["text"]);
        all += "\n";
    }
    all
}

/// The key of a client in a file.
fn client_key(text: &str) -> &str {
    let (_, rest) = text
        .split_once("USHER_CLIENT_KEY")
        .expect("a key is written");
    let key = &rest[rest.find("usher_").expect("its beginning")..];
    key.split('"').next().expect("its end")
}

/// A file as it is shown: without the key of the client.
fn as_shown(text: &str) -> String {
    text.replace(client_key(text), "•••")
}

/// Names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            entry.file_name().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn agents_are_found_with_what_they_have() {
    let host = beside(&[
        (".claude.json", CLAUDE),
        (".codex/config.toml", CODEX),
        (".cursor/mcp.json", "{ broken"),
    ])
    .await;
    let config = json!({ "kind": "http", "url": "http://127.0.0.1:9/mcp", "headers": [] });
    host.add("Docs", config).await;
    let found = agents(&host).await;
    let told = |agent: &Value| {
        let kind = &agent["state"]["kind"];
        json!([
            agent["id"],
            kind,
            agent["ownServers"],
            agent["importable"],
            agent["writtenAt"]
        ])
    };
    assert_eq!(
        found.iter().map(told).collect::<Vec<_>>(),
        [
            json!(["claude-code", "notConnected", 2, 1, null]),
            json!(["cursor", "refused", 0, 0, null]),
            json!(["codex", "notConnected", 1, 0, null]),
        ],
        "one server is broken, and one is configured here"
    );
    assert_eq!(
        found[0]["limits"],
        json!({ "callSeconds": 1800, "tools": null })
    );
    let refused = &found[1]["state"];
    assert_eq!(refused["reason"]["code"], "agents.brokenAt", "{refused:#}");
    let paste: Value = serde_json::from_str(&text(&refused["byHand"])).expect("JSON");
    let entry = json!({ "command": AGENTS_START, "args": ["connect", "--as", "cursor"] });
    assert_eq!(paste, json!({ "mcpServers": { "usher": entry } }));
    let running = host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(running["servers"], json!([]), "nothing runs: {running}");
    host.api.close().await;
}

#[tokio::test]
async fn without_agents_there_is_a_text_to_paste() {
    let host = beside(&[]).await;
    let list = host.call(op::AgentList, json!({})).await;
    assert_eq!(list["agents"], json!([]));
    let paste: Value = serde_json::from_str(&text(&list["paste"])).expect("JSON");
    let entry = json!({ "command": AGENTS_START, "args": ["connect"] });
    assert_eq!(paste, json!({ "mcpServers": { "usher": entry } }));
    host.api.close().await;
}

#[tokio::test]
async fn what_was_shown_is_written_and_undone_after_a_restart() {
    for (id, file, before) in [
        ("claude-code", ".claude.json", CLAUDE),
        ("codex", ".codex/config.toml", CODEX),
    ] {
        let host = beside(&[(file, before)]).await;
        let key = key(&host, id, file);
        let path = home(&host).join(file);
        let folder = path.parent().expect("a folder").to_owned();
        let files = names(&folder);
        let shown = connect(&host, &key).await;
        assert_eq!(shown["change"], "add");
        let after = fs::read_to_string(&path).expect("the file");
        let written = as_shown(&after).replace("\r\n", "\n") + "\n";
        assert!(
            written.contains(&lines_of(&shown, &["same", "added"])),
            "{after}"
        );
        assert!(after.contains(AGENTS_START), "{after}");
        let client_key = client_key(&after).to_owned();
        assert_eq!(client_key.len(), "usher_".len() + 43, "256 bits");
        assert!(!shown.to_string().contains(&client_key), "it is not shown");
        let backup = fs::read_to_string(text(&shown["backup"])).expect("the copy");
        assert_eq!(backup, before);
        host.until_event("agentsChanged", |_| true).await;

        let host = host.reopen().await;
        let agent = &agents(&host).await[0];
        assert_eq!(agent["state"]["kind"], "connected");
        assert!(agent["writtenAt"].is_i64(), "{agent:#}");
        let undone = host.call(op::AgentUndo, key.clone()).await;
        assert_eq!(undone["kind"], "restored", "{undone:#}");
        assert_eq!(undone["agent"]["state"]["kind"], "notConnected");
        assert_eq!(undone["agent"]["writtenAt"], Value::Null);
        assert_eq!(fs::read_to_string(&path).expect("the file"), before);
        assert_eq!(names(&folder), files, "no copy is left");
        let again = host.fails(op::AgentUndo, key).await;
        assert_eq!(again.code, Code::NotFound);
        host.api.close().await;
        no_file_holds(&host, &client_key);
    }
}

#[tokio::test]
async fn a_file_that_did_not_exist_is_gone_again() {
    let host = beside(&[(".codex/keep", "")]).await;
    let key = key(&host, "codex", ".codex/config.toml");
    let shown = connect(&host, &key).await;
    assert_eq!(
        (&shown["change"], &shown["backup"]),
        (&json!("create"), &Value::Null)
    );
    let path = home(&host).join(".codex/config.toml");
    let written = fs::read_to_string(&path).expect("the file");
    let all = lines_of(&shown, &["added"]);
    assert_eq!(as_shown(&written), all, "all of it was shown");
    let undone = host.call(op::AgentUndo, key).await;
    assert_eq!(undone["kind"], "restored");
    assert!(!path.exists());
    host.api.close().await;
}

#[tokio::test]
async fn a_file_that_changed_after_it_was_shown_is_not_written() {
    let host = beside(&[(".codex/config.toml", CODEX)]).await;
    let key = key(&host, "codex", ".codex/config.toml");
    let shown = host.call(op::AgentPreview, key).await;
    let changed = format!("{CODEX}\n[other]\n");
    let path = home(&host).join(".codex/config.toml");
    fs::write(&path, &changed).expect("it can be written");
    let agreed = json!({ "previewId": shown["previewId"] });
    let refused = host.call(op::AgentApply, agreed.clone()).await;
    assert_eq!(refused["kind"], "refused", "{refused:#}");
    assert_eq!(refused["reason"]["code"], "agents.changed");
    let paste = text(&refused["byHand"]);
    assert!(paste.contains("[mcp_servers.usher]"), "{paste}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), changed);
    assert_eq!(names(path.parent().expect("a folder")), ["config.toml"]);
    let twice = host.fails(op::AgentApply, agreed).await;
    assert_eq!(
        twice.code,
        Code::NotFound,
        "what was shown is agreed to once"
    );
    host.api.close().await;
}

#[tokio::test]
async fn only_files_of_agents_are_touched() {
    let host = beside(&[(".codex/config.toml", CODEX), ("other.toml", CODEX)]).await;
    for key in [
        key(&host, "codex", "other.toml"),
        key(&host, "cursor", ".codex/config.toml"),
    ] {
        for named in ["agent.preview", "agent.undo", "agent.remove"] {
            let error = host.fails_named(named, key.clone()).await;
            assert_eq!(error.code, Code::NotFound, "{named} {key}");
        }
    }
    let other = home(&host).join("other.toml");
    assert_eq!(fs::read_to_string(other).expect("the file"), CODEX);
    host.api.close().await;
}

#[tokio::test]
async fn what_was_changed_since_stays_when_it_is_undone() {
    let host = beside(&[(".codex/config.toml", CODEX)]).await;
    let key = key(&host, "codex", ".codex/config.toml");
    connect(&host, &key).await;
    let path = home(&host).join(".codex/config.toml");
    let mine = fs::read_to_string(&path).expect("the file") + "\n[mine]\nkept = true\n";
    fs::write(&path, mine).expect("it can be written");
    let undone = host.call(op::AgentUndo, key.clone()).await;
    assert_eq!(undone["kind"], "entryRemoved", "{undone:#}");
    let left = fs::read_to_string(&path).expect("the file");
    assert!(
        left.contains("kept = true") && !left.contains("usher"),
        "{left}"
    );
    let again = host.fails(op::AgentUndo, key).await;
    assert_eq!(again.code, Code::NotFound, "there is nothing left to undo");
    host.api.close().await;
}

#[tokio::test]
async fn an_entry_of_another_place_is_updated_and_undone_step_by_step() {
    let file = ".cursor/mcp.json";
    let host = beside(&[(file, "{}\n")]).await;
    let key = key(&host, "cursor", file);
    connect(&host, &key).await;
    let path = home(&host).join(file);
    let first = fs::read_to_string(&path).expect("the file");
    let moved = first.replace(AGENTS_START, "/old/usher");
    fs::write(&path, &moved).expect("it can be written");
    assert_eq!(agents(&host).await[0]["state"]["kind"], "differs");
    let shown = connect(&host, &key).await;
    assert_eq!(shown["change"], "update");
    let updated = fs::read_to_string(&path).expect("the file");
    assert_eq!(client_key(&updated), client_key(&first), "its key stays");
    let undone = host.call(op::AgentUndo, key.clone()).await;
    assert_eq!(undone["kind"], "restored");
    assert_eq!(fs::read_to_string(&path).expect("the file"), moved);
    let undone = host.call(op::AgentUndo, key).await;
    assert_eq!(
        undone["kind"], "entryRemoved",
        "it is not what was written: {undone:#}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn an_entry_without_a_key_is_brought_up_to_date() {
    let file = ".cursor/mcp.json";
    let entry = json!({ "command": AGENTS_START, "args": ["connect", "--as", "cursor"] });
    let before = json!({ "mcpServers": { "usher": entry } }).to_string();
    let host = beside(&[(file, &before)]).await;
    let key = key(&host, "cursor", file);
    assert_eq!(agents(&host).await[0]["state"]["kind"], "differs");
    let shown = connect(&host, &key).await;
    assert_eq!(shown["change"], "update");
    let written = fs::read_to_string(home(&host).join(file)).expect("the file");
    client_key(&written);
    let undone = host.call(op::AgentUndo, key).await;
    assert_eq!(undone["kind"], "restored");
    host.api.close().await;
}

#[tokio::test]
async fn an_entry_that_the_person_wrote_is_removed_alone() {
    let file = ".cursor/mcp.json";
    let env = json!({ "USHER_CLIENT_KEY": "usher_mine", "OTHER": "1" });
    let args = ["connect", "--as", "cursor"];
    let entry = json!({ "command": AGENTS_START, "args": args, "env": env });
    let notes = json!({ "command": demo_program() });
    let before = json!({ "mcpServers": { "notes": notes, "usher": entry } }).to_string();
    let host = beside(&[(file, &before)]).await;
    let key = key(&host, "cursor", file);
    let agent = &agents(&host).await[0];
    assert_eq!(
        (
            &agent["state"]["kind"],
            &agent["writtenAt"],
            &agent["ownServers"]
        ),
        (&json!("connected"), &Value::Null, &json!(1))
    );
    let shown = host.call(op::AgentPreview, key.clone()).await;
    assert_eq!(
        (&shown["change"], &shown["backup"]),
        (&json!("none"), &Value::Null)
    );
    let removed = host.call(op::AgentRemove, key.clone()).await;
    assert_eq!(removed["kind"], "entryRemoved");
    let left = fs::read_to_string(home(&host).join(file)).expect("the file");
    let left: Value = serde_json::from_str(&left).expect("JSON");
    assert_eq!(left, json!({ "mcpServers": { "notes": notes } }));
    let again = host.call(op::AgentRemove, key).await;
    assert_eq!(again["kind"], "nothing");
    host.api.close().await;
}

#[tokio::test]
async fn what_another_program_wrote_into_the_database_is_not_undone() {
    let host = beside(&[(".codex/config.toml", CODEX)]).await;
    let key = key(&host, "codex", ".codex/config.toml");
    connect(&host, &key).await;
    let path = home(&host).join(".codex/config.toml");
    let written = fs::read_to_string(&path).expect("the file");
    host.execute(
        "UPDATE agent_receipts SET receipt = json_set(receipt, '$.before', NULL, '$.backup', NULL)",
    )
    .await;
    let host = host.reopen().await;
    let agent = &agents(&host).await[0];
    assert_eq!(
        (&agent["state"]["kind"], &agent["writtenAt"]),
        (&json!("connected"), &Value::Null)
    );
    let error = host.fails(op::AgentUndo, key.clone()).await;
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(fs::read_to_string(&path).expect("the file"), written);
    let info = host.call(op::AppInfo, json!({})).await;
    assert_eq!(info["notices"], json!([]), "no server was changed");
    let removed = host.call(op::AgentRemove, key).await;
    assert_eq!(removed["kind"], "entryRemoved");
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_to_nowhere_and_a_read_only_file_are_refused_with_the_text_to_paste() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let host = beside(&[("real.toml", CODEX), (".cursor/mcp.json", "{}")]).await;
    let folder = home(&host).join(".codex");
    fs::create_dir(&folder).expect("it can be made");
    let link = folder.join("config.toml");
    symlink(home(&host).join("gone.toml"), &link).expect("a link");
    let cursor = home(&host).join(".cursor/mcp.json");
    fs::set_permissions(&cursor, PermissionsExt::from_mode(0o444)).expect("read-only");
    let found = agents(&host).await;
    let told = |agent: &Value| json!([agent["id"], agent["state"]["reason"]["code"]]);
    assert_eq!(
        found.iter().map(told).collect::<Vec<_>>(),
        [
            json!(["cursor", "agents.readOnly"]),
            json!(["codex", "agents.link"])
        ]
    );
    let shown = host
        .call(op::AgentPreview, key(&host, "codex", ".codex/config.toml"))
        .await;
    assert_eq!(shown["kind"], "refused");
    assert!(
        text(&shown["byHand"]).contains("[mcp_servers.usher]"),
        "{shown:#}"
    );
    fs::remove_file(&link).expect("it is a link");
    let real = home(&host).join("real.toml");
    symlink(&real, &link).expect("a link");
    let shown = host
        .call(op::AgentPreview, key(&host, "codex", ".codex/config.toml"))
        .await;
    let real = real.canonicalize().expect("it is there");
    assert_eq!(shown["file"], json!(real), "the file that is written");
    host.api.close().await;
}

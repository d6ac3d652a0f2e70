//! Removes an agent's own servers that Usher has too from its file: chosen by name, shown first, undone to the byte.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;

use super::{agents, beside, connect, home, key, lines_of, names};
use crate::test_host::{AGENTS_START, TestHost, text};

const FILE: &str = ".claude.json";

/// Two servers that can be imported, one of them with a secret, and one that cannot.
const CLAUDE: &str = "{\n\t\"theme\" : \"dark\",\n  \"mcpServers\": {\n    \"notes\": { \"command\": \"notes\", \"args\": [ ], \"env\": { \"NOTES_TOKEN\": \"s3cr3t\", \"MODE\": \"x\" } },\n    \"odd\": { },\n    \"docs\": { \"type\": \"http\", \"url\": \"http://127.0.0.1:9/mcp\" }\n  }\n}";

/// An agent whose servers were imported as its page does it.
struct Imported {
    host: TestHost,
    key: Value,
    file: PathBuf,
}

impl Imported {
    async fn new() -> Self {
        let host = beside(&[(FILE, CLAUDE)]).await;
        let file = home(&host).join(FILE);
        let choice = |name: &str| json!({ "path": file, "key": name });
        let choices = json!({ "choices": [choice("notes"), choice("docs")] });
        host.call(op::ImportApply, choices).await;
        Self {
            key: key(&host, "claude-code", FILE),
            host,
            file,
        }
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("the file")
    }

    fn params(&self, names: &[&str]) -> Value {
        json!({ "id": self.key["id"], "file": self.key["file"], "names": names })
    }

    async fn show(&self, names: &[&str]) -> Value {
        let params = self.params(names);
        self.host.call(op::AgentPreviewRemoval, params).await
    }

    /// Removes servers as the page does: what was shown is agreed to. Returns what was shown.
    async fn remove(&self, names: &[&str]) -> Value {
        let shown = self.show(names).await;
        assert_eq!(
            (&shown["kind"], &shown["change"]),
            (&json!("ready"), &json!("remove")),
            "{shown:#}"
        );
        let agreed = json!({ "previewId": shown["previewId"] });
        let written = self.host.call(op::AgentApply, agreed).await;
        assert_eq!(written["kind"], "done", "{written:#}");
        assert_eq!(written["backup"], shown["backup"]);
        assert_eq!(written["agent"]["removed"], json!(names));
        shown
    }

    async fn undo(&self) -> Value {
        let mut undone = self.host.call(op::AgentUndo, self.key.clone()).await;
        undone["kind"].take()
    }

    async fn agent(&self) -> Value {
        agents(&self.host).await.remove(0)
    }
}

#[tokio::test]
async fn imported_servers_are_removed_as_shown_and_are_there_again_after_a_restart() {
    let mut imported = Imported::new().await;
    assert_eq!(imported.text(), CLAUDE, "an import changes no file");
    let in_usher = |name: &str| json!({ "name": name, "label": name, "enabled": false });
    let agent = imported.agent().await;
    assert_eq!(
        (&agent["imported"], &agent["importable"], &agent["removed"]),
        (
            &json!([in_usher("notes"), in_usher("docs")]),
            &json!(0),
            &json!([])
        ),
        "{agent:#}"
    );
    let folder = home(&imported.host);
    let files = names(&folder);
    let shown = imported.remove(&["notes"]).await;
    let removed = lines_of(&shown, &["removed"]);
    assert!(
        removed.contains("\"notes\"") && removed.lines().count() == 1,
        "{removed}"
    );
    let line = CLAUDE.lines().nth(3).expect("the line of the server");
    let without = CLAUDE.replace(&format!("{line}\n"), "");
    assert_eq!(imported.text(), without, "its line and nothing else");
    let backup = fs::read_to_string(text(&shown["backup"])).expect("the copy");
    assert_eq!(backup, CLAUDE);
    let agent = imported.agent().await;
    assert_eq!(agent["imported"], json!([in_usher("docs")]));
    let processes = imported.host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(processes["servers"], json!([]), "nothing was started");

    imported.host = imported.host.reopen().await;
    assert_eq!(imported.agent().await["removed"], json!(["notes"]));
    assert_eq!(imported.undo().await, "restored");
    assert_eq!(imported.text(), CLAUDE);
    assert_eq!(names(&folder), files, "no copy is left");
    imported.host.api.close().await;
}

#[tokio::test]
async fn the_entry_and_the_removal_are_undone_one_after_the_other_to_the_byte() {
    for connects_first in [true, false] {
        let imported = Imported::new().await;
        let both = ["notes", "docs"];
        let between = if connects_first {
            connect(&imported.host, &imported.key).await;
            let between = imported.text();
            imported.remove(&both).await;
            between
        } else {
            imported.remove(&both).await;
            let between = imported.text();
            connect(&imported.host, &imported.key).await;
            between
        };
        let changed = imported.text();
        assert!(
            changed.contains(AGENTS_START) && !changed.contains("s3cr3t"),
            "{changed}"
        );
        assert_eq!(imported.undo().await, "restored");
        assert_eq!(imported.text(), between, "the change before it stays");
        assert_eq!(imported.undo().await, "restored");
        assert_eq!(imported.text(), CLAUDE);
        let left = imported
            .host
            .fails(op::AgentUndo, imported.key.clone())
            .await;
        assert_eq!(left.code, Code::NotFound, "nothing is left to undo");
        assert_eq!(names(&home(&imported.host)), [FILE], "no copy is left");
        imported.host.api.close().await;
    }
}

#[tokio::test]
async fn after_other_changes_servers_are_added_again_and_nothing_else() {
    let imported = Imported::new().await;
    imported.remove(&["notes"]).await;
    connect(&imported.host, &imported.key).await;
    let mine = imported.text().replace("dark", "light");
    fs::write(&imported.file, &mine).expect("it can be written");
    // The entry of Usher is removed by itself: what was removed before can still be undone.
    let removed = imported
        .host
        .call(op::AgentRemove, imported.key.clone())
        .await;
    assert_eq!(
        (&removed["kind"], &removed["agent"]["removed"]),
        (&json!("entryRemoved"), &json!(["notes"]))
    );
    assert_eq!(imported.undo().await, "serversAdded");
    let value = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    assert_eq!(
        value(&imported.text()),
        value(&CLAUDE.replace("dark", "light")),
        "the person's change stays"
    );
    imported.host.api.close().await;
}

#[tokio::test]
async fn only_what_usher_has_is_removed() {
    let imported = Imported::new().await;
    let refused = async |names: &[&str]| {
        let params = imported.params(names);
        let error = imported.host.fails(op::AgentPreviewRemoval, params).await;
        (error.code, error.message.code.to_string())
    };
    let not_imported = (Code::NotFound, "agents.notImported".to_owned());
    assert_eq!(refused(&["odd"]).await, not_imported, "not importable");
    let other = CLAUDE.replace("\"MODE\"", "\"OTHER\"");
    fs::write(&imported.file, &other).expect("it can be written");
    let agent = imported.agent().await;
    assert_eq!(
        (&agent["imported"][0]["name"], &agent["imported"][1]),
        (&json!("docs"), &Value::Null),
        "a server with a value that Usher's has not is another one"
    );
    assert_eq!(refused(&["docs", "notes"]).await, not_imported);

    let gone = imported.show(&["gone"]).await;
    assert_eq!(
        (&gone["kind"], &gone["byHand"]),
        (&json!("refused"), &json!("mcpServers.gone\n")),
        "{gone:#}"
    );

    // What was shown is agreed to only while Usher has the server.
    let shown = imported.show(&["docs"]).await;
    let servers = imported.host.call(op::ServerList, json!({})).await;
    let mut servers = servers.as_array().expect("servers").iter();
    let docs = servers.find(|server| server["label"] == "docs");
    let docs = json!({ "serverId": docs.expect("the server")["id"] });
    imported.host.call(op::ServerRemove, docs).await;
    let agreed = json!({ "previewId": shown["previewId"] });
    let error = imported.host.fails(op::AgentApply, agreed).await;
    assert_eq!(error.message.code, "agents.previewGone");
    assert_eq!(imported.text(), other, "nothing was written");
    imported.host.api.close().await;
}

#[tokio::test]
async fn a_file_that_changed_after_the_removal_was_shown_is_not_written() {
    let imported = Imported::new().await;
    let shown = imported.show(&["docs"]).await;
    let changed = format!("{CLAUDE}\n");
    fs::write(&imported.file, &changed).expect("it can be written");
    let agreed = json!({ "previewId": shown["previewId"] });
    let refused = imported.host.call(op::AgentApply, agreed).await;
    assert_eq!(
        (&refused["reason"]["code"], &refused["byHand"]),
        (&json!("agents.changed"), &json!("mcpServers.docs\n")),
        "{refused:#}"
    );
    assert_eq!(imported.text(), changed);
    assert_eq!(names(&home(&imported.host)), [FILE], "no copy is left");
    imported.host.api.close().await;
}

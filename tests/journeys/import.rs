//! Imports from files of other apps on request only; nothing is started by it.

use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Process, Start, children_of, has};

use crate::fixture;

const APPS: [&str; 5] = ["Claude Desktop", "VS Code", "Cline", "Cursor", "Goose"];

#[tokio::test]
async fn what_five_other_apps_have_is_taken_over_and_nothing_is_started() {
    let fixture = fixture::new();
    let home = fixture.data.path().join("home");
    let started = fixture.data.path().join("started");
    let files = write_configurations(&home, &started);
    let window = Start::default()
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .share(fixture.data.path())
        .await;
    window.find("button", text("firstRun.import.find")).await;
    for file in &files {
        assert_eq!(
            read_at(file),
            long_ago(),
            "{} was read before anybody asked",
            file.display()
        );
    }
    window.push(text("firstRun.import.find")).await;
    for app in APPS {
        window.find("checkbox", app).await;
    }
    window.inspect("30-import-found").await;
    window
        .push(text_with("firstRun.import.review", &[("count", "6")]))
        .await;
    window.find("dialog", text("serverForm.import.title")).await;
    window.see("The value of “Broken” is not an object").await;
    window.see(&format!("${{input:{UNSET}}}")).await;
    window.inspect("31-import").await;
    window
        .push(text_with("common.importServers", &[("count", "5")]))
        .await;
    window.gone("dialog", text("serverForm.import.title")).await;
    for app in APPS {
        window.find("option", has(format!("{app} notes"))).await;
    }
    window.pictures("32-imported").await;

    let servers = window
        .rpc("server.list", json!({}))
        .await
        .expect("servers can be listed");
    let states: Vec<&Value> = servers
        .as_array()
        .into_iter()
        .flatten()
        .map(|server| &server["state"]["kind"])
        .collect();
    assert_eq!(states, [&json!("disabled"); 5], "they arrive turned off");
    // The import leads to the page where they are enabled.
    window.find("list", text("servers.enable.list")).await;
    window
        .find(
            "button",
            text_with("common.enableOf", &[("server", "Cursor notes")]),
        )
        .await;
    window.inspect("33-imported-review").await;
    window.click("option", has("Cursor notes")).await;
    window.see(&text("servers.enable.ready")).await;
    assert!(!started.exists(), "a command of a file was run");
    let strangers: Vec<Vec<String>> = children_of(window.process())
        .into_iter()
        .map(Process::command)
        .filter(|command| !command.first().is_some_and(|word| word.contains("WebKit")))
        .collect();
    assert_eq!(
        strangers,
        Vec::<Vec<String>>::new(),
        "no process was started"
    );
    window.done().await;
}

/// A variable that the configuration of Cline refers to.
const UNSET: &str = "USHER_NOTES_FOLDER";

/// A configuration of each app, with a server that must not run.
fn write_configurations(home: &Path, started: &Path) -> Vec<PathBuf> {
    let config = home.join(".config");
    let entry = |app: &str| json!({ "command": "touch", "args": [started, app] });
    let servers =
        |app: &str| json!({ "mcpServers": { format!("{app} notes"): entry(app) } }).to_string();
    // One entry that cannot be read, and one whose value only its own program knows.
    let cursor = json!({ "mcpServers": { "Cursor notes": entry("Cursor"), "Broken": 7 } });
    let asking =
        json!({ "command": "touch", "args": [started, "Cline", format!("${{env:{UNSET}}}")] });
    let asking = json!({ "mcpServers": { "Cline notes": asking } });
    let code = config.join("Code/User");
    let cline = "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
    let goose = format!(
        "extensions:\n  Goose notes:\n    type: stdio\n    enabled: true\n    name: Goose notes\n    cmd: touch\n    args: ['{}', 'Goose']\n",
        started.display()
    );
    let files = [
        (
            config.join("Claude/claude_desktop_config.json"),
            servers("Claude Desktop"),
        ),
        (
            code.join("mcp.json"),
            json!({ "servers": { "VS Code notes": entry("VS Code") } }).to_string(),
        ),
        (code.join(cline), asking.to_string()),
        (home.join(".cursor/mcp.json"), cursor.to_string()),
        (config.join("goose/config.yaml"), goose),
    ];
    files
        .into_iter()
        .map(|(path, text)| {
            let folder = path.parent().expect("a folder");
            fs::create_dir_all(folder).expect("the folder can be made");
            fs::write(&path, text).expect("the file can be written");
            let times = FileTimes::new().set_accessed(long_ago());
            let file = File::options()
                .write(true)
                .open(&path)
                .expect("the file opens");
            file.set_times(times).expect("its time can be set");
            path
        })
        .collect()
}

/// When a file was last read; a file system writes this down at the first time after a change at least.
fn read_at(file: &Path) -> SystemTime {
    let meta = fs::metadata(file).expect("the file is there");
    meta.accessed().expect("the time of the last reading")
}

fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 40)
}

//! Connects agents in a made-up home, undoes it and imports what they had: their files are what they were, byte for
//! byte.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, has};

use crate::fixture;

const CLAUDE: &str = "{\n\t\"theme\" : \"dark\",\n  \"mcpServers\": {\n    \"notes\": { \"command\": \"notes\" }\n  }\n}";

const CODEX: &str = "# mine\nmodel = \"x\"   # kept\r\n\n[features]\nfast = true\n";

#[tokio::test]
async fn agents_are_connected_as_shown_and_undone_to_the_byte() {
    let fixture = fixture::new();
    let home = fixture.data.path().join("home");
    let files = [
        ("Claude Code", write(&home, ".claude.json", CLAUDE), CLAUDE),
        ("Codex", write(&home, ".codex/config.toml", CODEX), CODEX),
    ];
    let cursor = write(&home, ".cursor/mcp.json", "{ broken");
    let window = Start::default()
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .share(fixture.data.path())
        .await;
    window.go_to("Clients").await;
    window.push(text("clients.connect.find")).await;
    window.find("list", text("agents.list")).await;
    window.inspect("34-agents").await;

    for (agent, file, before) in &files {
        let of_agent = |key: &str| text_with(key, &[("agent", agent)]);
        let connect = of_agent("agents.connectOf");
        let by_keyboard = *agent == "Codex";
        if by_keyboard {
            window.enter_on(&connect).await;
        } else {
            window.push(&connect).await;
        }
        window
            .find("dialog", of_agent("agents.preview.title"))
            .await;
        let path = file.display().to_string();
        let lines = text_with("agents.preview.lines", &[("file", &path)]);
        window.find("region", &lines).await;
        assert_eq!(read(file), *before, "nothing is written by looking");
        if by_keyboard {
            window.inspect("35-agent-preview").await;
        }
        let write = text("agents.preview.write");
        if by_keyboard {
            window.enter_on(&write).await;
        } else {
            window.push(&write).await;
        }
        window.find("button", of_agent("agents.undoOf")).await;
        let written = read(file);
        assert!(
            written.contains("usher") && written.contains("connect"),
            "{written}"
        );
    }
    window.pictures("36-agents-connected").await;
    for (agent, file, before) in &files {
        let of_agent = |key: &str| text_with(key, &[("agent", agent)]);
        window.push(of_agent("agents.undoOf")).await;
        window.find("button", of_agent("agents.connectOf")).await;
        assert_eq!(read(file), *before, "it is what it was");
    }
    assert_eq!(read(&cursor), "{ broken");
    let left: Vec<PathBuf> = [home.clone(), home.join(".codex")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().contains("usher-backup"))
        .collect();
    assert_eq!(left, Vec::<PathBuf>::new(), "no copy is left");
    let servers = || async { window.rpc("server.list", json!({})).await.expect("a list") };
    assert_eq!(servers().await, json!([]));

    // Its own server is copied into Usher, where it is disabled; its file stays as it is.
    let import = [("count", "1"), ("agent", "Claude Code")];
    window.push(text_with("agents.importOf", &import)).await;
    let dialog = text("serverForm.import.title");
    window.find("dialog", &dialog).await;
    let submit = text_with("common.importServers", &[("count", "1")]);
    window.push(&submit).await;
    window.gone("dialog", &dialog).await;
    window.find("option", has("notes")).await;
    assert_eq!(servers().await[0]["state"]["kind"], "disabled");
    let claude = &files[0].1;
    assert_eq!(read(claude), CLAUDE, "an import changes no file");

    // From its file it is removed when it is chosen, as shown, and is there again to the byte.
    window.go_to("Clients").await;
    window.push(text("clients.connect.find")).await;
    let of_agent = |key: &str| text_with(key, &[("agent", "Claude Code")]);
    let remove = text_with("agents.removeImportedOf", &import);
    window.enter_on(&remove).await;
    window
        .find("dialog", of_agent("agents.imported.title"))
        .await;
    window.space_on("checkbox", "notes").await;
    let path = claude.display().to_string();
    let lines = text_with("agents.preview.lines", &[("file", &path)]);
    window.find("region", &lines).await;
    assert_eq!(read(claude), CLAUDE, "nothing is written by choosing");
    window.inspect("37-agent-removal").await;
    window.enter_on(text("agents.preview.write")).await;
    let undo = of_agent("agents.undoRemovalOf");
    window.find("button", &undo).await;
    let left = read(claude);
    assert!(
        !left.contains("notes") && left.contains("mcpServers"),
        "{left}"
    );
    window.enter_on(&undo).await;
    window.find("button", &remove).await;
    assert_eq!(read(claude), CLAUDE, "it is what it was");
    window.done().await;
}

fn write(home: &Path, path: &str, content: &str) -> PathBuf {
    let file = home.join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
    fs::write(&file, content).expect("the file can be written");
    file
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("the file can be read")
}

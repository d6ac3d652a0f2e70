//! Restarts Usher: everything is still there, and secrets reach their server.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn servers_secrets_and_history_survive_a_restart() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    let witness = Witness::place(fixture.data.path());
    let config = serde_json::json!({
        "mcpServers": {
            "Everything": {
                "command": "node",
                "args": ["--require", witness.script, servers::everything()],
                "env": { "USHER_JOURNEY_TOKEN": CANARY, "USHER_JOURNEY_REPORT": witness.report },
            }
        }
    });
    servers::paste(&window, &config.to_string()).await;
    window.see(&text("serverForm.paste.filled")).await;
    mark_as_secret(&window, "USHER_JOURNEY_TOKEN").await;
    let whole = "return [...document.querySelectorAll('[data-part=word] textarea')].map((word) => word.scrollWidth <= word.clientWidth && word.scrollHeight <= word.clientHeight)";
    assert_eq!(
        window.script(whole, Vec::new()).await,
        serde_json::json!([true, true, true, true]),
        "every word of the command is seen to its end"
    );
    window.pictures("13-add-server").await;
    window.push(text("serverForm.save.untested")).await;
    window.find("option", "Everything, Running").await;
    servers::trust(&window).await;
    the_server_gets_its_secret(&window).await;
    witness.has_seen_the_secret();
    window.quit().await;

    let window = Start::default().open(fixture.data.path()).await;
    window.go_to("Servers").await;
    window.find("option", "Everything, Running").await;
    the_server_gets_its_secret(&window).await;
    witness.has_seen_the_secret();
    window.go_to("Activity").await;
    // One call before the restart, one after it.
    let call = has("get-env");
    window
        .eventually("both calls", || async {
            (window.all("option", &call).await.len() == 2).then_some(())
        })
        .await;
    window.pictures("14-activity").await;
    window.quit().await;
    no_file_holds_the_secret(fixture.data.path());
}

/// Marks a variable of the form as a secret, unless it is already.
pub(crate) async fn mark_as_secret(window: &Window, name: &str) {
    let secret = text_with("serverForm.values.secretOf", &[("name", name)]);
    let marked = "return document.querySelector(`[aria-label=\"${arguments[0]}\"]`)?.checked";
    if window.script(marked, vec![secret.as_str().into()]).await != serde_json::json!(true) {
        window.click("switch", &secret).await;
    }
}

const CANARY: &str = "canary-5f1c27";

async fn the_server_gets_its_secret(window: &Window) {
    servers::open_tool(window, "get-env").await;
    servers::run(window).await;
    window.see("USHER_JOURNEY_TOKEN").await;
}

/// Checks inside the server, because answers are redacted: it writes down the hash of the value the server really got.
struct Witness {
    script: PathBuf,
    report: PathBuf,
}

impl Witness {
    fn place(dir: &Path) -> Self {
        let script = dir.join("witness.cjs");
        let code = "const { createHash } = require('node:crypto');
            const value = process.env.USHER_JOURNEY_TOKEN ?? '';
            require('node:fs').writeFileSync(process.env.USHER_JOURNEY_REPORT, createHash('sha256').update(value).digest('base64'));";
        std::fs::write(&script, code).expect("the witness can be written");
        Self {
            script,
            report: dir.join("witness-report"),
        }
    }

    /// Compares, and forgets, so that the next start must show it anew.
    fn has_seen_the_secret(&self) {
        let seen = std::fs::read_to_string(&self.report).expect("the witness has reported");
        let expected = BASE64_STANDARD.encode(Sha256::digest(CANARY.as_bytes()));
        assert_eq!(seen, expected, "the server must get the very value");
        std::fs::remove_file(&self.report).expect("the report can be removed");
    }
}

/// Includes the history of a tool that returned its environment.
fn no_file_holds_the_secret(dir: &Path) {
    for entry in std::fs::read_dir(dir)
        .expect("the folder can be listed")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            no_file_holds_the_secret(&path);
            continue;
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        let found = bytes
            .windows(CANARY.len())
            .any(|window| window == CANARY.as_bytes());
        assert!(!found, "{} holds the secret", path.display());
    }
}

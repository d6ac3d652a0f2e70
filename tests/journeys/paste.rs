//! Pastes a broken configuration: line and column are shown, and no text is lost.

use usher_tests::text::{text, text_with};

use crate::{fixture, servers};

#[tokio::test]
async fn a_broken_configuration_is_pointed_at_by_line_and_column() {
    let (_fixture, window) = fixture::open().await;
    window.find("button", text("common.startDemoServer")).await;
    servers::paste(&window, "{").await;
    // The field of the sheet takes several lines.
    window.write(text("serverForm.paste.label"), BROKEN).await;
    window.see("line 3, column").await;
    window.inspect("19-broken-paste").await;
    window.done().await;
}

#[tokio::test]
async fn a_credential_in_an_argument_is_kept_as_a_secret() {
    let (fixture, window) = fixture::open().await;
    window.find("button", text("common.startDemoServer")).await;
    servers::paste(&window, "npx -y weather-server --api-key sesame-4711").await;
    window.see("Saved as a secret").await;
    window.see(&text("serverForm.secrets.inArguments")).await;
    window.inspect("19-credential-paste").await;

    // What is typed by hand gets the same offer.
    window
        .write(
            text_with("serverForm.command.argument", &[("index", "4")]),
            "typed-4712",
        )
        .await;
    let exposed = text_with(
        "serverForm.secrets.argument",
        &[("count", "1"), ("numbers", "4")],
    );
    window.see(&exposed).await;
    window.inspect("19-credential-typed").await;
    window.push(text("serverForm.secrets.store")).await;
    window.see(&text("serverForm.secrets.inArguments")).await;
    window.push(text("serverForm.save.untested")).await;
    window.find("tab", text("servers.tabs.configuration")).await;
    // What was written last stands in the log beside the database.
    let database: String = ["usher.db", "usher.db-wal"]
        .map(|name| std::fs::read(fixture.data.path().join("usher").join(name)).unwrap_or_default())
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    assert!(
        database.contains("${input:api-key}"),
        "the definition refers to it"
    );
    assert!(
        !database.contains("4712"),
        "the typed credential is in the keyring only"
    );
    window.done().await;
}

/// The command of the third line lacks its quotes.
const BROKEN: &str = "{\n\"mcpServers\": {\n\"a\": { \"command\": node }\n}\n}";

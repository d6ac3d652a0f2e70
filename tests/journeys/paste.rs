//! Pastes a broken configuration: line and column are shown, and no text is lost.

use usher_tests::window::Window;

use crate::{fixture, servers};

#[tokio::test]
async fn a_broken_configuration_is_pointed_at_by_line_and_column() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.find("button", "Start the demo").await;
    servers::paste(&window, "{").await;
    // The field of the sheet takes several lines.
    window.fill("textbox", "Paste anything", BROKEN).await;
    window.see("line 3, column").await;
    window.pictures("19-broken-paste").await;
    window.check_accessibility("a paste with a mistake").await;
    window.quit().await;
}

#[tokio::test]
async fn a_credential_in_an_argument_is_kept_as_a_secret() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.find("button", "Start the demo").await;
    servers::paste(&window, "npx -y weather-server --api-key sesame-4711").await;
    window.see("Kept as a secret").await;
    window.see("Secrets in the arguments").await;
    window.pictures("19-credential-paste").await;
    window.check_accessibility("a credential in a paste").await;

    // What is typed by hand gets the same offer.
    window.fill("textbox", "Argument 4", "typed-4712").await;
    window.see("looks like a secret").await;
    window.pictures("19-credential-typed").await;
    window.check_accessibility("a typed credential").await;
    window.click("button", "Keep it as a secret").await;
    window.see("Secrets in the arguments").await;
    window.click("button", "Save without a test").await;
    window.find("button", "Edit").await;
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
    window.quit().await;
}

/// The command of the third line lacks its quotes.
const BROKEN: &str = "{\n\"mcpServers\": {\n\"a\": { \"command\": node }\n}\n}";

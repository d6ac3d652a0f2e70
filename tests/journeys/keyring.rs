//! Runs without a keyring: the page says so, nothing is written to disk, two ways on are offered.

use usher_tests::text::text;
use usher_tests::window::Start;

use crate::{fixture, servers};

#[tokio::test]
async fn without_a_keyring_secrets_can_be_kept_for_this_run() {
    let fixture = fixture::new();
    let window = Start::default()
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .open(fixture.data.path())
        .await;
    servers::paste(&window, "node server.js").await;
    window.see("The form below is filled in.").await;
    window.click("button", "Add a variable").await;
    window.click("switch", "Secret: the new variable").await;
    window.see(&text("shared.keyring.missing")).await;
    window.pictures("17-no-keyring").await;
    window.check_accessibility("the keyring's absence").await;
    window
        .click("button", text("shared.keyring.keepInMemory").as_str())
        .await;
    window.see(&text("shared.keyring.inMemory")).await;
    window.quit().await;
}

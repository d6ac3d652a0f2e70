//! Runs without a keyring: the page says so, nothing is written to disk, two ways on are offered.

use usher_tests::text::{text, text_with};
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
    window.see(&text("serverForm.paste.filled")).await;
    window
        .click("button", text("serverForm.values.addVariable").as_str())
        .await;
    let variable = text("serverForm.values.newVariable");
    let secret = text_with("serverForm.values.secretOf", &[("name", &variable)]);
    window.click("switch", secret.as_str()).await;
    window.see(&text("shared.keyring.missing")).await;
    window.pictures("17-no-keyring").await;
    window.check_accessibility("the keyring's absence").await;
    window
        .click("button", text("shared.keyring.keepInMemory").as_str())
        .await;
    window.see(&text("shared.keyring.inMemory")).await;
    window.quit().await;
}

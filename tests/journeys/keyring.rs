//! Runs without a keyring, and with one that is locked: the page says so, nothing is written to disk, two ways on are
//! offered.

use serde_json::json;
use usher_tests::keyring::PrivateKeyring;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, has};

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
    window.push(text("serverForm.values.addVariable")).await;
    let variable = text("serverForm.values.newVariable");
    let secret = text_with("serverForm.values.secretOf", &[("name", &variable)]);
    window.click("switch", &secret).await;
    window.see(&text("shared.keyring.missing")).await;
    window.inspect("17-no-keyring").await;
    window.push(text("shared.keyring.keepInMemory")).await;
    window.see(&text("shared.keyring.inMemory")).await;
    window.done().await;
}

#[tokio::test]
async fn once_the_keyring_is_unlocked_its_warning_is_gone_and_one_save_is_enough() {
    let fixture = fixture::new();
    let keyring = PrivateKeyring::locked(fixture.data.path()).await;
    let window = Start::default()
        .env("DBUS_SESSION_BUS_ADDRESS", keyring.address())
        .open(fixture.data.path())
        .await;
    let program = env!("CARGO_BIN_EXE_scripted_server");
    let pasted =
        json!({ "command": program, "args": ["modern"], "env": { "API_KEY": "key-123456" } });
    servers::paste(
        &window,
        &json!({ "mcpServers": { "Keys": pasted } }).to_string(),
    )
    .await;
    window.see(&text("serverForm.paste.filled")).await;
    let secret = text_with("serverForm.values.secretOf", &[("name", "API_KEY")]);
    window.turn_on(&secret).await;
    window.see(&text("shared.keyring.locked")).await;
    window.inspect("17-keyring-locked").await;

    let save = text("serverForm.save.untested");
    window.push(&save).await;
    window.find("alert", has("")).await;
    window.picture("17-keyring-refused").await;
    keyring.unlock().await;
    window.push(text("shared.keyring.unlock")).await;
    let warned = "return document.querySelector('[role=dialog] [data-part=note]') !== null";
    window
        .eventually("no warning in the dialog", || async {
            (window.script(warned, vec![]).await == json!(false)).then_some(())
        })
        .await;
    window.gone("alert", has("")).await;
    window.picture("17-keyring-unlocked").await;
    window.push(&save).await;
    window.gone("dialog", text("common.addServer")).await;
    window.find("option", has("Keys, Running")).await;
    window.done().await;
}

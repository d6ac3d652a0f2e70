//! Enters input that cannot be used: the field is named, and what was typed stays.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::Window;

use crate::{fixture, servers};

#[tokio::test]
async fn each_field_that_cannot_be_used_is_named() {
    let (_fixture, window) = fixture::with_demo().await;

    window.go_to("Servers").await;
    window.push(text("common.addServer")).await;
    save_is_refused(&window, &text("core.field.command.empty")).await;
    window.inspect("27-empty-command").await;
    leave(&window).await;

    let entry = |entry| json!({ "mcpServers": { "Odd": entry } }).to_string();
    for (number, (pasted, words)) in [
        (
            entry(json!({ "url": "https://ada:pw@example.com/mcp" })),
            text("core.field.url.credentials"),
        ),
        (
            entry(json!({ "url": "gopher://example.com/mcp" })),
            text_with("core.field.url.scheme", &[("scheme", "gopher")]),
        ),
        (
            entry(json!({ "command": "node\u{0}-evil" })),
            text("core.field.command.control"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        servers::paste(&window, &pasted).await;
        window.see(&text("serverForm.paste.filled")).await;
        save_is_refused(&window, &words).await;
        window.picture(&format!("28-bad-field-{number}")).await;
        leave(&window).await;
    }

    servers::paste(&window, "node server.js").await;
    window.see(&text("serverForm.paste.filled")).await;
    let taken = label_of_the_demo(&window).await;
    window.write(text("common.name"), &taken).await;
    save_is_refused(
        &window,
        &text_with("core.field.label.taken", &[("server", taken.as_str())]),
    )
    .await;
    window.pictures("29-same-label").await;
    let program = text("common.program");
    let kept = "return document.querySelector(`[aria-label=\"${arguments[0]}\"]`)?.value";
    assert_eq!(
        window.script(kept, vec![program.into()]).await,
        json!("node"),
        "what was typed stays"
    );
    leave(&window).await;
    let servers = window.rpc("server.list", json!({})).await;
    let count = servers.as_ref().ok().and_then(|list| list.as_array());
    assert_eq!(
        count.map(Vec::len),
        Some(1),
        "none of them may have been saved: {servers:?}"
    );
    window.done().await;
}

async fn save_is_refused(window: &Window, words: &str) {
    window.push(text("serverForm.save.untested")).await;
    window.see(words).await;
}

/// Closes the sheet of a server without saving.
pub(crate) async fn leave(window: &Window) {
    window.push(text("common.cancel")).await;
    window
        .eventually("the sheet to ask or to close", || async {
            let sheet = window
                .all("dialog", &text("common.addServer").as_str().into())
                .await;
            let leave = window
                .all("button", &text("common.discard").as_str().into())
                .await;
            match (sheet.is_empty(), leave.as_slice()) {
                (true, _) => Some(()),
                (false, [leave]) => {
                    let _ = leave.click().await;
                    None
                }
                _ => None,
            }
        })
        .await;
}

async fn label_of_the_demo(window: &Window) -> String {
    let servers = window.rpc("server.list", json!({})).await;
    servers.expect("servers can be listed")[0]["label"]
        .as_str()
        .expect("a label")
        .to_owned()
}

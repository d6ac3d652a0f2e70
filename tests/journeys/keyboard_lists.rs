//! By keyboard alone: servers are grouped, moved, restarted, copied, edited as JSON, removed and brought back.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::servers::groups_are;
use crate::{fixture, servers};

#[tokio::test]
async fn servers_are_grouped_restarted_and_removed_by_keyboard_alone() {
    let (_fixture, window) = fixture::open().await;
    for label in ["First", "Second"] {
        add(&window, label).await;
    }
    window.key("Control+1").await;

    // A group of its own, by the row's menu and its submenu.
    menu_of(&window, "First, Running").await;
    window
        .down_to("menuitem", text("servers.menu.moveTo"))
        .await;
    window.key("Right").await;
    window
        .down_to("menuitem", text("servers.menu.newGroup"))
        .await;
    window.picture("k4-submenu").await;
    window.check_accessibility("a menu and its submenu").await;
    window.key("Enter").await;
    let title = text_with("servers.group.title", &[("server", "First")]);
    window.find("dialog", &title).await;
    window
        .has_focus("textbox", text("servers.group.name"))
        .await;
    window.type_text("Work").await;
    window.key("Enter").await;
    window.gone("dialog", &title).await;
    window.find("group", "Work").await;

    menu_of(&window, "Second, Running").await;
    window
        .down_to("menuitem", text("servers.menu.moveTo"))
        .await;
    window.key("Right").await;
    window.down_to("menuitem", "Work").await;
    window.key("Enter").await;
    groups_are(&window, &[("First", "Work"), ("Second", "Work")]).await;

    // Alt with an arrow moves the chosen one.
    row(&window, "Second, Running").await;
    window.key("Alt+Up").await;
    groups_are(&window, &[("Second", "Work"), ("First", "Work")]).await;
    window.picture("k4-grouped").await;

    let before = pid(&window, "First").await;
    menu_of(&window, "First, Running").await;
    window.down_to("menuitem", text("common.restart")).await;
    window.key("Enter").await;
    window
        .eventually("another process", || async {
            let now = pid(&window, "First").await;
            (now != before && now.is_some()).then_some(())
        })
        .await;
    window.find("option", has("First, Running")).await;

    // Removed, and brought back by the button and by the key.
    for key in ["button", "Control+z"] {
        menu_of(&window, "First, Running").await;
        window.down_to("menuitem", text("common.remove")).await;
        window.key("Enter").await;
        window.gone("option", has("First, Running")).await;
        let removed = text_with("servers.remove.removed", &[("server", "First")]);
        window.see(&removed).await;
        if key == "button" {
            window.enter_on(text("common.undo")).await;
        } else {
            window.key(key).await;
        }
        window.find("option", has("First, Running")).await;
        window.gone("button", text("common.undo")).await;
    }
    window.picture("k4-back").await;
    window.done().await;
}

#[tokio::test]
async fn a_configuration_is_copied_and_edited_as_json_by_keyboard_alone() {
    let (_fixture, window) = fixture::open().await;
    add(&window, "First").await;
    window.key("Control+1").await;

    menu_of(&window, "First, Running").await;
    window
        .down_to("menuitem", text("servers.menu.copyJson"))
        .await;
    window.key("Enter").await;
    let copied = text_with("servers.menu.copiedJson", &[("server", "First")]);
    window.see(&copied).await;
    // What was copied is what can be pasted.
    window.key("Control+n").await;
    window.find("dialog", text("common.addServer")).await;
    window
        .has_focus("textbox", text("serverForm.paste.label"))
        .await;
    window.key("Control+v").await;
    window.see(&text("serverForm.paste.filled")).await;
    window.picture("k4-pasted").await;
    window.key("Escape").await;
    window.enter_on(text("common.discard")).await;
    window.gone("dialog", text("common.addServer")).await;

    menu_of(&window, "First, Running").await;
    window
        .down_to("menuitem", text("servers.menu.openConfiguration"))
        .await;
    window.key("Enter").await;
    window.tab_to("radio", text("common.form")).await;
    window.right_to("radio", text("common.json")).await;
    let editor = text_with("servers.configuration.jsonOf", &[("server", "First")]);
    window.tab_to("textbox", &editor).await;
    window.key("Control+a").await;
    let program = env!("CARGO_BIN_EXE_scripted_server");
    let config = json!({ "mcpServers": { "Renamed": { "command": program, "args": ["modern"] } } });
    window.type_text(&config.to_string()).await;
    window.picture("k4-json").await;
    window.enter_on(text("common.save")).await;
    window.find("option", has("Renamed, Running")).await;
    window.picture("k4-saved").await;
    window.done().await;
}

/// Adds a server by an operation, and waits until it runs.
async fn add(window: &Window, label: &str) {
    servers::add_scripted(window, label).await;
    window
        .eventually("a running server", || async {
            pid(window, label).await.map(drop)
        })
        .await;
}

/// Goes to a row of the list of servers.
async fn row(window: &Window, name: &str) {
    window.tab_to("listbox", text("common.servers")).await;
    window.key("Home").await;
    window.down_to("option", has(name)).await;
}

/// Opens the menu of a row.
async fn menu_of(window: &Window, name: &str) {
    row(window, name).await;
    window.key("Shift+F10").await;
    window
        .find("menuitem", text("servers.menu.openConfiguration"))
        .await;
}

/// The process of a running server.
pub(crate) async fn pid(window: &Window, label: &str) -> Option<u64> {
    let servers = servers::listed(window).await;
    let server = servers.iter().find(|server| server["label"] == label)?;
    server["state"]["pid"].as_u64()
}

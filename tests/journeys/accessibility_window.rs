//! Follows what happened and changes settings, by the accessibility tree alone.

use usher_tests::accessibility::{Role, State};
use usher_tests::text::{text, text_with};

use crate::accessibility_tree::{go_to, open_with_demo, run};
use crate::fixture;

#[tokio::test]
async fn calls_settings_and_what_takes_the_focus_are_named_in_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open_with_demo(&fixture).await;
    run(&tree, "Clear all notes").await;
    tree.activate(Role::BUTTON, &text("common.runOnce")).await;
    tree.hear(&text("content.result.completed")).await;
    tree.activate(Role::BUTTON, &text("content.result.showInLog"))
        .await;
    tree.find(Role::REGION, &text("common.protocolLog")).await;
    tree.find(Role::LIST_ITEM, "tools/call").await;

    go_to(&tree, "app.nav.activity").await;
    let row = "clear_notes, Demo server";
    let call = tree.find(Role::LIST_ITEM, row).await;
    assert_eq!(call.place(), ("1", "1"), "where the call stands");
    tree.activate(Role::LIST_ITEM, row).await;
    tree.is(Role::LIST_ITEM, row, State::Selected).await;
    // The time stands in the row, and not in its name.
    tree.is_described(Role::LIST_ITEM, row, ":").await;

    run(&tree, "Weather forecast").await;
    tree.hear(&text("content.result.completed")).await;
    for screen in [
        "common.tools",
        "common.servers",
        "common.resources",
        "common.settings",
    ] {
        go_to(&tree, screen).await;
        let objects = tree.objects().await;
        let unnamed: Vec<_> = objects
            .iter()
            .filter(|object| object.has(State::Focusable) && object.name.is_empty())
            // The page itself and its main part are no controls.
            .filter(|object| !["", "main"].contains(&object.attribute("tag")))
            .collect();
        assert!(
            unnamed.is_empty(),
            "without a name on {screen}: {unnamed:#?}"
        );
    }

    go_to(&tree, "common.settings").await;
    let keys = text("settings.appearance.singleKeys");
    tree.is(Role::TOGGLE, &keys, State::Checked).await;
    tree.activate(Role::TOGGLE, &keys).await;
    tree.is_not(Role::TOGGLE, &keys, State::Checked).await;

    window.key("Control++").await;
    tree.hear(&text_with("app.zoom", &[("zoom", "110%")])).await;

    tree.activate(Role::RADIO, &text("app.language.de")).await;
    tree.find(Role::HEADING, "Einstellungen").await;
    window.done().await;
}

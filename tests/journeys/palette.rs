//! Finds everything in the command palette, by keyboard alone.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has, repository};

use crate::keyboard_lists::pid;
use crate::{fixture, servers};

#[tokio::test]
async fn the_palette_finds_and_runs_a_tool_and_restarts_a_server() {
    const SERVER: &str = "Demo server";
    let (_fixture, window) = fixture::with_demo().await;
    window.press("Control", "k").await;
    let field = text("palette.field");
    window.find("dialog", has(text("palette.title"))).await;
    window.pictures("18-palette").await;
    window.picture_of_display("18-palette-display");
    let behind = "return [...document.querySelectorAll('#root *')]
        .filter((each) => getComputedStyle(each).scrollbarWidth !== 'none').length";
    assert_eq!(
        window.script(behind, vec![]).await,
        0,
        "scrollbars behind an open dialog are not painted, or they would be painted over it"
    );
    window.check_accessibility("the palette").await;
    window
        .eventually("the palette's field", || async {
            let found = window
                .script(
                    "return document.activeElement?.getAttribute('aria-label')",
                    vec![],
                )
                .await;
            (found == field.as_str()).then_some(())
        })
        .await;
    window.type_keys("greet").await;
    window.down_to("option", has("Greet")).await;
    window.type_keys("\u{e007}").await;
    window
        .find("button", has(format!("{} Ctrl", text("common.run"))))
        .await;
    window.find("heading", has("Greet")).await;

    let before = pid(&window, SERVER).await;
    let restart = text_with("common.restartOf", &[("server", SERVER)]);
    take(&window, "restart demo", &restart).await;
    window
        .eventually("another process", || async {
            let now = pid(&window, SERVER).await;
            (now != before && now.is_some()).then_some(())
        })
        .await;

    take(
        &window,
        "show everything",
        &text_with("palette.action.run", &[("tool", "Show everything")]),
    )
    .await;
    window.find("heading", has("Show everything")).await;
    window.see(&text("activity.status.completed")).await;
    window.done().await;
}

#[tokio::test]
async fn the_palette_names_a_list_that_could_not_be_loaded() {
    let (fixture, window) = fixture::open().await;
    let folder = fixture.data.path().join("folder");
    std::fs::create_dir(&folder).expect("the folder can be made");
    let peer = repository().join("tests/peers/folder.mjs");
    let command = format!("node {} {}", peer.display(), folder.display());
    servers::connect(&window, &command, "Files").await;
    // A folder that is gone cannot be listed.
    std::fs::remove_dir(&folder).expect("it is empty");
    let server = servers::listed(&window).await[0]["id"].clone();
    window
        .rpc("catalog.refresh", json!({ "serverId": server }))
        .await
        .expect("lists can be read again");
    window.press("Control", "k").await;
    window.has_focus("combobox", text("palette.field")).await;
    window.type_text("zqxv").await;
    let failed = text_with(
        "shared.catalog.loadFailedFrom.resources",
        &[("server", "Files")],
    );
    window.see(&failed).await;
    window
        .see(&text_with("palette.empty", &[("query", "zqxv")]))
        .await;
    window.inspect("18-palette-failed").await;
    window.done().await;
}

/// Types into the palette and takes what it finds, by keyboard alone.
async fn take(window: &Window, typed: &str, found: &str) {
    window.press("Control", "k").await;
    window.has_focus("combobox", text("palette.field")).await;
    window.type_text(typed).await;
    window.down_to("option", has(found)).await;
    window.key("Enter").await;
    window.gone("dialog", has(text("palette.title"))).await;
}

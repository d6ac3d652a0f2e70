//! Uses the app as a screen reader does, by the accessibility tree alone: the first run, servers, tools.

use usher_tests::accessibility::{AccessibilityTree, Role, State};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, Window};

use crate::{fixture, servers};

const DEMO: &str = "Demo server";

/// Opens the app with the bridge of GTK, which the session of the tests switches off.
pub(crate) async fn open(fixture: &fixture::Fixture) -> (AccessibilityTree, Window) {
    let tree = AccessibilityTree::open().await;
    let start = Start::default().env("NO_AT_BRIDGE", "0");
    let window = start.share(fixture.data.path()).await;
    (tree, window)
}

/// Opens the app and starts the demo server from the first screen.
pub(crate) async fn open_with_demo(fixture: &fixture::Fixture) -> (AccessibilityTree, Window) {
    let (tree, window) = open(fixture).await;
    tree.activate(Role::BUTTON, &text("common.startDemoServer"))
        .await;
    tree.hear(&text_with("app.running", &[("server", DEMO)]))
        .await;
    tree.find(Role::LIST_ITEM, "Greet").await;
    (tree, window)
}

/// Goes to a screen by its link.
pub(crate) async fn go_to(tree: &AccessibilityTree, screen: &str) {
    tree.navigate(&text(screen)).await;
    tree.hear(&text(screen)).await;
}

/// Opens the page of a tool and runs it.
pub(crate) async fn run(tree: &AccessibilityTree, tool: &str) {
    go_to(tree, "common.tools").await;
    tree.activate(Role::LIST_ITEM, tool).await;
    tree.find(Role::HEADING, tool).await;
    tree.activate(Role::BUTTON, &text("common.run")).await;
}

#[tokio::test]
async fn a_tool_is_run_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open_with_demo(&fixture).await;
    // What had the focus is gone: the focus is in the new screen.
    tree.is(Role::REGION, &text("common.tools"), State::Focused)
        .await;
    let greet = tree.find(Role::LIST_ITEM, "Greet").await;
    assert_eq!(greet.place(), ("1", "26"), "where the tool stands");
    tree.activate(Role::LIST_ITEM, "Greet").await;
    tree.is(Role::LIST_ITEM, "Greet", State::Selected).await;
    tree.find(Role::HEADING, "Greet").await;
    tree.focus(Role::ENTRY, "Name").await;
    window.type_text("Ada").await;
    tree.activate(Role::BUTTON, &text("common.run")).await;
    tree.hear(&text("content.result.completed")).await;
    tree.see("Hello, Ada").await;
    window.done().await;
}

#[tokio::test]
async fn a_server_is_added_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open(&fixture).await;
    let command = format!("node {}", servers::everything().display());
    tree.focus(Role::ENTRY, &text("firstRun.add.paste")).await;
    window.type_text(&command).await;
    window.key("Enter").await;
    tree.find(Role::DIALOG, &text("common.addServer")).await;
    // Within the dialog: what is outside of it is not in the tree.
    tree.hear(&text("serverForm.paste.filled")).await;
    let name = text("common.name");
    tree.fill(&window, Role::ENTRY, &name, "Everything").await;
    tree.activate(Role::BUTTON, &text("serverForm.test.run"))
        .await;
    let works = text_with("serverForm.test.works", &[("server", "Everything")]);
    tree.hear(&works).await;
    tree.activate(Role::BUTTON, &text("common.save")).await;
    tree.gone(Role::DIALOG, &text("common.addServer")).await;
    tree.find(Role::LIST_ITEM, "Everything, Running").await;
    tree.hear(&text_with("app.running", &[("server", "Everything")]))
        .await;
    window.done().await;
}

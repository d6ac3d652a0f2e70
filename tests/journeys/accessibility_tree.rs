//! Uses the app as a screen reader does: by the accessibility tree alone.

use usher_tests::accessibility::{AccessibilityTree, Role};
use usher_tests::text::text;
use usher_tests::window::Start;

use crate::fixture;

#[tokio::test]
async fn a_tool_is_run_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let tree = AccessibilityTree::open().await;
    // The session of the tests switches the bridge of GTK off.
    let start = Start::default().env("NO_AT_BRIDGE", "0");
    let window = start.open(fixture.data.path()).await;
    tree.activate(Role::BUTTON, &text("firstRun.demo.start"))
        .await;
    tree.activate(Role::LIST_ITEM, "Greet").await;
    tree.find(Role::HEADING, "Greet").await;
    tree.focus(Role::ENTRY, "Name").await;
    window.type_keys("Ada").await;
    tree.activate(Role::BUTTON, &text("common.run")).await;
    tree.see("Hello, Ada").await;
    window.quit().await;
}

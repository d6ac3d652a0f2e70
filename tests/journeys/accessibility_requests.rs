//! Answers what servers ask, by the accessibility tree alone: forms, tool calls, sampling requests.

use usher_tests::accessibility::{AccessibilityTree, Role, State};
use usher_tests::text::{text, text_with};

use crate::accessibility_tree::{go_to, open_with_demo, run};
use crate::fixture;

const CLEAR: &str = "Clear all notes";

#[tokio::test]
async fn forms_calls_and_sampling_requests_are_answered_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open_with_demo(&fixture).await;
    run(&tree, "Ask with a form").await;
    tree.hear(&text("tools.running.waiting")).await;
    tree.activate(Role::LINK, &text("common.answer")).await;
    tree.find(Role::ARTICLE, &request()).await;

    tree.is(Role::ENTRY, "Name", State::Required).await;
    tree.fill(&window, Role::ENTRY, "Name", "Ada Lovelace")
        .await;
    tree.fill(&window, Role::SPIN, "Guests", "3").await;
    tree.activate(Role::RADIO, "front").await;
    tree.is(Role::RADIO, "front", State::Checked).await;
    tree.activate(Role::CHECK_BOX, "Sunday").await;
    tree.is(Role::CHECK_BOX, "Sunday", State::Checked).await;
    for field in ["Birthday", "Arrival"] {
        let pick = text_with("form.pickDate", &[("name", field)]);
        tree.find(Role::COMBO_BOX, &pick).await;
    }
    tree.activate(Role::BUTTON, &text("common.accept")).await;
    tree.gone(Role::ARTICLE, &request()).await;
    go_to(&tree, "common.tools").await;
    tree.activate(Role::LIST_ITEM, "Ask with a form").await;
    tree.see("Ada Lovelace").await;
    tree.see("front").await;

    let asked = text("tools.confirm.title");
    run(&tree, CLEAR).await;
    tree.hear(CLEAR).await;
    tree.find(Role::REGION, &asked).await;
    tree.activate(Role::BUTTON, &text("common.runOnce")).await;
    tree.hear(&text("content.result.completed")).await;

    tree.activate(Role::BUTTON, &text("common.run")).await;
    tree.find(Role::REGION, &asked).await;
    go_to(&tree, "common.approvals").await;
    tree.find(Role::ARTICLE, &request()).await;
    answer(&tree, "common.decline").await;
    tree.gone(Role::ARTICLE, &request()).await;

    run(&tree, "Ask a model").await;
    tree.hear(&text("tools.running.waiting")).await;
    go_to(&tree, "common.approvals").await;
    tree.find(Role::ARTICLE, &request()).await;
    answer(&tree, "sampling.action.write").await;
    let field = text("sampling.response.text");
    let lamps = "The lamps are lit at seven.";
    tree.fill(&window, Role::ENTRY, &field, lamps).await;
    answer(&tree, "sampling.action.send").await;
    tree.gone(Role::ARTICLE, &request()).await;
    go_to(&tree, "common.tools").await;
    tree.activate(Role::LIST_ITEM, "Ask a model").await;
    tree.see(lamps).await;
    window.done().await;
}

/// Presses a button that answers; one that was just shown takes no answer yet.
async fn answer(tree: &AccessibilityTree, key: &str) {
    tree.activate(Role::BUTTON, &text(key)).await;
}

/// How the name of an open request begins.
fn request() -> String {
    let label = text_with("approvals.request.label", &[("server", "{}")]);
    label.split("{}").next().unwrap_or_default().to_owned()
}

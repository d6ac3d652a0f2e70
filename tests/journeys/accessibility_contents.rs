//! Finds and reads what servers offer, by the accessibility tree alone: resources, prompts, the search over everything.

use usher_tests::accessibility::{Role, State};
use usher_tests::text::{text, text_with};

use crate::accessibility_tree::{go_to, open_with_demo};
use crate::fixture;

#[tokio::test]
async fn resources_prompts_and_what_is_searched_are_read_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open_with_demo(&fixture).await;
    go_to(&tree, "common.resources").await;
    let sunrise = tree.find(Role::LIST_ITEM, "Sunrise").await;
    assert_eq!(sunrise.place(), ("7", "16"), "where it stands in the list");
    assert_eq!(
        sunrise.name, "Sunrise, demo://pictures/sunrise.png, PNG, 39 kB",
        "a row says each of its facts once"
    );

    tree.activate(Role::RADIO, &text("resources.views.tree"))
        .await;
    tree.find(Role::TREE, &text("common.resources")).await;
    let sunrise = tree.find(Role::TREE_ITEM, "Sunrise").await;
    assert_eq!(sunrise.attribute("level"), "2", "below its folder");
    assert_eq!(sunrise.place(), ("9", "22"), "where it stands in the tree");
    let folder = "demo://pictures,";
    tree.is(Role::TREE_ITEM, folder, State::Expanded).await;
    tree.activate(Role::TREE_ITEM, folder).await;
    tree.is_not(Role::TREE_ITEM, folder, State::Expanded).await;
    tree.gone(Role::TREE_ITEM, "Sunrise").await;

    tree.activate(Role::RADIO, &text("resources.views.gallery"))
        .await;
    let sunrise = tree.find(Role::LIST_ITEM, "Sunrise").await;
    assert_eq!(sunrise.place(), ("7", "16"), "where its tile stands");
    tree.activate(Role::LIST_ITEM, "Sunrise").await;
    tree.is(Role::LIST_ITEM, "Sunrise", State::Selected).await;
    tree.find(Role::IMAGE, "Sunrise").await;
    tree.find(Role::BUTTON, &text("content.save.as")).await;

    go_to(&tree, "common.prompts").await;
    let briefing = tree.find(Role::LIST_ITEM, "Daily briefing").await;
    assert_eq!(briefing.place(), ("1", "5"), "where it stands");
    tree.activate(Role::LIST_ITEM, "Daily briefing").await;
    tree.find(Role::HEADING, "Daily briefing").await;
    tree.activate(Role::BUTTON, &text("prompts.get")).await;
    let count = text_with("prompts.messages.count", &[("count", "1"), ("time", "{}")]);
    tree.hear(count.split("{}").next().unwrap_or_default())
        .await;
    tree.see("What should I know today?").await;

    window.key("Control+k").await;
    let field = text("palette.field");
    tree.is(Role::COMBO_BOX, &field, State::Focused).await;
    window.type_text("echo").await;
    tree.is(Role::LIST_ITEM, "Echo Demo server", State::Selected)
        .await;
    tree.activate(Role::LIST_ITEM, "Echo Demo server").await;
    tree.gone(Role::DIALOG, &text("palette.title")).await;
    tree.find(Role::HEADING, "Echo").await;
    window.done().await;
}

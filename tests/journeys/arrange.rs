//! By pointer: servers and groups are dragged to other places of the list.

use serde_json::json;
use usher_tests::text::text_with;
use usher_tests::window::{Side, Window, has};

use crate::fixture;
use crate::servers::{add_scripted, groups_are, listed};

#[tokio::test]
async fn servers_and_groups_are_dragged_by_pointer() {
    let (_fixture, window) = fixture::open().await;
    for label in ["First", "Second", "Third"] {
        add_scripted(&window, label).await;
    }
    window.key("Control+1").await;
    window.resize(1280, 800).await;

    drag(&window, "Third", "First", Side::Before).await;
    labels_are(&window, &["Third", "First", "Second"]).await;
    drag(&window, "Third", "Second", Side::After).await;
    labels_are(&window, &["First", "Second", "Third"]).await;

    group(&window, "Second", "Work").await;
    group(&window, "Third", "Home").await;
    window.find("group", "Home").await;
    window.pictures("arrange-groups").await;
    // On the name of a group.
    drag_onto_head(&window, "First", "Work").await;
    groups_are(
        &window,
        &[("First", "Work"), ("Second", "Work"), ("Third", "Home")],
    )
    .await;
    // The groups themselves, by their names.
    let [home, work] = [head(&window, "Home").await, head(&window, "Work").await];
    window.drag(&home, &work, Side::Before).await;
    groups_are(
        &window,
        &[("Third", "Home"), ("First", "Work"), ("Second", "Work")],
    )
    .await;
    // And one that is collapsed.
    head(&window, "Home").await.click().await.expect("a press");
    let collapsed = text_with(
        "servers.group.collapsed",
        &[("group", "Home"), ("count", "1")],
    );
    let home = window.find("option", &collapsed).await;
    let last = window.find("option", has("Second, ")).await;
    window.drag(&home, &last, Side::After).await;
    groups_are(
        &window,
        &[("First", "Work"), ("Second", "Work"), ("Third", "Home")],
    )
    .await;
    window.check_accessibility("groups of servers").await;
    window.done().await;
}

async fn group(window: &Window, label: &str, group: &str) {
    let servers = listed(window).await;
    let server = servers.iter().find(|server| server["label"] == label);
    let id = &server.expect("the server is listed")["id"];
    let params = json!({ "serverIds": [id], "group": group });
    let set = window.rpc("server.setGroup", params).await;
    set.expect("a server can be put into a group");
}

async fn drag(window: &Window, dragged: &str, target: &str, side: Side) {
    let row = |label: &str| has(format!("{label}, "));
    let dragged = window.find("option", row(dragged)).await;
    let target = window.find("option", row(target)).await;
    window.drag(&dragged, &target, side).await;
}

async fn drag_onto_head(window: &Window, dragged: &str, group: &str) {
    let dragged = window.find("option", has(format!("{dragged}, "))).await;
    let head = head(window, group).await;
    window.drag(&dragged, &head, Side::After).await;
}

/// The name of an expanded group, which is for the pointer only.
async fn head(window: &Window, group: &str) -> fantoccini::elements::Element {
    window
        .within("group", group, "[draggable]:not([role])")
        .await
}

/// Waits until the servers are shown in this order.
async fn labels_are(window: &Window, expected: &[&str]) {
    window
        .eventually("the servers in their order", || async {
            let servers = listed(window).await;
            let labels = servers.iter().map(|server| server["label"].as_str());
            labels.eq(expected.iter().copied().map(Some)).then_some(())
        })
        .await;
}

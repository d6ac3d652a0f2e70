//! Apps of three official example servers, used as a person uses them: their buttons are pressed through the
//! accessibility tree, and what they ask for waits in *Approvals*.

use serde_json::json;
use usher_tests::accessibility::{AccessibilityTree, Role};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::example_apps::{add, agree_to_calls, local, plain, title_of};
use crate::{accessibility_tree, elicitation, fixture, servers};

/// Adds an example server and shows the app of its tool.
async fn show(window: &Window, fixture: &fixture::Fixture, name: &'static str, tool: &'static str) {
    let config = local(&plain(name, tool), fixture.data.path());
    let server = add(window, name, config).await;
    let title = title_of(window, &server, tool).await;
    servers::open_tool(window, &title).await;
    servers::run(window).await;
    window
        .see(&text_with("apps.first", &[("server", name)]))
        .await;
    servers::agree(window, text("apps.show")).await;
    window
        .find("region", text_with("apps.of", &[("server", name)]))
        .await;
}

/// Presses a button of an app.
async fn press(tree: &AccessibilityTree, name: &str) {
    tree.activate(Role::BUTTON, name).await;
}

/// Lets the call of an app that waits run once.
async fn allow(window: &Window, server: &str) {
    window.go_to("Approvals").await;
    let heading = text_with("approvals.heading.appCall", &[("server", server)]);
    window.find("heading", has(&heading)).await;
    elicitation::takes_answers(window).await;
    window.pictures(&format!("62-used-{server}")).await;
    window.push(text("common.runOnce")).await;
}

/// The calls of a tool on record.
async fn calls(window: &Window, tool: &str) -> usize {
    let params =
        json!({ "serverId": null, "kind": "tool", "name": tool, "before": null, "limit": 50 });
    let rows = window
        .rpc("history.list", params)
        .await
        .expect("the history");
    rows.as_array().map_or(0, Vec::len)
}

async fn until_called(window: &Window, tool: &str, times: usize) {
    window
        .eventually(&format!("{times} calls of {tool}"), || async {
            (calls(window, tool).await >= times).then_some(())
        })
        .await;
}

/// As [`until_called`], and lets all calls of apps run meanwhile.
async fn until_called_and_allowed(window: &Window, tool: &str, times: usize) {
    window
        .eventually(&format!("{times} allowed calls of {tool}"), || async {
            agree_to_calls(window).await;
            (calls(window, tool).await >= times).then_some(())
        })
        .await;
}

#[tokio::test]
async fn the_buttons_of_example_apps_call_their_tools_once_the_person_agrees() {
    let fixture = fixture::new();
    let (tree, window) = accessibility_tree::open(&fixture).await;

    // A button calls the tool again, which is asked about; the page then shows what came.
    show(&window, &fixture, "basic-vanillajs", "get-time").await;
    until_called(&window, "get-time", 1).await;
    press(&tree, "Get Server Time").await;
    allow(&window, "basic-vanillajs").await;
    until_called(&window, "get-time", 2).await;
    let title = "Get Time";
    servers::open_tool(&window, title).await;
    window.picture_of_display("62-used-time");

    // A text for the conversation is offered where none is, and a link is asked about.
    press(&tree, "Send Message").await;
    window.see("This is message text.").await;
    press(&tree, "Open Link").await;
    window.go_to("Approvals").await;
    window.see("https://modelcontextprotocol.io/").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.cancel")).await;

    // It calls a tool again and again by itself, once the person has allowed that.
    show(&window, &fixture, "system-monitor", "get-system-info").await;
    until_called_and_allowed(&window, "poll-system-stats", 3).await;
    window.picture_of_display("62-used-monitor");

    // It also logs by a tool what it does.
    show(&window, &fixture, "debug", "debug-tool").await;
    press(&tree, "Call debug-tool").await;
    until_called_and_allowed(&window, "debug-tool", 2).await;
    window.picture_of_display("62-used-debug");
    window.done().await;
}

//! What else a server asks than a form: to open a page, to let a model answer, to be told of folders. Each is seen
//! and answered in *Approvals*, and the call goes on with exactly that answer.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Start, Window};

use crate::{elicitation, fixture, servers, sign_in};

#[tokio::test]
async fn a_page_is_opened_and_folders_are_told_of_only_when_the_person_agrees() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = sign_in::browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    servers::start_demo(&window).await;
    asked(&window, "Ask to open a page").await;
    window.see(&text("approvals.url.full")).await;
    window.inspect("36-page").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "Ask to open a page").await;
    window.see("decline").await;

    asked(&window, "Ask to open a page").await;
    elicitation::takes_answers(&window).await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    let shown = "return document.querySelector('[data-part=whole-address]').textContent";
    let shown = window.script(shown, vec![]).await;
    window.push(text("approvals.url.open")).await;
    window.find("button", text("common.done")).await;
    window.picture("36-page-waiting").await;
    let address = sign_in::until_opened(&window, &opened).await;
    assert_eq!(shown, json!(address), "what was shown is what was opened");
    // The demo server hears from the page by itself, and says so.
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "Ask to open a page").await;
    window.see("Seat 12B is yours.").await;

    let shown = tempfile::tempdir().expect("a folder can be made");
    let path = shown.path().display().to_string();
    let added = window
        .rpc(
            "root.add",
            json!({ "serverId": null, "path": path, "name": "" }),
        )
        .await;
    added.expect("a folder can be added");
    asked(&window, "Ask for roots").await;
    window.see(&path).await;
    window.inspect("39-roots").await;
    elicitation::takes_answers(&window).await;
    window.push(text("approvals.roots.allowOnce")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "Ask for roots").await;
    window.see(&path).await;
    window.done().await;
}

/// Runs a tool that asks, and shows its approval.
async fn asked(window: &Window, tool: &str) {
    servers::open_tool(window, tool).await;
    servers::run(window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    window.find("article", elicitation::request()).await;
}

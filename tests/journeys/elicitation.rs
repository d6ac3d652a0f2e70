//! Fills in the form of a server; the server gets the answer.

use serde_json::json;
use usher_tests::text::{text, text_with, title};
use usher_tests::window::{Name, Window, has};

use crate::{fixture, servers};

/// Runs the demo tool that asks with a form.
pub(crate) async fn a_form_is_asked(window: &Window) {
    servers::start_demo(window).await;
    servers::open_tool(window, "Ask with a form").await;
    servers::run(window).await;
    window.see(&text("tools.running.waiting")).await;
}

#[tokio::test]
async fn what_is_typed_after_a_click_on_a_form_is_its_text() {
    let (_fixture, window) = fixture::open().await;
    a_form_is_asked(&window).await;
    servers::open_tool(&window, "Ask to open a page").await;
    servers::run(&window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    let [form, page] = ["form", "url"].map(|kind| text(&format!("approvals.kind.{kind}")));
    for kind in [page, form] {
        window.click("option", has(&kind)).await;
        window.find("article", request()).await;
    }
    window.has_focus("textbox", "Name").await;
    takes_answers(&window).await;
    window.type_text("A good day, Ada Lovelace").await;
    let typed = "return document.activeElement.value";
    let typed = window.script(typed, vec![]).await;
    assert_eq!(typed, json!("A good day, Ada Lovelace"));
    window.find("article", request()).await;
    takes_answers(&window).await;
    window.push(text("common.decline")).await;
    // The request that waits still is opened.
    window.see(&text("approvals.url.full")).await;
    window.quit().await;
}

#[tokio::test]
async fn a_form_is_declined_and_then_what_was_filled_in_is_what_the_server_gets() {
    let (_fixture, window) = fixture::open().await;
    a_form_is_asked(&window).await;
    window.picture("15-waits").await;
    window.is_titled(&title(1)).await;
    window.go_to("Approvals").await;
    window.find("article", request()).await;
    window.inspect("16-approval").await;
    takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("article", request()).await;
    window.is_titled(&title(0)).await;

    servers::open_tool(&window, "Ask with a form").await;
    servers::run(&window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    window.find("article", request()).await;

    // Two required fields are empty: nothing is sent, and the fields say so.
    takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.see("Name is required").await;
    window.write("Name", "Ada Lovelace").await;
    window.write("Email", "ada@example.com").await;
    window.write("Website", "https://example.com/ada").await;
    window.write("Birthday", "1815-12-10").await;
    window.write("Arrival", "2026-11-21T19:30:00Z").await;
    window.fill("spinbutton", "Guests", "3").await;
    window.fill("spinbutton", "Budget", "99.5").await;
    window.turn_on("Tell me about the next show").await;
    window.choose("front").await;
    window.choose("Suomi").await;
    window.click("combobox", "Drink").await;
    window.click("option", "Coffee, strong").await;
    window.tick("Sunday").await;
    window.tick("Olives").await;
    window.inspect("33-form-filled").await;
    takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.gone("article", request()).await;
    window.pictures("34-form-sent").await;

    servers::open_tool(&window, "Ask with a form").await;
    window.see("\"Ada Lovelace\"").await;
    window.pictures("35-form-result").await;
    let calls = window.rpc("history.list", json!({ "limit": 1 })).await;
    let id = calls.expect("the history can be read")[0]["id"].clone();
    let call = window.rpc("history.get", json!({ "id": id })).await;
    let call = call.expect("the call is there");
    let text = call.to_string();
    for value in [
        "Ada Lovelace",
        "ada@example.com",
        "https://example.com/ada",
        "1815-12-10",
        "2026-11-21T19:30:00Z",
        "99.5",
        "front",
        "fi",
        "coffee",
        "Sunday",
        "olives",
    ] {
        assert!(
            text.contains(value),
            "{value} did not reach the server: {text}"
        );
    }
    window.done().await;
}

/// Matches the article of an open request, whoever sent it.
pub(crate) fn request() -> Name {
    let label = text_with("approvals.request.label", &[("server", "{server}")]);
    has(label.split("{server}").next().unwrap_or_default())
}

/// Waits until a new approval takes answers.
pub(crate) async fn takes_answers(window: &Window) {
    window
        .eventually("a question that takes answers", || async {
            let all = "const answers = [...document.querySelectorAll('[data-part=answers] [aria-disabled]')];
                return answers.length > 0 && answers.every((each) => each.ariaDisabled === 'false');";
            (window.script(all, vec![]).await == true).then_some(())
        })
        .await;
}

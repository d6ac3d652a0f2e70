//! By keyboard alone: a form is answered and declined; a tool call is approved once, and then for good.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::elicitation::{self, request};
use crate::keyboard_servers::open_tool;
use crate::{fixture, policies};

const FORM: &str = "Ask with a form";
const CLEAR: &str = "Clear all notes";

#[tokio::test]
async fn a_form_is_answered_and_declined_by_keyboard_alone() {
    let (_fixture, window) = fixture::with_demo().await;
    a_form_is_open(&window).await;

    // E goes to the first field; Ctrl+Enter accepts from any of them.
    window.key("e").await;
    window.has_focus("textbox", "Name").await;
    window.type_text("Ada Lovelace").await;
    window
        .type_over("textbox", "Email", "ada@example.com")
        .await;
    window.type_over("textbox", "Birthday", "1815-12-10").await;
    window
        .type_over("textbox", "Arrival", "2026-11-21T19:30:00Z")
        .await;
    window.type_over("spinbutton", "Guests", "3").await;
    window
        .space_on("switch", "Tell me about the next show")
        .await;
    window.tab_to("radio", "middle").await;
    window.key("Left").await;
    window.has_focus("radio", "front").await;
    window.tab_to("combobox", "Drink").await;
    window.key("Down").await;
    window.down_to("option", "Coffee, strong").await;
    window.key("Enter").await;
    window.space_on("checkbox", "Sunday").await;
    window.space_on("checkbox", "Olives").await;
    window.picture("k2-form").await;
    window.tab_to("button", text("common.accept")).await;
    window.press_enabled("Enter").await;
    window.gone("article", request()).await;
    window.picture("k2-accepted").await;

    open_tool(&window, FORM).await;
    for part in [
        "\"Ada Lovelace\"",
        "\"ada@example.com\"",
        "1815-12-10",
        "\"front\"",
        "\"coffee\"",
        "\"Sunday\"",
        "\"olives\"",
    ] {
        window.see(part).await;
    }

    a_form_is_open(&window).await;
    // What is typed without Ctrl answers nothing.
    elicitation::takes_answers(&window).await;
    window.type_text("d c a good day").await;
    window.find("article", request()).await;
    declined(&window).await;
    open_tool(&window, FORM).await;
    window.see("decline").await;
    window.done().await;
}

#[tokio::test]
async fn a_call_is_approved_once_and_for_good_by_keyboard_alone() {
    let (_fixture, window) = fixture::with_demo().await;
    let asked = text("tools.confirm.title");
    open_tool(&window, CLEAR).await;

    // Where the call was started.
    window.key("Control+Enter").await;
    window.find("region", &asked).await;
    window.enter_on(text("common.runOnce")).await;
    window.gone("region", &asked).await;
    policies::until_sent(&window, &[json!({ "keep": 0 })]).await;

    // Among the approvals, for good.
    window.key("Control+Enter").await;
    window.find("region", &asked).await;
    window.key("Control+5").await;
    window.find("article", request()).await;
    window.enter_on(text("policies.allow.open")).await;
    let always = has(text("policies.decision.always"));
    window.down_to("menuitem", always).await;
    window.picture("k2-always").await;
    window.check_accessibility("a menu of permissions").await;
    window.key("Enter").await;
    window.gone("article", request()).await;
    let keep = json!({ "keep": 0 });
    policies::until_sent(&window, &[keep.clone(), keep.clone()]).await;

    open_tool(&window, CLEAR).await;
    window.key("Control+Enter").await;
    policies::until_sent(&window, &[keep.clone(), keep.clone(), keep]).await;
    window.gone("region", &asked).await;

    // And taken back.
    window.key("Control+5").await;
    window.tab_to("radio", text("common.pending")).await;
    window.right_to("radio", text("common.permissions")).await;
    let scope = text_with(
        "policies.withArguments",
        &[("tool", "clear_notes"), ("arguments", r#"{"keep":0}"#)],
    );
    let revoke = text_with(
        "policies.revokeOf",
        &[("scope", &*scope), ("server", "Demo server")],
    );
    window.enter_on(&revoke).await;
    window.see(&text("policies.empty.title")).await;
    window.picture("k2-revoked").await;
    window.done().await;
}

#[tokio::test]
async fn j_and_k_stay_among_the_requests_that_wait() {
    let (_fixture, window) = fixture::with_demo().await;
    // One is answered, and stands below those that wait.
    a_form_is_open(&window).await;
    declined(&window).await;
    for tool in [FORM, "Ask to open a page"] {
        open_tool(&window, tool).await;
        window.key("Control+Enter").await;
        window.see(&text("tools.running.waiting")).await;
    }
    window.key("Control+5").await;
    let [form, page] = ["form", "url"].map(|kind| text(&format!("approvals.kind.{kind}")));
    window.find("option", has(&page)).await;
    // In the form that has opened they are text.
    window.tab_to("listbox", text("common.approvals")).await;
    window.key("k").await;
    window.key("k").await;
    is_chosen(&window, &form).await;
    window.picture("k2-first").await;
    for _ in 0..4 {
        window.key("j").await;
    }
    is_chosen(&window, &page).await;
    window.picture("k2-last").await;
    window.key("k").await;
    is_chosen(&window, &form).await;

    // From a record they lead back to what waits.
    window.tab_to("listbox", text("common.approvals")).await;
    window.key("End").await;
    is_chosen(&window, &text("records.status.declined")).await;
    window.key("j").await;
    is_chosen(&window, &form).await;
    window.done().await;
}

/// Declines the request that is open.
async fn declined(window: &Window) {
    elicitation::takes_answers(window).await;
    window.key("Control+Shift+d").await;
    window.gone("article", request()).await;
}

/// Waits until the row that is chosen has a name with this part.
async fn is_chosen(window: &Window, part: &str) {
    let chosen =
        "return document.querySelector('[role=option][aria-selected=true]')?.ariaLabel ?? ''";
    window
        .eventually(&format!("a chosen row with {part:?}"), || async {
            let name = window.script(chosen, vec![]).await;
            name.as_str()?.contains(part).then_some(())
        })
        .await;
}

/// Starts the demo server from the first screen.
pub(crate) async fn start_demo(window: &Window) {
    window.enter_on(text("common.startDemoServer")).await;
    window.find("option", has("Greet")).await;
}

/// Runs the tool that asks with a form, and goes to its request.
async fn a_form_is_open(window: &Window) {
    open_tool(window, FORM).await;
    window.key("Control+Enter").await;
    window.see(&text("tools.running.waiting")).await;
    window.key("Control+5").await;
    window.find("article", request()).await;
    window.tab_to("listbox", text("common.approvals")).await;
    window
        .down_to("option", has(text("approvals.kind.form")))
        .await;
}

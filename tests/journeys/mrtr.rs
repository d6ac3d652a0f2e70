//! A server of 2026-07-28 asks in rounds: each answer goes back with the call made anew, and the next round may ask
//! something else.

use usher_tests::scripted::provider::{Provider, Reply};
use usher_tests::text::text;
use usher_tests::window::{Start, has};

use crate::{elicitation, fixture, sampling, servers, sign_in};

#[tokio::test]
async fn a_form_a_page_and_a_model_are_asked_for_in_one_call() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = sign_in::browser_in(folder.path());
    let provider = Provider::start().await.expect("a port is free");
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    let command = format!("{} modern_asks", env!("CARGO_BIN_EXE_scripted_server"));
    servers::add(&window, &command, "Modern").await;
    sampling::add_provider(&window, &provider).await;

    sampling::asked(&window, "echo").await;
    window.see("Who sits where?").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.see("Name is required").await;
    window.write("Name", "Ada Lovelace").await;
    window.choose("B").await;
    window.pictures("59-round-form").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.accept")).await;

    // What was answered stays in view until the person goes on.
    window
        .click("option", has(text("approvals.kind.url")))
        .await;
    window.see(&text("approvals.url.full")).await;
    elicitation::takes_answers(&window).await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    window.push(text("approvals.url.open")).await;
    let address = sign_in::until_opened(&window, &opened).await;
    assert_eq!(address, "https://example.com/seat?at=12");
    window.pictures("59-round-page").await;
    window.push(text("common.done")).await;

    window
        .click("option", has(text("approvals.kind.sampling")))
        .await;
    window.see("Which row is free?").await;
    provider.will(Reply::Says("Row B is free.".into()));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window.find("textbox", text("sampling.response.text")).await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "echo").await;
    let told = r#"{"name":"Ada Lovelace","row":"B"} "Row B is free.""#;
    window.see(told).await;

    servers::run(&window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    window.see("Who sits where?").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.cancel")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "echo").await;
    window.see(r#"answered {"action":"cancel"}"#).await;
    window.done().await;
}

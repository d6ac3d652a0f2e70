//! Servers ask for a model: a person looks at what is asked, a model or the person writes, and the server gets what the
//! person sends. With a real server from npm, one that leads a model through its tools, and one of 2026-07-28.

use serde_json::json;
use usher_tests::desktop::Desktop;
use usher_tests::scripted::provider::{Provider, Reply};
use usher_tests::text::{text, text_with, title};
use usher_tests::window::{Window, has};

use crate::{elicitation, fixture, servers};

#[tokio::test]
async fn a_real_server_is_answered_by_a_model_by_hand_and_with_a_no() {
    let fixture = fixture::new();
    let provider = Provider::start().await.expect("a port is free");
    let window = Window::open(fixture.data.path()).await;
    let command = format!("node {}", servers::everything().display());
    servers::add(&window, &command, "Everything").await;

    // With no model there is only the person.
    everything_asks(&window).await;
    window.see(&no_model()).await;
    window.pictures("sampling-1-no-model").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.write")).await;
    window
        .write(text("sampling.response.text"), "Written by Ada.")
        .await;
    window.inspect("sampling-2-by-hand").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "trigger-sampling-request").await;
    window.see("Written by Ada.").await;

    add_provider_by_hand(&window, &provider).await;
    everything_asks(&window).await;
    let first = text_with("sampling.budget.first", &[("server", "Everything")]);
    window.see(&first).await;
    window.inspect("sampling-3-request").await;
    window.push(editing("start")).await;
    window
        .write(text("sampling.request.system"), "Answer in one word.")
        .await;
    window.push(editing("done")).await;
    window.pictures("sampling-4-edited").await;
    provider.will(Reply::Says("Certainly, with pleasure: yes.".into()));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window.find("textbox", text("sampling.response.text")).await;
    window.pictures("sampling-5-answer").await;
    window.write(text("sampling.response.text"), "Yes.").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "trigger-sampling-request").await;
    window.see("\"Yes.\"").await;
    let body = provider.asked()[1].body.to_string();
    assert!(body.contains("Answer in one word."), "{body}");

    // A provider that fails says so there, and the server still waits.
    everything_asks(&window).await;
    provider.will(Reply::Refuses(401));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window.see("doesn’t accept the API key").await;
    window.pictures("sampling-6-failed").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "trigger-sampling-request").await;
    window.see("User rejected sampling request").await;

    // What a model wrote goes nowhere if the person does not want it to.
    everything_asks(&window).await;
    provider.will(Reply::Says("Not to be sent.".into()));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window.find("textbox", text("sampling.response.text")).await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "trigger-sampling-request").await;
    window.see("User rejected sampling request").await;
    assert!(!window.text().await.contains("Not to be sent."));

    window.go_to("Settings").await;
    window.see(&text("settings.sampling.title")).await;
    let shown = format!(
        "document.querySelector('[aria-label=\"{}\"]').scrollIntoView({{block: 'end'}})",
        text("settings.sampling.list")
    );
    window.script(&shown, vec![]).await;
    window.inspect("sampling-7-settings").await;
    window.done().await;
}

#[tokio::test]
async fn a_model_is_led_through_the_servers_tools() {
    let fixture = fixture::new();
    let provider = Provider::start().await.expect("a port is free");
    let window = Window::open(fixture.data.path()).await;
    let command = format!("{} sample_loop", env!("CARGO_BIN_EXE_scripted_server"));
    servers::add(&window, &command, "Scripted").await;
    add_provider(&window, &provider).await;
    asked(&window, "echo").await;
    provider.will(Reply::Uses("seats".into(), json!({ "row": "B" })));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window
        .find(
            "region",
            text_with("sampling.response.toolUse", &[("tool", "seats")]),
        )
        .await;
    window.inspect("sampling-8-tool-use").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    // What was answered stays in view until the person goes on; until then its own row stands in the list.
    window.gone("button", text("sampling.action.send")).await;
    window
        .click(
            "option",
            has(format!("Scripted: {}", text("approvals.kind.sampling"))),
        )
        .await;
    let rounds = text_with("sampling.request.rounds", &[("count", "1")]);
    window.see(&rounds).await;
    window.pictures("sampling-9-tool-result").await;
    provider.will(Reply::Says("B4 and B5 are free.".into()));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window.find("textbox", text("sampling.response.text")).await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "echo").await;
    window.see("tiny-writer: B4 and B5 are free.").await;
    window.done().await;
}

#[tokio::test]
async fn a_server_of_the_newest_revision_is_answered_with_the_retry() {
    let (_fixture, window) = fixture::open().await;
    let command = format!("{} modern_model", env!("CARGO_BIN_EXE_scripted_server"));
    servers::add(&window, &command, "Modern").await;
    asked(&window, "echo").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.write")).await;
    window.write(text("sampling.response.text"), "Row B.").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;
    servers::open_tool(&window, "echo").await;
    window.see("true \"Row B.\"").await;
    window.done().await;
}

#[tokio::test]
async fn changes_outlive_the_window_and_a_budget_that_is_used_up_declines() {
    let fixture = fixture::new();
    let desktop = Desktop::open().await;
    let provider = Provider::start().await.expect("a port is free");
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    add_provider(&window, &provider).await;
    window.go_to("Settings").await;
    window.turn_on(text("settings.background.tray")).await;

    asked(&window, "Ask a model").await;
    window.push(editing("start")).await;
    window
        .write(text("sampling.request.system"), "Answer in one word.")
        .await;
    window.write(text("common.requestsPerHour"), "1").await;
    window.put_away().await;
    desktop.click_sign().await;
    window.is_titled(&title(1)).await;
    window.go_to("Tools").await;
    window.go_to("Approvals").await;
    window.see(&text("approvals.edited")).await;
    window.choose(text("common.json")).await;
    window
        .find("region", text("sampling.view.requestJson"))
        .await;
    window.see("Answer in one word.").await;
    window.inspect("sampling-10-json").await;
    provider.will(Reply::Says("Certainly.".into()));
    elicitation::takes_answers(&window).await;
    window.push(text("common.run")).await;
    window
        .find("region", text("sampling.view.responseJson"))
        .await;
    window.inspect("sampling-11-answer-json").await;
    elicitation::takes_answers(&window).await;
    window.push(text("sampling.action.send")).await;
    window.gone("article", elicitation::request()).await;

    servers::open_tool(&window, "Ask a model").await;
    servers::run(&window).await;
    window.go_to("Approvals").await;
    window.see("Limit reached").await;
    window.inspect("sampling-12-used-up").await;
    let runs = provider.asked();
    assert_eq!(runs.len(), 2, "the test of the model, and one answer");
    assert!(runs[1].body.to_string().contains("Answer in one word."));
    window.done().await;
}

/// Names the button that starts or ends the editing of the system prompt.
fn editing(phase: &str) -> String {
    let what = text("sampling.request.system");
    text_with(&format!("sampling.edit.{phase}"), &[("what", &what)])
}

/// The first words where no model is configured; a link follows.
fn no_model() -> String {
    let whole = text("sampling.side.noModel");
    whole
        .split('<')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_owned()
}

/// Runs a tool of a real server that asks a model.
async fn everything_asks(window: &Window) {
    servers::open_tool(window, "trigger-sampling-request").await;
    window.write("prompt", "Does the lamp glow?").await;
    runs(window).await;
}

/// The tool runs, its question is there, and *Approvals* shows it.
pub(crate) async fn asked(window: &Window, tool: &str) {
    servers::open_tool(window, tool).await;
    runs(window).await;
}

async fn runs(window: &Window) {
    servers::run(window).await;
    window.see(&text("tools.running.waiting")).await;
    window.go_to("Approvals").await;
    window.find("article", elicitation::request()).await;
}

/// Adds a provider by the page's own operations, loads its models and tests one.
pub(crate) async fn add_provider(window: &Window, provider: &Provider) {
    let scripted = json!({
        "kind": "compatible", "label": "Scripted", "baseUrl": provider.base(), "key": "sk-canary-journey",
    });
    let added = window.call("model.add", scripted).await;
    let provider = json!({ "providerId": added["id"] });
    let listed = window.call("model.list", provider).await;
    let model = json!({ "providerId": added["id"], "model": listed["models"][0]["id"] });
    window.call("model.test", model).await;
}

/// Adds a provider in the settings, loads its models and tests one; its key is not seen again.
async fn add_provider_by_hand(window: &Window, provider: &Provider) {
    window.go_to("Settings").await;
    window.push(text("settings.models.add")).await;
    window.find("dialog", text("settings.models.add")).await;
    window.click("combobox", text("common.type")).await;
    window
        .click("option", text("settings.models.compatible"))
        .await;
    window.write(text("common.url"), &provider.base()).await;
    // A field that hides what is typed has no role; it comes after the address.
    window.type_keys("\u{e004}").await;
    window.type_keys("sk-canary-journey").await;
    window.picture("sampling-0-provider").await;
    window.push(text("common.add")).await;
    window.gone("dialog", text("settings.models.add")).await;
    window.find("button", text("settings.models.test")).await;
    window.push(text("settings.models.test")).await;
    window.see("Test passed").await;
    window.pictures("sampling-0-models").await;
    assert!(
        !window.text().await.contains("sk-canary"),
        "a key only goes in"
    );
}

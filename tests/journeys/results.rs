//! Results and prompts of the demo server: a chart of numbers, two runs compared, prompts as a gallery and as a
//! conversation, their history after a restart, and the ways between a result, its resource and back.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Button, Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn numbers_are_drawn_as_a_chart_and_two_runs_are_compared() {
    let fixture = fixture::new();
    let window = open_demo(fixture.data.path()).await;
    servers::open_tool(&window, "Weather forecast").await;
    window.fill("combobox", has("City"), "Helsinki").await;
    servers::run(&window).await;
    window.choose(text("content.view.chart")).await;
    window
        .eventually("a drawn chart", || async {
            let marks =
                "return document.querySelectorAll('figure svg path, figure svg rect').length";
            (window.script(marks, vec![]).await.as_u64()? > 2).then_some(())
        })
        .await;
    window.inspect("results-chart").await;

    window.fill("spinbutton", has("Days"), "2").await;
    servers::run(&window).await;
    window.push(text("compare.with")).await;
    window.push(has("\"days\":3")).await;
    window
        .find(
            "dialog",
            text_with("compare.title", &[("name", "forecast")]),
        )
        .await;
    window
        .eventually("both results side by side", || async {
            let sides = "return document.querySelectorAll('[role=dialog] .cm-content').length";
            (window.script(sides, vec![]).await == json!(2)).then_some(())
        })
        .await;
    window.inspect("results-compare").await;
    window.done().await;
}

#[tokio::test]
async fn prompts_are_chosen_in_a_gallery_and_read_as_a_conversation() {
    let fixture = fixture::new();
    let window = open_demo(fixture.data.path()).await;
    window.go_to("Prompts").await;
    window.choose(text("prompts.views.gallery")).await;
    window.find("option", has("Describe a picture")).await;
    window.pictures("prompts-gallery").await;
    window.click("option", has("Daily briefing")).await;
    window.push(has(text("prompts.get"))).await;
    window.find("region", has(text("common.messages"))).await;
    window.inspect("prompts-conversation").await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Prompts").await;
    let tiles = "return document.querySelector('input[value=gallery]')?.checked";
    window
        .eventually("the gallery of the last time", || async {
            (window.script(tiles, vec![]).await == json!(true)).then_some(())
        })
        .await;
    window.click("option", has("Daily briefing")).await;
    window.see(&text("common.noMessagesYet")).await;
    window.push(has(text("common.history"))).await;
    let run = has("{}");
    window.find("button", run.clone()).await;
    window.inspect("prompts-history").await;
    window.push(run).await;
    window.find("region", has(text("common.messages"))).await;
    window.done().await;
}

#[tokio::test]
async fn a_result_leads_to_its_resource_and_back() {
    let fixture = fixture::new();
    let window = open_demo(fixture.data.path()).await;
    servers::open_tool(&window, "Find a paper").await;
    window.write(has("Word"), "Welcome").await;
    servers::run(&window).await;
    window
        .find("link", has(text("content.openInResources")))
        .await;
    window.pictures("results-links").await;
    window
        .click("link", has(text("content.openInResources")))
        .await;
    window.find("article", has("")).await;
    place(&window, "/resources").await;
    window.key("Alt+Left").await;
    place(&window, "/tools").await;
    window.key("Alt+Right").await;
    place(&window, "/resources").await;
    window.push(text("app.travel.back")).await;
    place(&window, "/tools").await;
    for (button, expected) in [(Button::Forward, "/resources"), (Button::Back, "/tools")] {
        let over = window.find("link", has("Tools")).await;
        window.press_button(button, &over).await;
        place(&window, expected).await;
    }
    window.done().await;
}

async fn open_demo(data: &std::path::Path) -> Window {
    let window = Window::open(data).await;
    servers::start_demo(&window).await;
    window
}

/// Waits until this screen is shown.
async fn place(window: &Window, path: &str) {
    window
        .eventually(path, || async {
            let at =
                "return document.querySelector('nav a[aria-current=page]')?.getAttribute('href')";
            let at = window.script(at, vec![]).await;
            at.as_str()?.contains(path).then_some(())
        })
        .await;
}

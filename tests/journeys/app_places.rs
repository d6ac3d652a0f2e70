//! An app is seen in its result alone, whatever shows the window again.

use std::time::Duration;

use serde_json::json;
use usher_tests::desktop::Desktop;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Button, Start, Window, has, window_count, window_titles};

use crate::elicitation::request;
use crate::pins::Notebook;
use crate::{fixture, servers, shutdown};

/// The colour of the app, which nothing of Usher has.
pub(crate) const COLOR: [u8; 3] = [255, 0, 230];

#[tokio::test]
async fn an_app_is_seen_only_in_its_result() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let desktop = Desktop::open().await;
    let notebook = Notebook::open(data);
    notebook.declare(&json!([{
        "name": "draw_note", "description": "Draws a note.", "inputSchema": { "type": "object" },
        "_meta": { "ui": { "resourceUri": "ui://notes/note" } },
    }]));
    notebook.declare_page(&json!({
        "uri": "ui://notes/note", "mimeType": "text/html;profile=mcp-app",
        "text": page(),
    }));
    let window = Start::default().open(data).await;
    servers::start_demo(&window).await;
    window.go_to("Servers").await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    servers::open_tool(&window, "draw_note").await;
    servers::run(&window).await;
    servers::agree(&window, text("apps.show")).await;
    is_seen(&window).await;
    opens_nothing_over_the_window(&window).await;
    window.minimise_and_restore().await;
    is_seen(&window).await;

    window.go_to("Servers").await;
    is_unseen(&window, "on another page").await;
    shutdown::start_again(data).await;
    is_unseen(&window, "after a second start").await;
    window.minimise_and_restore().await;
    is_unseen(&window, "after the window was minimised and restored").await;

    servers::open_tool(&window, "Ask with a form").await;
    window.turn_away();
    servers::run(&window).await;
    let told = window
        .eventually("a notification", || async { desktop.notifications().pop() })
        .await;
    desktop.click(told.id).await;
    window.find("article", request()).await;
    is_unseen(&window, "over a request that a notification led to").await;

    window.go_to("Servers").await;
    window.ask_to_close();
    window.find("dialog", text("app.close.title")).await;
    is_unseen(&window, "over the question of closing").await;
    window.push(has(text("common.cancel"))).await;
    window.gone("dialog", text("app.close.title")).await;

    window.go_to("Settings").await;
    window.turn_on(text("settings.background.tray")).await;
    window.put_away().await;
    desktop.click_sign().await;
    window
        .eventually("the window is back", || async {
            (!window_titles().is_empty()).then_some(())
        })
        .await;
    is_unseen(&window, "after the window came back from the tray").await;

    servers::open_tool(&window, "draw_note").await;
    is_seen(&window).await;
    window.reload().await;
    is_unseen(&window, "on a page that was loaded anew and has no result").await;
    window.quit().await;
}

/// An app with a text for a tooltip and a list, both longer than the display is wide.
fn page() -> String {
    let [red, green, blue] = COLOR;
    let long = "Usher asks for your password. ".repeat(80);
    let options = format!("<option>{long}</option>").repeat(40);
    format!(
        "<!doctype html><style>html, body {{ height: 100%; margin: 0; background: rgb({red}, {green}, {blue}) }}
        select {{ position: fixed; inset: calc(50% - 10px) 40%; width: 20%; height: 20px }}</style>
        <body title='{long}'><select>{options}</select>"
    )
}

/// Neither the tooltip nor the options of the app are a window of their own over that of Usher.
async fn opens_nothing_over_the_window(window: &Window) {
    let region = text_with("apps.of", &[("server", "Notes")]);
    let slot = window
        .within("region", &region, "[data-part=app-slot]")
        .await;
    let (windows, seen) = (window_count(), window.pixels_of_display(COLOR));
    window.point_at(&slot).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(window_count(), windows, "a tooltip");
    window.press_button(Button::First, &slot).await;
    let covered = window
        .eventually("the options are shown", || async {
            let covered = seen.saturating_sub(window.pixels_of_display(COLOR));
            (covered > 500).then_some(covered)
        })
        .await;
    window.picture_of_display("60-app-options");
    assert_eq!(window_count(), windows, "options");
    assert!(covered < 400 * 300, "the options are bounded: {covered}");
    window.press_button(Button::First, &slot).await;
    window
        .eventually("the options are gone", || async {
            // The list may have the focus now.
            (window.pixels_of_display(COLOR) + 500 > seen).then_some(())
        })
        .await;
}

pub(crate) async fn is_seen(window: &Window) {
    window
        .eventually("the app is seen", || async {
            (window.pixels_of_display(COLOR) > 10_000).then_some(())
        })
        .await;
}

/// Waits until nothing of the app is seen, and looks for some time whether it comes back.
pub(crate) async fn is_unseen(window: &Window, when: &str) {
    window
        .eventually("the app is not seen", || async {
            (window.pixels_of_display(COLOR) == 0).then_some(())
        })
        .await;
    for _ in 0..15 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(window.pixels_of_display(COLOR), 0, "the app is seen {when}");
    }
}

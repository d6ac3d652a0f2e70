//! An app is seen in its result alone, whatever shows the window again.

use std::time::Duration;

use serde_json::json;
use usher_tests::desktop::Desktop;
use usher_tests::text::text;
use usher_tests::window::{Name, Start, Window, window_titles};

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
        "text": "<!doctype html><body style='background: rgb(255, 0, 230)'>",
    }));
    let window = Start::default().open(data).await;
    servers::start_demo(&window).await;
    window.go_to("Servers").await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    servers::open_tool(&window, "draw_note").await;
    servers::run(&window).await;
    servers::agree(&window, &*text("apps.show")).await;
    is_seen(&window).await;
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
    window.find("dialog", &*text("app.close.title")).await;
    is_unseen(&window, "over the question of closing").await;
    window
        .click("button", Name::has(&text("common.cancel")))
        .await;
    window.gone("dialog", &*text("app.close.title")).await;

    window.go_to("Settings").await;
    window
        .choose("switch", &*text("settings.background.tray"))
        .await;
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

//! Calls the person when a question waits: its number in the window's title, and the desktop's own sign for a window
//! that wants to be looked at. What is asked is shown in the page and nowhere else.

use futures::StreamExt;
use serde_json::json;
use tauri::{AppHandle, Manager, UserAttentionType, WebviewWindow};
use usher_api::{Api, AppEvent};

use crate::window::MAIN;

/// Watches the questions for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let (app, api) = (app.clone(), api.clone());
    let mut events = Box::pin(api.subscribe());
    tauri::async_runtime::spawn(async move {
        while let Some(event) = events.next().await {
            let is_new = matches!(event, AppEvent::AskOpened { .. });
            let counts = is_new || matches!(event, AppEvent::AskClosed { .. } | AppEvent::Resync);
            if !counts {
                continue;
            }
            let (Some(window), Some(waiting)) = (app.get_webview_window(MAIN), waiting(&api).await)
            else {
                continue;
            };
            show(&window, waiting);
            if is_new {
                call(&window);
            }
        }
    });
}

/// How many questions are open.
pub(crate) async fn waiting(api: &Api) -> Option<usize> {
    let asks = api.call("ask.list", json!({})).await.ok()?;
    Some(asks.as_array()?.len())
}

fn show(window: &WebviewWindow, waiting: usize) {
    if let Err(error) = window.set_title(&title(waiting)) {
        tracing::debug!(%error, "the title could not be changed");
    }
}

/// Does nothing to a window the person is in.
fn call(window: &WebviewWindow) {
    if window.is_focused().unwrap_or(false) {
        return;
    }
    if let Err(error) = window.request_user_attention(Some(UserAttentionType::Informational)) {
        tracing::debug!(%error, "the desktop could not be told");
    }
}

/// What the title bar says, and the tray.
pub(crate) fn title(waiting: usize) -> String {
    match waiting {
        0 => "Usher".to_owned(),
        1 => "(1) Usher: a question waits".to_owned(),
        more => format!("({more}) Usher: {more} questions wait"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_how_many_wait() {
        let check = |waiting: usize, expected: &str| {
            assert_eq!(title(waiting), expected, "with {waiting} questions");
        };
        check(0, "Usher");
        check(1, "(1) Usher: a question waits");
        check(3, "(3) Usher: 3 questions wait");
    }
}

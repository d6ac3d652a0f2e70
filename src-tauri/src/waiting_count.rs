//! Counts what waits, for window title, tray and dock.
//!
//! It also sets the desktop's own mark on a window that wants attention. What waits is shown in the page.

use futures::{StreamExt, stream};
use tauri::{AppHandle, Manager, UserAttentionType, WebviewWindow};
use tokio::sync::watch;
use usher_api::{Api, AppEvent};

use crate::window::MAIN;

/// Counts for as long as the app runs; what is given hears each change.
pub(crate) fn watch(app: &AppHandle, api: &Api) -> watch::Receiver<usize> {
    let (app, api) = (app.clone(), api.clone());
    let (count, counted) = watch::channel(0);
    // What waited before anybody listened, as a round that goes on after a restart, is counted first.
    let mut events = Box::pin(stream::iter([AppEvent::Resync]).chain(api.subscribe()));
    tauri::async_runtime::spawn(async move {
        while let Some(event) = events.next().await {
            if !may_change(&event) {
                continue;
            }
            let (before, waiting) = (*count.borrow(), api.waiting());
            if waiting == before {
                continue;
            }
            count.send_replace(waiting);
            if let Some(window) = app.get_webview_window(MAIN) {
                show(&window, waiting);
                if waiting > before {
                    call(&window);
                }
            }
        }
    });
    counted
}

/// Whether more or less may wait after this.
fn may_change(event: &AppEvent) -> bool {
    matches!(
        event,
        AppEvent::ApprovalOpened { .. }
            | AppEvent::ApprovalClosed { .. }
            | AppEvent::ServerChanged { .. }
            | AppEvent::ServerRemoved { .. }
            | AppEvent::WebtoolsChanged
            | AppEvent::Resync
    )
}

fn show(window: &WebviewWindow, waiting: usize) {
    if let Err(error) = window.set_title(&title(waiting)) {
        tracing::debug!(%error, "the title could not be changed");
    }
    let badge = i64::try_from(waiting).ok().filter(|waiting| *waiting > 0);
    if let Err(error) = window.set_badge_count(badge) {
        tracing::debug!(%error, "the dock could not be told");
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
        1 => "(1) Usher: 1 thing waits for you".to_owned(),
        more => format!("({more}) Usher: {more} things wait for you"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_how_many_wait() {
        let check = |waiting: usize, expected: &str| {
            assert_eq!(title(waiting), expected, "with {waiting}");
        };
        check(0, "Usher");
        check(1, "(1) Usher: 1 thing waits for you");
        check(3, "(3) Usher: 3 things wait for you");
    }
}

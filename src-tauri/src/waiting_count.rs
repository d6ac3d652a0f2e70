//! Counts what waits, for window title, tray and dock.
//!
//! It also sets the desktop's own mark on a window that wants attention. What waits is shown in the page.

use futures::{StreamExt, stream};
use tauri::{AppHandle, Manager, UserAttentionType, WebviewWindow};
use tokio::sync::watch;
use usher_api::{Api, AppEvent};
use usher_messages::Message;

use crate::window::MAIN;
use crate::words::Words;

/// Counts for as long as the app runs; what is given hears each change.
pub(crate) fn watch(app: &AppHandle, api: &Api) -> watch::Receiver<usize> {
    let (app, api) = (app.clone(), api.clone());
    let (count, counted) = watch::channel(0);
    // What waited before anybody listened, as a round that goes on after a restart, is counted first.
    let mut events = Box::pin(stream::iter([AppEvent::Resync]).chain(api.subscribe()));
    tauri::async_runtime::spawn(async move {
        let words = app.state::<Words>();
        let mut language = words.changes();
        loop {
            let before = *count.borrow();
            let (waiting, is_new_language) = tokio::select! {
                event = events.next() => match event {
                    Some(event) if may_change(&event) => (api.waiting(), false),
                    Some(_) => continue,
                    None => return,
                },
                Ok(()) = language.changed() => (before, true),
            };
            if waiting == before && !is_new_language {
                continue;
            }
            count.send_replace(waiting);
            if let Some(window) = app.get_webview_window(MAIN) {
                show(&window, &title(&words, waiting), waiting);
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
            | AppEvent::ClientsChanged
            | AppEvent::Resync
    )
}

fn show(window: &WebviewWindow, title: &str, waiting: usize) {
    if let Err(error) = window.set_title(title) {
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

/// The title of the window and of the tray icon.
pub(crate) fn title(words: &Words, waiting: usize) -> String {
    words.text_of(&Message::new("desktop.title").with("count", waiting))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_how_many_wait() {
        let check = |waiting: usize, expected: &str| {
            assert_eq!(
                title(&Words::default(), waiting),
                expected,
                "with {waiting}"
            );
        };
        check(0, "Usher");
        check(1, "(1) Usher: 1 approval pending");
        check(3, "(3) Usher: 3 approvals pending");
    }

    #[test]
    fn whatever_approvals_lists_changes_the_count() {
        let server = || usher_types::id::ServerId::from("a");
        let cases = [
            (AppEvent::Resync, true),
            (
                AppEvent::ServerRemoved {
                    server_id: server(),
                },
                true,
            ),
            (AppEvent::WebtoolsChanged, true),
            (AppEvent::ClientsChanged, true),
            (AppEvent::HistoryChanged, false),
        ];
        for (event, expected) in cases {
            assert_eq!(may_change(&event), expected, "{event:?}");
        }
    }
}

//! Sends notifications on macOS and Windows; a click focuses the app.

use std::future;

use notify_rust::Notification;
use tauri::async_runtime::spawn_blocking;

use super::texts::Texts;

pub(super) struct Desktop;

impl Desktop {
    pub(super) async fn reach() -> Result<Self, notify_rust::error::Error> {
        Ok(Self)
    }

    pub(super) async fn show(&mut self, _ask: &str, texts: &Texts) {
        let notification = Notification::new()
            .appname("Usher")
            .summary(&texts.summary)
            .body(&texts.body)
            .finalize();
        let shown = spawn_blocking(move || notification.show().map(|_| ())).await;
        if let Ok(Err(error)) = shown {
            tracing::debug!(%error, "the desktop did not take a notification");
        }
    }

    /// These systems let no notification be taken back.
    pub(super) async fn take_away(&mut self, _ask: &str) {}

    /// These systems do not say which notification was clicked.
    pub(super) async fn clicked(&mut self) -> Option<String> {
        future::pending().await
    }
}

//! Shows the icon in the desktop's tray: how much waits, and how to open or quit.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod macos_windows;
mod shown;

#[cfg(target_os = "linux")]
pub(crate) use linux::Tray;
#[cfg(not(target_os = "linux"))]
pub(crate) use macos_windows::Tray;
use shown::Shown;

use tauri::{AppHandle, Manager as _};
use tokio::sync::watch;

use crate::words::Words;

/// Shows the tray icon and updates its number while the app runs.
pub(crate) fn watch(app: &AppHandle, mut counted: watch::Receiver<usize>) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let (tray, words) = (app.state::<Tray>(), app.state::<Words>());
        let mut language = words.changes();
        let shown = Shown::new(&words, *counted.borrow_and_update());
        if let Err(error) = tray.put_up(&app, shown).await {
            tracing::info!(%error, "there is no tray");
            return;
        }
        loop {
            let is_running = tokio::select! {
                changed = counted.changed() => changed.is_ok(),
                changed = language.changed() => changed.is_ok(),
            };
            if !is_running {
                return;
            }
            let shown = Shown::new(&words, *counted.borrow_and_update());
            tray.say(&app, shown).await;
        }
    });
}

/// Whether the desktop shows the sign right now.
pub(crate) fn is_shown(app: &AppHandle) -> bool {
    app.state::<Tray>().is_shown()
}

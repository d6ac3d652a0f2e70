//! Shows the icon in the desktop's tray: how much waits, and how to open or quit.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod macos_windows;

#[cfg(target_os = "linux")]
pub(crate) use linux::Tray;
#[cfg(not(target_os = "linux"))]
pub(crate) use macos_windows::Tray;

use tauri::{AppHandle, Manager as _};
use tokio::sync::watch;

use crate::waiting_count::title;

/// Shows the tray icon and updates its number while the app runs.
pub(crate) fn watch(app: &AppHandle, mut counted: watch::Receiver<usize>) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let tray = app.state::<Tray>();
        if let Err(error) = tray.put_up(&app).await {
            tracing::info!(%error, "there is no tray");
            return;
        }
        loop {
            let waiting = *counted.borrow_and_update();
            tray.say(&app, &title(waiting), waiting > 0).await;
            if counted.changed().await.is_err() {
                return;
            }
        }
    });
}

/// Whether the desktop shows the sign right now.
pub(crate) fn is_shown(app: &AppHandle) -> bool {
    app.state::<Tray>().is_shown()
}

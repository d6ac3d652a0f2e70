//! The sign in the desktop's tray: how many questions wait, the way back to a window that is closed, and the way out.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::Tray;
#[cfg(target_os = "linux")]
pub(crate) use linux::Tray;

use futures::StreamExt as _;
use tauri::{AppHandle, Manager as _};
use usher_api::{Api, AppEvent};

use crate::attention::{title, waiting};

/// Puts the sign up and keeps its number right for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let (app, api) = (app.clone(), api.clone());
    let mut events = Box::pin(api.subscribe());
    tauri::async_runtime::spawn(async move {
        let tray = app.state::<Tray>();
        if let Err(error) = tray.put_up(&app).await {
            tracing::info!(%error, "there is no tray");
            return;
        }
        while let Some(event) = events.next().await {
            let counts = matches!(
                event,
                AppEvent::AskOpened { .. } | AppEvent::AskClosed { .. } | AppEvent::Resync
            );
            if counts && let Some(waiting) = waiting(&api).await {
                tray.say(&app, &title(waiting), waiting > 0).await;
            }
        }
    });
}

/// Whether the desktop shows the sign right now.
pub(crate) fn is_shown(app: &AppHandle) -> bool {
    app.state::<Tray>().is_shown()
}

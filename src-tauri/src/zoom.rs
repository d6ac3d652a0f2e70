//! Applies the setting for the size of the page to every window.

use std::sync::atomic::{AtomicU16, Ordering};

use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_api::Api;

use crate::settings;

/// The setting, in percent; 0 = not read yet.
#[derive(Default)]
pub(crate) struct Zoom(AtomicU16);

/// Follows the setting for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let app = app.clone();
    settings::follow(api, move |settings| set(&app, settings.zoom));
}

/// Applies the setting to one window, which may have been opened before it was read.
pub(crate) fn apply(window: &WebviewWindow) {
    let Some(zoom) = window.try_state::<Zoom>() else {
        return;
    };
    let percent = zoom.0.load(Ordering::Relaxed);
    if percent == 0 {
        return;
    }
    if let Err(error) = window.set_zoom(f64::from(percent) / 100.0) {
        tracing::warn!(%error, "the zoom could not be set");
    }
}

/// How many pixels of the window one of the page takes.
#[cfg(target_os = "linux")]
pub(crate) fn factor(app: &AppHandle) -> f64 {
    match app.state::<Zoom>().0.load(Ordering::Relaxed) {
        0 => 1.0,
        percent => f64::from(percent) / 100.0,
    }
}

/// Applies another size to every window.
pub(crate) fn set(app: &AppHandle, percent: u16) {
    let before = app.state::<Zoom>().0.swap(percent, Ordering::Relaxed);
    if before == percent {
        return;
    }
    for window in app.webview_windows().values() {
        apply(window);
    }
}

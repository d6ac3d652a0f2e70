//! Decides what the window's close button does: end Usher, or go on in the tray.
//!
//! It goes on only if the person wants that and there is a tray to come back from.

use std::sync::atomic::{AtomicBool, Ordering};

use tauri::{AppHandle, Manager as _, Window, WindowEvent};
use usher_api::Api;

use crate::window::MAIN;
use crate::{app_views, settings, shutdown, tray};

/// What the person chose; until that is known, closing ends Usher.
#[derive(Default)]
pub(crate) struct StayInTray(AtomicBool);

/// Follows the setting for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let app = app.clone();
    settings::follow(api, move |settings| {
        let stays = &app.state::<StayInTray>().0;
        stays.store(settings.stay_in_tray, Ordering::Relaxed);
    });
}

/// Hides a window that is being closed, if the setting says so.
pub(crate) fn on_window_event(window: &Window, event: &WindowEvent) {
    if window.label() != MAIN {
        return app_views::on_window_event(window, event);
    }
    let api = match event {
        WindowEvent::CloseRequested { api, .. } => api,
        // Usher ends with its last window, and none of an app is to be that.
        WindowEvent::Destroyed => return app_views::close_all(window.app_handle()),
        _ => return,
    };
    let stays = window.state::<StayInTray>().0.load(Ordering::Relaxed);
    if !stays || !tray::is_shown(window.app_handle()) {
        if !shutdown::may_close(window.app_handle()) {
            api.prevent_close();
        }
        return;
    }
    match window.hide() {
        Ok(()) => api.prevent_close(),
        Err(error) => tracing::warn!(%error, "the window could not be hidden"),
    }
}

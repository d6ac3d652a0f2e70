//! Decides what the window's close button does: end Usher, or go on in the tray.
//!
//! It goes on only if the person wants that and there is a tray to come back from.

use std::sync::atomic::{AtomicBool, Ordering};

use futures::StreamExt as _;
use serde_json::json;
use tauri::{AppHandle, Manager as _, Window, WindowEvent};
use usher_api::{Api, AppEvent};

use crate::{shutdown, tray};

/// What the person chose; until that is known, closing ends Usher.
#[derive(Default)]
pub(crate) struct StayInTray(AtomicBool);

/// Follows the setting for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let (app, api) = (app.clone(), api.clone());
    let mut events = Box::pin(api.subscribe());
    tauri::async_runtime::spawn(async move {
        let stay = |stays: bool| app.state::<StayInTray>().0.store(stays, Ordering::Relaxed);
        let settings = api.call("setting.get", json!({})).await;
        stay(settings.is_ok_and(|settings| settings["stayInTray"] == true));
        while let Some(event) = events.next().await {
            if let AppEvent::SettingsChanged { settings } = event {
                stay(settings.stay_in_tray);
            }
        }
    });
}

/// Hides a window that is being closed, if the setting says so.
pub(crate) fn on_window_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else {
        return;
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

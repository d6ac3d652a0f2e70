//! Follows the settings for as long as the app runs.

use futures::StreamExt as _;
use serde::Deserialize as _;
use serde_json::json;
use usher_api::{Api, AppEvent};
use usher_types::settings::Settings;

/// Calls with the settings as they are, where they can be read, and after each change.
pub(crate) fn follow(api: &Api, apply: impl Fn(Settings) + Send + 'static) {
    let api = api.clone();
    let mut events = Box::pin(api.subscribe());
    tauri::async_runtime::spawn(async move {
        let stored = api.call("setting.get", json!({})).await.ok();
        if let Some(settings) = stored.and_then(|stored| Settings::deserialize(stored).ok()) {
            apply(settings);
        }
        while let Some(event) = events.next().await {
            if let AppEvent::SettingsChanged { settings } = event {
                apply(settings);
            }
        }
    });
}

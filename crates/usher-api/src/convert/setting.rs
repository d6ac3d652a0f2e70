//! Settings.

use usher_types::settings as core;

use crate::setting::{Settings, Theme};

impl From<core::Settings> for Settings {
    fn from(settings: core::Settings) -> Self {
        Self {
            theme: match settings.theme {
                core::Theme::System => Theme::System,
                core::Theme::Light => Theme::Light,
                core::Theme::Dark => Theme::Dark,
            },
            request_timeout_ms: settings.request_timeout_ms,
            wire_frames: settings.wire_frames,
            wire_mebibytes: settings.wire_mebibytes,
            history_rows: settings.history_rows,
            list_width_px: settings.list_width_px,
            wire_height_px: settings.wire_height_px,
            notify_waiting: settings.notify_waiting,
            stay_in_tray: settings.stay_in_tray,
        }
    }
}

impl From<Settings> for core::Settings {
    fn from(settings: Settings) -> Self {
        Self {
            theme: match settings.theme {
                Theme::System => core::Theme::System,
                Theme::Light => core::Theme::Light,
                Theme::Dark => core::Theme::Dark,
            },
            request_timeout_ms: settings.request_timeout_ms,
            wire_frames: settings.wire_frames,
            wire_mebibytes: settings.wire_mebibytes,
            history_rows: settings.history_rows,
            list_width_px: settings.list_width_px,
            wire_height_px: settings.wire_height_px,
            notify_waiting: settings.notify_waiting,
            stay_in_tray: settings.stay_in_tray,
        }
    }
}

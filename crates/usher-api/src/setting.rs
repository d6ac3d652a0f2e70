//! Settings of the whole app.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Light, dark, or as the system says.
    pub theme: Theme,
    /// How long a request may take (1,000 to 3,600,000). Progress restarts the clock.
    pub request_timeout_ms: u64,
    /// How many messages the wire log keeps per server (100 to 100,000).
    pub wire_frames: u32,
    /// How much text the wire log keeps per server, in MiB (1 to 1,024).
    pub wire_mebibytes: u32,
    /// How many calls the history keeps (0 to 100,000).
    pub history_rows: u32,
    /// How wide the list of a screen is, in CSS pixels (160 to 2,000).
    pub list_width_px: u32,
    /// How high the wire log is, in CSS pixels (80 to 4,000).
    pub wire_height_px: u32,
    /// Whether the desktop says so when a question waits and the window is not in front.
    pub notify_waiting: bool,
    /// Whether closing the window leaves Usher running in the desktop's tray, where there is one.
    pub stay_in_tray: bool,
}

/// The theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the system says.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

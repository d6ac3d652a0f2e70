//! What an app is told of its surroundings (2026-01-26, host context).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use usher_types::mcp_app::AppPlace;

use super::app::App;
use crate::limits;

/// How the window looks, as the page of Usher says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostLook {
    pub theme: HostTheme,
    /// CSS variables by their standardised names.
    pub variables: BTreeMap<String, String>,
    /// BCP 47.
    pub locale: String,
    /// IANA.
    pub time_zone: String,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HostTheme {
    #[default]
    Light,
    Dark,
}

impl HostTheme {
    fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl App {
    /// All an app is told when it starts.
    pub(super) fn host_context(&self, look: &HostLook, version: &str) -> Map<String, Value> {
        let mut context = self.changing_context(look);
        let tool_info = json!({ "id": self.call.as_str(), "tool": self.tool_raw });
        for (key, value) in [
            ("toolInfo", tool_info),
            ("userAgent", format!("Usher/{version}").into()),
            ("platform", "desktop".into()),
            (
                "deviceCapabilities",
                json!({ "touch": false, "hover": true }),
            ),
        ] {
            context.insert(key.to_owned(), value);
        }
        context
    }

    /// What of it can change while the app runs.
    pub(super) fn changing_context(&self, look: &HostLook) -> Map<String, Value> {
        let mut context = Map::new();
        let mut set = |key: &str, value: Value| context.insert(key.to_owned(), value);
        set("theme", look.theme.word().into());
        set("styles", json!({ "variables": look.variables }));
        set("locale", look.locale.as_str().into());
        set("timeZone", look.time_zone.as_str().into());
        set("displayMode", self.display_mode().into());
        set("availableDisplayModes", json!(["inline", "fullscreen"]));
        set("containerDimensions", self.container());
        context
    }

    /// Only an app that says it can fill a window is told that it does.
    pub(super) fn display_mode(&self) -> &'static str {
        let fills = self.modes.iter().any(|mode| mode == "fullscreen");
        match self.place {
            AppPlace::OwnWindow if fills => "fullscreen",
            AppPlace::OwnWindow | AppPlace::Inline { .. } | AppPlace::Hidden => "inline",
        }
    }

    fn container(&self) -> Value {
        match self.place {
            AppPlace::Inline { area, .. } => {
                json!({ "width": area.width, "maxHeight": limits::APP_HEIGHT })
            }
            AppPlace::Hidden | AppPlace::OwnWindow => json!({}),
        }
    }
}

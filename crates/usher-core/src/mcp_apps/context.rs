//! The host context of an app: how and where it is drawn (2026-01-26, host context).

use serde_json::{Map, Value, json};
use usher_types::mcp_app::{AppLook, AppPlace, AppTheme};

use super::app::App;
use crate::limits;

impl App {
    /// All of it, which an app is sent when it starts.
    pub(super) fn host_context(&self, look: &AppLook, version: &str) -> Map<String, Value> {
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

    /// The part that can change while the app runs.
    pub(super) fn changing_context(&self, look: &AppLook) -> Map<String, Value> {
        let theme = match look.theme {
            AppTheme::Light => "light",
            AppTheme::Dark => "dark",
        };
        let mut context = Map::new();
        let mut set = |key: &str, value: Value| context.insert(key.to_owned(), value);
        set("theme", theme.into());
        let mut styles = json!({ "variables": look.variables });
        if !look.fonts.is_empty() {
            styles["css"] = json!({ "fonts": look.fonts });
        }
        set("styles", styles);
        set("locale", look.locale.as_str().into());
        set("timeZone", look.time_zone.as_str().into());
        set("displayMode", self.display_mode().into());
        set("availableDisplayModes", json!(["inline", "fullscreen"]));
        set("containerDimensions", self.container());
        context
    }

    /// Fullscreen only for an app that says it supports that.
    pub(super) fn display_mode(&self) -> &'static str {
        let fills = self.modes.iter().any(|mode| mode == "fullscreen");
        match self.place {
            AppPlace::OwnWindow if fills => "fullscreen",
            AppPlace::OwnWindow | AppPlace::Inline { .. } | AppPlace::Hidden => "inline",
        }
    }

    fn container(&self) -> Value {
        match (self.place, self.frame) {
            (AppPlace::Inline { area, .. }, _) => {
                json!({ "width": area.width, "maxHeight": limits::APP_HEIGHT })
            }
            (AppPlace::OwnWindow, Some(frame)) => {
                json!({ "width": frame.width, "height": frame.height })
            }
            (AppPlace::Hidden, _) | (AppPlace::OwnWindow, None) => json!({}),
        }
    }
}

//! What a page of an MCP App declares (extension `io.modelcontextprotocol/ui`, 2026-01-26), and where it is drawn.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// The hosts an app may reach, as far as Usher lets it: each a source of a content security policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppHosts {
    /// Where it may send requests to.
    pub connect: Vec<String>,
    /// Where it may load scripts, styles, images, fonts and media from.
    pub resource: Vec<String>,
    /// What it may show in frames.
    pub frame: Vec<String>,
    /// What its relative addresses may be based on.
    pub base_uri: Vec<String>,
}

impl AppHosts {
    /// Whether it reaches nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            connect,
            resource,
            frame,
            base_uri,
        } = self;
        [connect, resource, frame, base_uri]
            .iter()
            .all(|list| list.is_empty())
    }
}

/// A host that was declared and is not let through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DroppedHost {
    /// As it was declared. Server text.
    pub text: String,
    /// Why.
    pub reason: Message,
}

/// What an app asks of the person's computer. None of it is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AppPermission {
    Camera,
    Microphone,
    Geolocation,
    ClipboardWrite,
}

/// A rectangle of the window, in CSS pixels from its top left corner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppRect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Where an app is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AppPlace {
    /// In the window of Usher.
    Inline {
        /// Where the whole app is.
        area: AppRect,
        /// What of it can be seen.
        visible: AppRect,
    },
    /// Nowhere for now: it runs on.
    Hidden,
    /// In a window of its own.
    OwnWindow,
}

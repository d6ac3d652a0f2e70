//! MCP Apps (extension `io.modelcontextprotocol/ui`, 2026-01-26): what a page declares, where it is drawn, and how a
//! running app is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

use crate::id::{AppId, CallId, ContentId, ServerId};

/// The hosts an app may reach, as far as Usher lets it: each a source of a content security policy. It shows no frame of
/// another host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppHosts {
    /// Where it may send requests to.
    pub connect: Vec<String>,
    /// Where it may load scripts, styles, images, fonts and media from.
    pub resource: Vec<String>,
    /// What its relative addresses may be based on.
    pub base_uri: Vec<String>,
}

impl AppHosts {
    /// Whether it reaches nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            connect,
            resource,
            base_uri,
        } = self;
        [connect, resource, base_uri]
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

/// The origin of the page of an app. It is decided when the app is opened, and stays as long as its page does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppOrigin {
    /// None: it may not even look for storage.
    Opaque,
    /// One that no other document has.
    Own,
    /// None, and nothing of it runs: it is no app.
    Inert,
}

impl AppOrigin {
    /// The origin of an app that is opened there.
    #[must_use]
    pub fn opened_at(place: AppPlace) -> Self {
        match place {
            AppPlace::OwnWindow => Self::Own,
            AppPlace::Inline { .. } | AppPlace::Hidden => Self::Opaque,
        }
    }

    /// What the sandbox of the page lets it do, as in HTML.
    #[must_use]
    pub fn sandbox(self) -> &'static str {
        match self {
            Self::Opaque => "allow-scripts",
            Self::Own => "allow-scripts allow-same-origin",
            Self::Inert => "",
        }
    }
}

/// How the window looks, as the page of Usher says, for apps that want to look alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppLook {
    pub theme: AppTheme,
    /// CSS variables by their standardised names.
    pub variables: BTreeMap<String, String>,
    /// CSS with the rules of the fonts that the variables name; empty = they need none.
    pub fonts: String,
    /// BCP 47.
    pub locale: String,
    /// IANA.
    pub time_zone: String,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AppTheme {
    #[default]
    Light,
    Dark,
}

/// How an app is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AppStatus {
    /// Its page is being loaded.
    Loading,
    Running,
    /// Its page has not answered for some time. It can be stopped.
    NotResponding,
}

/// Something an app tried and its content policy forbids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppViolation {
    /// The directive of the policy.
    pub directive: String,
    /// What was to be reached. Text of the app.
    pub blocked: String,
}

/// A running app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppSnapshot {
    pub id: AppId,
    #[serde(rename = "serverId")]
    pub server: ServerId,
    pub tool: String,
    /// URI of its page. Server text.
    pub uri: String,
    /// The call whose result it draws.
    #[serde(rename = "callId")]
    pub call: CallId,
    pub status: AppStatus,
    pub place: AppPlace,
    /// The height it asks for, in CSS pixels; `null` = it has not said.
    pub height: Option<f64>,
    /// The hosts it may reach.
    pub hosts: AppHosts,
    /// Whether it wants a border; `null` = it leaves that to the host.
    pub prefers_border: Option<bool>,
    /// How often it tried what its content policy forbids.
    pub violations: u32,
    /// The last of them, newest last.
    pub last_violations: Vec<AppViolation>,
    /// The last message it has for the conversation. Text of the app.
    pub message: Option<String>,
    /// What it wants a model to know. Text of the app.
    pub model_context: Option<String>,
    /// Files it offers for saving, until the person has saved or dismissed them.
    pub files: Vec<AppFile>,
}

/// A file an app offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppFile {
    /// Its bytes.
    pub content_id: ContentId,
    /// The name it would be saved under.
    pub name: String,
}

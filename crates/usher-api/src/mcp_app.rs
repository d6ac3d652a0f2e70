//! MCP Apps: pages of servers that draw the results of tools (extension `io.modelcontextprotocol/ui`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::mcp_apps as core;
use usher_types::id::{AppId, CallId, ServerId};
pub use usher_types::mcp_app::{AppHosts, AppPermission, AppPlace, AppRect, DroppedHost};

use crate::pin::PinItem;

/// A tool whose results an app draws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppToolParams {
    pub server_id: ServerId,
    pub tool: String,
}

/// The page of a tool, as it would be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PreparedApp {
    /// URI of the page. Server text.
    pub uri: String,
    /// How long its document is.
    pub size_bytes: u64,
    /// The hosts it may reach.
    pub hosts: AppHosts,
    /// The hosts it declares and may not reach.
    pub dropped: Vec<DroppedHost>,
    /// What it asks for. None of it is granted.
    pub permissions: Vec<AppPermission>,
    /// How it compares with what the person agreed to; `pin.accept` agrees to it.
    pub review: PinItem,
    /// Whether it can be drawn in the window of Usher.
    pub inline: bool,
}

/// What an app is opened with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenAppParams {
    pub server_id: ServerId,
    pub tool: String,
    /// The call whose result it draws.
    pub call_id: CallId,
    /// The arguments of the call: an object.
    pub arguments: Value,
    /// What came of the call, as it came; `null` = it was cancelled.
    pub result: Option<Value>,
    pub place: AppPlace,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppParams {
    pub app_id: AppId,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlaceAppParams {
    pub app_id: AppId,
    pub place: AppPlace,
}

/// How the window looks, for apps that want to look alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppLook {
    pub theme: AppTheme,
    /// CSS variables by their standardised names.
    pub variables: BTreeMap<String, String>,
    /// BCP 47.
    pub locale: String,
    /// IANA.
    pub time_zone: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AppTheme {
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
    pub server_id: ServerId,
    pub tool: String,
    /// URI of its page. Server text.
    pub uri: String,
    /// The call whose result it draws.
    pub call_id: CallId,
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
}

impl From<core::PreparedApp> for PreparedApp {
    fn from(app: core::PreparedApp) -> Self {
        Self {
            uri: app.uri,
            size_bytes: u64::try_from(app.size_bytes).unwrap_or(u64::MAX),
            hosts: app.hosts,
            dropped: app.dropped,
            permissions: app.permissions,
            review: app.review.into(),
            inline: app.inline,
        }
    }
}

impl From<core::AppSnapshot> for AppSnapshot {
    fn from(app: core::AppSnapshot) -> Self {
        Self {
            id: app.id,
            server_id: app.server,
            tool: app.tool,
            uri: app.uri,
            call_id: app.call,
            status: match app.status {
                core::AppStatus::Loading => AppStatus::Loading,
                core::AppStatus::Running => AppStatus::Running,
                core::AppStatus::NotResponding => AppStatus::NotResponding,
            },
            place: app.place,
            height: app.height,
            hosts: app.hosts,
            prefers_border: app.prefers_border,
            violations: app.violations,
            last_violations: app
                .last_violations
                .into_iter()
                .map(|one| AppViolation {
                    directive: one.directive,
                    blocked: one.blocked,
                })
                .collect(),
            message: app.message,
            model_context: app.model_context,
        }
    }
}

impl From<AppLook> for core::HostLook {
    fn from(look: AppLook) -> Self {
        Self {
            theme: match look.theme {
                AppTheme::Light => core::HostTheme::Light,
                AppTheme::Dark => core::HostTheme::Dark,
            },
            variables: look.variables,
            locale: look.locale,
            time_zone: look.time_zone,
        }
    }
}

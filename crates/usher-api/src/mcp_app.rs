//! MCP Apps: pages of servers that draw the results of tools (extension `io.modelcontextprotocol/ui`).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::mcp_apps as core;
use usher_types::id::{AppId, CallId, ServerId};
pub use usher_types::mcp_app::{
    AppFile, AppHosts, AppLook, AppPermission, AppPlace, AppRect, AppSnapshot, AppStatus, AppTheme,
    AppViolation, DroppedHost,
};

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

/// HTML of a server that is no app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenHtmlParams {
    /// Server text.
    pub html: String,
    /// What the page calls it. Server text.
    pub name: String,
}

/// HTML that was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenedHtml {
    /// By which it is placed and stopped.
    pub app_id: AppId,
    /// Whether it is drawn in the window of Usher, where it is placed; if not, in a window of its own.
    pub inline: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppParams {
    pub app_id: AppId,
}

/// What the person did with the files an app offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerAppFilesParams {
    pub app_id: AppId,
    /// Whether they were saved; if not, they were dismissed.
    pub saved: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlaceAppParams {
    pub app_id: AppId,
    pub place: AppPlace,
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

//! MCP Apps: pages of servers that draw the results of tools (extension `io.modelcontextprotocol/ui`).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
pub use usher_core::mcp_apps::PreparedApp;
use usher_types::id::{AppId, CallId, ServerId};
pub use usher_types::mcp_app::{
    AppFile, AppHosts, AppLook, AppPermission, AppPlace, AppRect, AppSnapshot, AppStatus, AppTheme,
    AppViolation, DroppedHost,
};

/// A tool whose results an app draws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AppToolParams {
    pub server_id: ServerId,
    pub tool: String,
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

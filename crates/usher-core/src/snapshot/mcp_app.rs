//! An app of a server (MCP Apps) as it is shown.

use usher_types::id::{AppId, CallId, ServerId};
use usher_types::mcp_app::{AppHosts, AppPlace};

/// How an app is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppStatus {
    /// Its page is being loaded.
    Loading,
    Running,
    /// Its page has not answered for some time. It can be stopped.
    NotResponding,
}

/// Something its content policy forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The directive of the policy.
    pub directive: String,
    /// What was to be reached. Text of the app.
    pub blocked: String,
}

/// An app as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct AppSnapshot {
    pub id: AppId,
    pub server: ServerId,
    pub tool: String,
    pub uri: String,
    pub call: CallId,
    pub status: AppStatus,
    pub place: AppPlace,
    /// The height it asks for, in CSS pixels; `None` = it has not said.
    pub height: Option<f64>,
    /// The hosts it may reach.
    pub hosts: AppHosts,
    pub prefers_border: Option<bool>,
    /// How often it tried what its content policy forbids.
    pub violations: u32,
    /// The last of them, newest last.
    pub last_violations: Vec<Violation>,
    /// The last message it has for the conversation. Text of the app.
    pub message: Option<String>,
    /// What it wants a model to know. Text of the app.
    pub model_context: Option<String>,
}

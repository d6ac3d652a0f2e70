//! Tools: list rows and the page of one tool.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::icon::ThemedIcon;
use usher_types::id::ServerId;

/// A tool as its row shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolHead {
    /// Whose tool.
    pub server_id: ServerId,
    /// Its name in the protocol.
    pub name: String,
    /// Its display name: `title`, else `annotations.title`, else `name`.
    pub title: String,
    /// The first part of its description, for search and tooltips.
    pub description: Option<String>,
    /// Its icon.
    pub icon: Option<ThemedIcon>,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// What was repaired in its definition.
    pub repaired: Vec<String>,
}

/// What a server claims about a tool. Claims, not facts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// Changes nothing.
    pub read_only: Option<bool>,
    /// May destroy something.
    pub destructive: Option<bool>,
    /// Doing it twice is the same as once.
    pub idempotent: Option<bool>,
    /// Touches things outside the server.
    pub open_world: Option<bool>,
}

/// Names one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolParams {
    /// Whose tool.
    pub server_id: ServerId,
    /// Its name in the protocol.
    pub name: String,
}

/// The page of one tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolDetail {
    /// What its row shows.
    pub head: ToolHead,
    /// Its whole description.
    pub description: Option<String>,
    /// JSON Schema of its arguments; always an object schema (repaired if need be).
    pub input_schema: Value,
    /// JSON Schema of its structured result.
    pub output_schema: Option<Value>,
    /// Why the input schema cannot be used for a form; then only raw JSON is offered.
    pub schema_problem: Option<String>,
    /// Whether it runs as a task.
    pub task_support: TaskSupport,
    /// The digest of its definition: a rule is given for exactly this one.
    pub definition: String,
    /// The definition exactly as it came.
    pub raw: Value,
}

/// Whether a tool runs as a task (2025-11-25, basic/utilities/tasks).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TaskSupport {
    /// Never because the person wants it; the server may still make a task of it (2026-07-28).
    Forbidden,
    /// If the person wants it.
    Optional,
    /// Always.
    Required,
}

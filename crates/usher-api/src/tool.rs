//! Tools: list rows and the page of one tool.

use crate::convert::display_name;
use crate::icon::ThemedIcon;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_mcp::Tool;
use usher_messages::Message;
use usher_servers::catalog::EntryWithIcon;
use usher_types::id::SourceId;
pub use usher_types::protocol::{TaskSupport, ToolAnnotations};
pub use usher_types::tool::ToolVisibility;

/// A tool as its row shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolHead {
    pub server_id: SourceId,
    /// Its name in the protocol.
    pub name: String,
    /// Its display name: `title`, else `annotations.title`, else `name`.
    pub title: String,
    /// The first part of its description, for search and tooltips.
    pub description: Option<String>,
    pub icon: Option<ThemedIcon>,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// URI of the page of an app that draws its results; `null` = there is none. Server text.
    pub ui_resource: Option<String>,
    /// Who, beside the person, may see and call it.
    pub visibility: ToolVisibility,
    /// What was repaired in its definition.
    pub repaired: Vec<Message>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolParams {
    pub server_id: SourceId,
    /// Its name in the protocol.
    pub name: String,
}

/// The page of one tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolDetail {
    /// What its row shows.
    pub head: ToolHead,
    pub description: Option<String>,
    /// JSON Schema of its arguments; always an object schema (repaired if need be).
    pub input_schema: Value,
    /// JSON Schema of its structured result.
    pub output_schema: Option<Value>,
    /// Why the input schema cannot be used for a form; then only raw JSON is offered.
    pub schema_problem: Option<Message>,
    /// Whether it runs as a task.
    pub task_support: TaskSupport,
    /// The digest of its definition: a rule is given for exactly this one.
    pub definition: String,
    /// The definition exactly as it came.
    pub raw: Value,
}

/// How much of a description a row needs.
const HEAD_CHARS: usize = 300;

pub(crate) fn head(server: &SourceId, shown: &EntryWithIcon<Tool>) -> ToolHead {
    let tool = &shown.entry;
    ToolHead {
        server_id: server.clone(),
        name: tool.name.clone(),
        title: display_name(tool.title.as_ref(), &tool.name),
        description: tool
            .description
            .as_ref()
            .map(|text| text.chars().take(HEAD_CHARS).collect()),
        icon: shown.icon.clone(),
        annotations: tool.annotations,
        ui_resource: tool.ui.resource_uri.clone(),
        visibility: tool.ui.visibility,
        repaired: tool.repaired.clone(),
    }
}

pub(crate) fn detail(
    server: &SourceId,
    shown: &EntryWithIcon<Tool>,
    schema_problem: Option<Message>,
    task_support: TaskSupport,
) -> ToolDetail {
    let tool = &shown.entry;
    ToolDetail {
        head: head(server, shown),
        description: tool.description.clone(),
        input_schema: tool.input_schema.clone(),
        output_schema: tool.output_schema.clone(),
        schema_problem,
        task_support,
        definition: shown.definition().to_string(),
        raw: tool.raw.value().clone(),
    }
}

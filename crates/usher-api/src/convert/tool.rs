//! Tools.

use usher_core::catalog::Shown;
use usher_core::protocol::Tool;
use usher_review::policy::definition::definition_of;
use usher_types::id::SourceId;

use super::display_name;
use crate::tool::{ToolDetail, ToolHead};
use usher_types::protocol::TaskSupport;

/// How much of a description a row needs.
const HEAD_CHARS: usize = 300;

pub(crate) fn head(server: &SourceId, shown: &Shown<Tool>) -> ToolHead {
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
        repaired: tool.repaired.clone(),
    }
}

pub(crate) fn detail(
    server: &SourceId,
    shown: &Shown<Tool>,
    schema_problem: Option<String>,
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
        definition: definition_of(tool),
        raw: tool.raw.clone(),
    }
}

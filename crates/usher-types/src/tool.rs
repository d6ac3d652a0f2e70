//! Describes a tool as its server declared it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::caller::Caller;
use crate::protocol::{TaskSupport, ToolAnnotations};
use crate::sent_json::SentJson;
use usher_messages::Message;

#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name in the protocol.
    pub name: String,
    /// `title`, else `annotations.title`.
    pub title: Option<String>,
    pub description: Option<String>,
    /// JSON Schema of its arguments; `{"type":"object"}` where the server's was unusable.
    pub input_schema: Value,
    /// JSON Schema of its structured result.
    pub output_schema: Option<Value>,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// Whether it runs as a task.
    pub task_support: TaskSupport,
    /// How it is linked to MCP Apps.
    pub ui: ToolUi,
    pub icons: Vec<IconSource>,
    /// What had to be put right, in plain words.
    pub repaired: Vec<Message>,
    /// The entry exactly as it came.
    pub raw: SentJson,
}

/// How a tool is linked to MCP Apps (`_meta.ui`, extension `io.modelcontextprotocol/ui`, 2026-01-26).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolUi {
    /// URI of the UI resource that draws its results; begins with `ui://`.
    pub resource_uri: Option<String>,
    pub visibility: ToolVisibility,
}

/// Who, beside the person, may see and call a tool (`_meta.ui.visibility`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ToolVisibility {
    /// Models, and apps of its server.
    #[default]
    ModelAndApp,
    /// Models only.
    Model,
    /// Apps of its server only; it is not listed to models.
    App,
    /// Neither.
    Nobody,
}

impl ToolVisibility {
    /// Whether a caller may see and call the tool. The person always may.
    pub fn allows(self, caller: &Caller) -> bool {
        match caller {
            Caller::Person => true,
            Caller::App { .. } => matches!(self, Self::ModelAndApp | Self::App),
            Caller::Client { .. } | Caller::Conversation { .. } => {
                matches!(self, Self::ModelAndApp | Self::Model)
            }
        }
    }
}

/// Where an icon could be had. Nothing was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IconSource {
    /// `https:` or `data:` URI, as it came.
    pub src: String,
    /// Its media type as declared.
    pub mime_type: Option<String>,
    /// Its sizes: `48x48`, `any`.
    pub sizes: Vec<String>,
    /// The background it was drawn for.
    pub theme: Option<IconTheme>,
}

/// The background an icon was drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IconTheme {
    /// For a light background.
    Light,
    /// For a dark background.
    Dark,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_may_always_and_others_as_the_server_says() {
        let callers = [
            Caller::Person,
            Caller::Client {
                id: "Editor".into(),
            },
            Caller::Conversation { id: "7".into() },
            Caller::App {
                server: "s".into(),
                uri: "ui://map".into(),
            },
        ];
        let rows = [
            (ToolVisibility::ModelAndApp, [true, true, true, true]),
            (ToolVisibility::Model, [true, true, true, false]),
            (ToolVisibility::App, [true, false, false, true]),
            (ToolVisibility::Nobody, [true, false, false, false]),
        ];
        for (visibility, expected) in rows {
            let allowed = callers.each_ref().map(|caller| visibility.allows(caller));
            assert_eq!(allowed, expected, "{visibility:?}");
        }
    }
}

//! Describes a tool as its server declared it.

use serde_json::Value;

use crate::protocol::{TaskSupport, ToolAnnotations};
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
    pub icons: Vec<IconSource>,
    /// What had to be put right, in plain words.
    pub repaired: Vec<Message>,
    /// The entry exactly as it came.
    pub raw: Value,
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

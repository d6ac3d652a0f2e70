//! Writes definitions of tools, and results of text.

use serde_json::{Value, json};

/// A tool without arguments.
pub(super) fn plain(name: &str, description: &str) -> Value {
    tool(
        name,
        description,
        json!({ "type": "object", "properties": {} }),
    )
}

pub(super) fn tool(name: &str, description: &str, schema: Value) -> Value {
    let mut tool = json!({ "name": name, "description": description });
    tool["inputSchema"] = schema;
    tool
}

/// A result of one text.
pub(super) fn said(text: impl Into<String>) -> Value {
    json!({ "content": [{ "type": "text", "text": text.into() }] })
}

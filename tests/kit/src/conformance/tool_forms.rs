//! Writes definitions of tools, and results of text.

use serde_json::{Value, json};

/// The tools without arguments of a table: a name and a description on each line.
pub(super) fn plain(table: &str) -> Vec<Value> {
    let any = json!({ "type": "object", "properties": {} });
    let rows = usher_cases::rows(table);
    rows.map(|[name, description]| tool(&name, &description, any.clone()))
        .collect()
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

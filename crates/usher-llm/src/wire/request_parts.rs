//! Writes parts of requests that several providers take alike.

use serde_json::{Value, json};

use crate::prompt::{Part, Prompt};

/// Joins the text parts of a tool's result, for text-only providers.
pub(super) fn plain(parts: &[Part]) -> String {
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n")
}

/// The tools in the way `OpenAI` has them.
pub(super) fn functions(prompt: &Prompt) -> Vec<Value> {
    prompt
        .tools
        .iter()
        .map(|tool| {
            json!({
                "type": "function",
                "function": { "name": tool.name, "description": tool.description, "parameters": tool.schema },
            })
        })
        .collect()
}

pub(super) fn data_url(mime: &str, base64: &str) -> String {
    format!("data:{mime};base64,{base64}")
}

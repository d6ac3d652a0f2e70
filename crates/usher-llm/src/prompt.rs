//! Reads a prompt from the parameters of a sampling request.
//!
//! 2025-11-25, client/sampling. The person may have changed them: each fault names its place.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::answer::NOTE;
use usher_messages::Message;
use usher_types::fault::Fault;

/// Tokens asked for where the request says nothing.
const DEFAULT_MAX_TOKENS: u64 = 1_000;

/// A question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    pub system: Option<String>,
    pub turns: Vec<Turn>,
    pub tools: Vec<Tool>,
    pub choice: ToolChoice,
    pub max_tokens: u64,
    pub temperature: Option<f64>,
    pub stop: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    pub role: Role,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Text(String),
    Image {
        mime: String,
        base64: String,
    },
    Audio {
        mime: String,
        base64: String,
    },
    Use {
        id: String,
        name: String,
        input: Map<String, Value>,
        /// What the provider noted when it wrote this.
        note: Option<String>,
    },
    Result {
        id: String,
        /// The tool of the use it belongs to.
        name: String,
        parts: Vec<Part>,
        failed: bool,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    pub name: String,
    pub description: Option<String>,
    pub schema: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolChoice {
    Auto,
    Required,
    None,
}

impl Prompt {
    pub fn read(params: &Value) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut names = HashMap::new();
        let mut turns = Vec::new();
        let mut owed: Vec<String> = Vec::new();
        for (index, message) in list(&params["messages"]).iter().enumerate() {
            let path = format!("messages.{index}");
            let role = match message["role"].as_str() {
                Some("assistant") => Role::Assistant,
                Some("user") => Role::User,
                _ => {
                    faults.push(fault(&path, Message::new("models.prompt.role")));
                    continue;
                }
            };
            let mut parts = Vec::new();
            for (index, block) in blocks(&message["content"]).into_iter().enumerate() {
                match part(block, &mut names) {
                    Ok(part) => parts.push(part),
                    Err(message) => {
                        faults.push(fault(&format!("{path}.content.{index}"), message));
                    }
                }
            }
            owed = pay(role, &parts, owed, &path, &mut faults);
            if !parts.is_empty() {
                turns.push(Turn { role, parts });
            }
        }
        if !owed.is_empty() {
            faults.push(fault("messages", MISSING));
        }
        if turns.is_empty() && faults.is_empty() {
            faults.push(fault("messages", Message::new("models.prompt.empty")));
        }
        let max_tokens = match &params["maxTokens"] {
            Value::Null => DEFAULT_MAX_TOKENS,
            // Some servers count in floats.
            value => value
                .as_f64()
                .filter(|tokens| *tokens >= 1.0 && *tokens <= 1e9)
                .map_or_else(
                    || {
                        faults.push(fault("maxTokens", Message::new("models.prompt.tokens")));
                        DEFAULT_MAX_TOKENS
                    },
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "it is between one and a thousand million"
                    )]
                    |tokens| tokens as u64,
                ),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            system: params["systemPrompt"]
                .as_str()
                .filter(|text| !text.trim().is_empty())
                .map(str::to_owned),
            turns,
            tools: tools(params),
            choice: match params["toolChoice"]["mode"].as_str() {
                Some("required") => ToolChoice::Required,
                Some("none") => ToolChoice::None,
                _ => ToolChoice::Auto,
            },
            max_tokens,
            temperature: params["temperature"].as_f64(),
            stop: list(&params["stopSequences"])
                .iter()
                .filter_map(|text| text.as_str().map(str::to_owned))
                .collect(),
        })
    }
}

const MISSING: Message = Message::new("models.prompt.noResult");
const MIXED: Message = Message::new("models.prompt.mixed");

/// Checks a message's tool results and returns those still missing.
fn pay(
    role: Role,
    parts: &[Part],
    mut owed: Vec<String>,
    path: &str,
    faults: &mut Vec<Fault>,
) -> Vec<String> {
    let results = parts
        .iter()
        .filter(|part| matches!(part, Part::Result { .. }));
    let count = results.clone().count();
    if count > 0 && (count < parts.len() || role == Role::Assistant) {
        faults.push(fault(path, MIXED));
    }
    for part in results {
        let Part::Result { id, .. } = part else {
            continue;
        };
        if owed.contains(id) {
            owed.retain(|other| other != id);
        } else {
            faults.push(fault(path, Message::new("models.prompt.noUse")));
        }
    }
    if !owed.is_empty() {
        faults.push(fault(path, MISSING));
    }
    parts
        .iter()
        .filter_map(|part| match part {
            Part::Use { id, .. } => Some(id.clone()),
            _ => None,
        })
        .collect()
}

fn part(block: &Value, names: &mut HashMap<String, String>) -> Result<Part, Message> {
    let text = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
    let part = match block["type"].as_str() {
        Some("text") => Part::Text(text("text")),
        Some("image") => Part::Image {
            mime: text("mimeType"),
            base64: text("data"),
        },
        Some("audio") => Part::Audio {
            mime: text("mimeType"),
            base64: text("data"),
        },
        Some("tool_use") => {
            names.insert(text("id"), text("name"));
            Part::Use {
                id: text("id"),
                name: text("name"),
                input: block["input"].as_object().cloned().unwrap_or_default(),
                note: block["_meta"][NOTE].as_str().map(str::to_owned),
            }
        }
        Some("tool_result") => {
            let id = text("toolUseId");
            let parts = list(&block["content"])
                .iter()
                // What has no counterpart with models (links, resources) is handed on as it is written.
                .map(|block| part(block, names).unwrap_or_else(|_| Part::Text(block.to_string())))
                .collect::<Vec<_>>();
            let parts = match (&block["structuredContent"], parts.is_empty()) {
                (Value::Null, _) | (_, false) => parts,
                (structured, true) => vec![Part::Text(structured.to_string())],
            };
            Part::Result {
                name: names.get(&id).cloned().unwrap_or_default(),
                id,
                parts,
                failed: block["isError"] == true,
            }
        }
        other => {
            return Err(
                Message::new("models.prompt.content").with("type", other.unwrap_or_default())
            );
        }
    };
    Ok(part)
}

fn tools(params: &Value) -> Vec<Tool> {
    list(&params["tools"])
        .iter()
        .filter_map(|tool| {
            Some(Tool {
                name: tool["name"].as_str()?.to_owned(),
                description: tool["description"].as_str().map(str::to_owned),
                schema: match &tool["inputSchema"] {
                    schema @ Value::Object(_) => schema.clone(),
                    _ => serde_json::json!({ "type": "object" }),
                },
            })
        })
        .collect()
}

/// A message's content is one block or a list of them.
fn blocks(content: &Value) -> Vec<&Value> {
    match content {
        Value::Array(blocks) => blocks.iter().collect(),
        Value::Null => Vec::new(),
        block => vec![block],
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn fault(path: &str, message: Message) -> Fault {
    Fault {
        path: path.to_owned(),
        message,
    }
}

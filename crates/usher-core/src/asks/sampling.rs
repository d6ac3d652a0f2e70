//! What a model is asked for, as it may be shown: text as it is, pictures and sounds looked at
//! (2025-11-25, client/sampling).

use serde_json::{Value, json};
use usher_mcp::ToolResult;

use crate::content::{self, Content};
use crate::definition::Transport;
use crate::icons::Icons;
use crate::sampling::Stage;

/// A request to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// What the server wants the model to be told first. Server text.
    pub system_prompt: Option<String>,
    /// The messages, oldest first.
    pub messages: Vec<SampledMessage>,
    /// The parameters exactly as they came: limits, preferences, tools.
    pub params: Value,
    /// How far it is.
    pub stage: Stage,
    /// What was sent to models because of it, for the record.
    pub(crate) runs: Vec<Value>,
}

/// One message of a request to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledMessage {
    /// `user` or `assistant`, as it came.
    pub role: String,
    /// Its blocks.
    pub content: Vec<Content>,
}

impl Sampling {
    /// Looks at every message.
    pub(super) async fn read(icons: &Icons, transport: &Transport, params: Value) -> Self {
        let mut messages = Vec::new();
        for message in params["messages"].as_array().into_iter().flatten() {
            let blocks = match &message["content"] {
                Value::Array(blocks) => blocks.clone(),
                Value::Null => Vec::new(),
                block => vec![block.clone()],
            };
            // Blocks are the same in a tool's result and in a message; kinds it has none of stay raw.
            let blocks = ToolResult::from_raw(json!({ "content": blocks }), 0)
                .map(|result| result.content)
                .unwrap_or_default();
            messages.push(SampledMessage {
                role: message["role"].as_str().unwrap_or_default().to_owned(),
                content: content::look_at(icons, transport, blocks).await,
            });
        }
        Self {
            system_prompt: params["systemPrompt"].as_str().map(str::to_owned),
            messages,
            params,
            stage: Stage::Request,
            runs: Vec::new(),
        }
    }
}

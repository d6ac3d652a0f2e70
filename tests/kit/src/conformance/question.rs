//! Puts questions to a client.

use serde_json::{Value, json};

/// A question to the client, by the key of its answer.
pub(super) struct Question {
    pub(super) key: &'static str,
    pub(super) method: &'static str,
    pub(super) params: Value,
}

impl Question {
    /// A form.
    pub(super) fn form(key: &'static str, message: &str, schema: Value) -> Self {
        let mut params = json!({ "message": message });
        params["requestedSchema"] = schema;
        Self {
            key,
            method: "elicitation/create",
            params,
        }
    }

    /// A prompt for the model of the client.
    pub(super) fn sample(key: &'static str, prompt: &str, max_tokens: u32) -> Self {
        let content = json!({ "type": "text", "text": prompt });
        let params = json!({
            "messages": [{ "role": "user", "content": content }], "maxTokens": max_tokens,
        });
        Self {
            key,
            method: "sampling/createMessage",
            params,
        }
    }

    /// The folders the client shares.
    pub(super) fn roots(key: &'static str) -> Self {
        Self {
            key,
            method: "roots/list",
            params: json!({}),
        }
    }
}

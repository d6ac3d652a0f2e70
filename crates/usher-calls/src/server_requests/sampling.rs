//! Reads requests to models for showing them: text as it is, pictures and sounds looked at (2025-11-25,
//! client/sampling).

use serde_json::{Value, json};
use usher_mcp::ToolResult;

use usher_config::definition::Transport;
use usher_content::contents::Contents;
use usher_servers::snapshot::{SampledMessage, SamplingRequest, SamplingState};
use usher_types::content::Content;

/// Reads a request and looks at every message.
pub(super) async fn read(
    contents: &Contents,
    transport: &Transport,
    params: Value,
) -> SamplingRequest {
    let mut messages = Vec::new();
    for message in params["messages"].as_array().into_iter().flatten() {
        let blocks = match &message["content"] {
            Value::Array(blocks) => blocks.clone(),
            Value::Null => Vec::new(),
            block => vec![block.clone()],
        };
        let mut within = Vec::new();
        for block in &blocks {
            within.push(match (block["type"].as_str(), &block["content"]) {
                (Some("tool_result"), Value::Array(inner)) => {
                    look_at(contents, transport, inner.clone()).await
                }
                _ => Vec::new(),
            });
        }
        messages.push(SampledMessage {
            role: message["role"].as_str().unwrap_or_default().to_owned(),
            content: look_at(contents, transport, blocks).await,
            within,
        });
    }
    SamplingRequest {
        app: None,
        system_prompt: params["systemPrompt"].as_str().map(str::to_owned),
        messages,
        params,
        state: SamplingState::Request,
        runs: Vec::new(),
    }
}

/// Blocks are the same in a tool's result and in a message; kinds a result has none of stay raw.
async fn look_at(contents: &Contents, transport: &Transport, blocks: Vec<Value>) -> Vec<Content> {
    let blocks = ToolResult::from_raw(json!({ "content": blocks }), 0)
        .map(|result| result.content)
        .unwrap_or_default();
    contents.look_at(transport, blocks).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of one pixel.
    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    #[tokio::test]
    async fn pictures_and_sounds_within_results_of_tools_are_looked_at_like_others() {
        let picture = json!({ "type": "image", "mimeType": "image/png", "data": PNG });
        let sound = json!({ "type": "audio", "mimeType": "audio/wav", "data": "AAAA" });
        let text = json!({ "type": "text", "text": "Seen." });
        let result =
            |content: Value| json!({ "type": "tool_result", "toolUseId": "u", "content": content });
        let rows = [
            (picture.clone(), vec![vec![]]),
            (result(json!([])), vec![vec![]]),
            (result(json!("no list")), vec![vec![]]),
            (result(json!([picture])), vec![vec!["image"]]),
            (
                json!([
                    result(json!([text, picture, sound])),
                    result(json!([picture]))
                ]),
                vec![vec!["text", "image", "audio"], vec!["image"]],
            ),
        ];
        for (content, expected) in rows {
            let params =
                json!({ "messages": [{ "role": "user", "content": content }], "maxTokens": 9 });
            let read = read(
                &Contents::new(usher_content::icons::Icons::new(
                    usher_content::worker::Workers::in_process(),
                )),
                &Transport::Demo,
                params,
            )
            .await;
            let message = &read.messages[0];
            let found: Vec<Vec<&str>> = message
                .within
                .iter()
                .map(|blocks| blocks.iter().map(kind).collect())
                .collect();
            assert_eq!(found, expected, "{content}");
            assert_eq!(
                message.within.len(),
                message.content.len(),
                "each block has its place: {content}"
            );
        }
    }

    fn kind(content: &Content) -> &'static str {
        match content {
            Content::Text { .. } => "text",
            Content::Image(_) => "image",
            Content::Audio(_) => "audio",
            _ => "other",
        }
    }
}

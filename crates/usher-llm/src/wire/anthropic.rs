//! Anthropic's Messages API, streamed.

use serde_json::{Value, json};
use usher_messages::Message;

use super::stream_event::{StreamEvent, missing};
use crate::answer::{PartialResponse, StopReason};
use crate::prompt::{Part, Prompt, Role, ToolChoice};

pub(super) fn body(model: &str, prompt: &Prompt) -> Result<Value, Message> {
    let mut messages = Vec::new();
    for turn in &prompt.turns {
        let content = turn
            .parts
            .iter()
            .map(block)
            .collect::<Result<Vec<_>, _>>()?;
        let role = match turn.role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        messages.push(json!({ "role": role, "content": content }));
    }
    let mut body = json!({
        "model": model,
        "max_tokens": prompt.max_tokens,
        "stream": true,
        "messages": messages,
    });
    if let Some(system) = &prompt.system {
        body["system"] = json!(system);
    }
    if let Some(temperature) = prompt.temperature {
        body["temperature"] = json!(temperature);
    }
    if !prompt.stop.is_empty() {
        body["stop_sequences"] = json!(prompt.stop);
    }
    if !prompt.tools.is_empty() {
        body["tools"] = prompt
            .tools
            .iter()
            .map(|tool| json!({ "name": tool.name, "description": tool.description.clone().unwrap_or_default(), "input_schema": tool.schema }))
            .collect();
        body["tool_choice"] = json!({ "type": match prompt.choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "any",
            ToolChoice::None => "none",
        }});
    }
    Ok(body)
}

fn block(part: &Part) -> Result<Value, Message> {
    Ok(match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Image { mime, base64 } => {
            json!({ "type": "image", "source": { "type": "base64", "media_type": mime, "data": base64 } })
        }
        Part::Audio { .. } => return Err(Message::new("models.content.audio")),
        Part::Use {
            id, name, input, ..
        } => {
            json!({ "type": "tool_use", "id": id, "name": name, "input": input })
        }
        Part::Result {
            id, parts, failed, ..
        } => json!({
            "type": "tool_result",
            "tool_use_id": id,
            "content": parts.iter().map(block).collect::<Result<Vec<_>, _>>()?,
            "is_error": failed,
        }),
    })
}

pub(super) fn take(
    message: &Value,
    response: &mut PartialResponse,
) -> Result<StreamEvent, Message> {
    let index = || message["index"].as_u64().ok_or_else(|| missing("index"));
    match message["type"].as_str() {
        Some("message_start") => {
            response.usage.input = message["message"]["usage"]["input_tokens"].as_u64();
        }
        Some("content_block_start") => {
            let block = &message["content_block"];
            match block["type"].as_str() {
                Some("text") => response.write(block["text"].as_str().unwrap_or_default())?,
                Some("tool_use") => {
                    response.tool_part(
                        index()?,
                        block["id"].as_str(),
                        block["name"].as_str(),
                        "",
                    )?;
                }
                // Thoughts are the model's own.
                _ => {}
            }
        }
        Some("content_block_delta") => {
            let delta = &message["delta"];
            match delta["type"].as_str() {
                Some("text_delta") => {
                    response.write(delta["text"].as_str().ok_or_else(|| missing("text"))?)?;
                }
                Some("input_json_delta") => {
                    let part = delta["partial_json"].as_str().unwrap_or_default();
                    response.tool_part(index()?, None, None, part)?;
                }
                _ => {}
            }
        }
        Some("message_delta") => {
            response.stop = message["delta"]["stop_reason"]
                .as_str()
                .map(stop)
                .or(response.stop.take());
            response.usage.output = message["usage"]["output_tokens"]
                .as_u64()
                .or(response.usage.output);
        }
        Some("message_stop") => return Ok(StreamEvent::End),
        // Kinds of messages are added over time.
        Some(_) => {}
        None => return Err(missing("type")),
    }
    Ok(StreamEvent::More)
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" => StopReason::EndTurn,
        "stop_sequence" => StopReason::StopSequence,
        "max_tokens" => StopReason::MaxTokens,
        "tool_use" => StopReason::ToolUse,
        other => StopReason::Other(other.to_owned()),
    }
}

//! Ollama's own chat API: one message a line.

use serde_json::{Value, json};
use usher_messages::Message;

use super::request_parts::{functions, plain};
use super::stream_event::{StreamEvent, missing};
use crate::answer::{PartialResponse, StopReason};
use crate::prompt::{Part, Prompt, Role, ToolChoice};

pub(super) fn body(model: &str, prompt: &Prompt) -> Result<Value, Message> {
    let mut messages = Vec::new();
    if let Some(system) = &prompt.system {
        messages.push(json!({ "role": "system", "content": system }));
    }
    for turn in &prompt.turns {
        let mut images = Vec::new();
        let mut calls = Vec::new();
        for part in &turn.parts {
            match part {
                Part::Text(_) => {}
                Part::Image { base64, .. } => images.push(base64.clone()),
                Part::Audio { .. } => return Err(Message::new("models.content.audio")),
                Part::Use { name, input, .. } => {
                    calls.push(json!({ "function": { "name": name, "arguments": input } }));
                }
                Part::Result { name, parts, .. } => {
                    let mut message =
                        json!({ "role": "tool", "tool_name": name, "content": plain(parts) });
                    let pictures: Vec<&String> = parts
                        .iter()
                        .filter_map(|part| match part {
                            Part::Image { base64, .. } => Some(base64),
                            _ => None,
                        })
                        .collect();
                    if !pictures.is_empty() {
                        message["images"] = json!(pictures);
                    }
                    messages.push(message);
                }
            }
        }
        let text = plain(&turn.parts);
        if text.is_empty() && images.is_empty() && calls.is_empty() {
            continue;
        }
        let role = match turn.role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let mut message = json!({ "role": role, "content": text });
        if !images.is_empty() {
            message["images"] = json!(images);
        }
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        messages.push(message);
    }
    let mut options = json!({ "num_predict": prompt.max_tokens });
    if let Some(temperature) = prompt.temperature {
        options["temperature"] = json!(temperature);
    }
    if !prompt.stop.is_empty() {
        options["stop"] = json!(prompt.stop);
    }
    let mut body =
        json!({ "model": model, "messages": messages, "stream": true, "options": options });
    // There is no word for a choice there but to offer nothing.
    if !prompt.tools.is_empty() && prompt.choice != ToolChoice::None {
        body["tools"] = functions(prompt).into();
    }
    Ok(body)
}

pub(super) fn take(
    message: &Value,
    response: &mut PartialResponse,
) -> Result<StreamEvent, Message> {
    let said = &message["message"];
    if !said.is_object() && message["done"] != true {
        return Err(missing("message"));
    }
    response.write(said["content"].as_str().unwrap_or_default())?;
    for call in said["tool_calls"].as_array().into_iter().flatten() {
        let function = &call["function"];
        response.tool(
            call["id"].as_str(),
            function["name"].as_str().unwrap_or_default(),
            &function["arguments"],
            None,
        )?;
    }
    if message["done"] != true {
        return Ok(StreamEvent::More);
    }
    response.usage.input = message["prompt_eval_count"].as_u64();
    response.usage.output = message["eval_count"].as_u64();
    response.stop = Some(match message["done_reason"].as_str() {
        Some("length") => StopReason::MaxTokens,
        Some("stop") | None if response.uses_tools() => StopReason::ToolUse,
        Some("stop") | None => StopReason::EndTurn,
        Some(other) => StopReason::Other(other.to_owned()),
    });
    Ok(StreamEvent::End)
}

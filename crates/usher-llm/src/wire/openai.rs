//! `OpenAI`'s chat completions, streamed, and compatible APIs.

use serde_json::{Value, json};
use usher_messages::Message;

use super::request_parts::{data_url, functions, plain};
use super::stream_event::{StreamEvent, missing};
use crate::answer::{PartialResponse, StopReason};
use crate::prompt::{Part, Prompt, Role, ToolChoice, Turn};

/// `limit` is what the number of tokens is called there.
pub(super) fn body(model: &str, prompt: &Prompt, limit: &str) -> Result<Value, Message> {
    let mut messages = Vec::new();
    if let Some(system) = &prompt.system {
        messages.push(json!({ "role": "system", "content": system }));
    }
    for turn in &prompt.turns {
        add(turn, &mut messages)?;
    }
    let mut body = json!({
        "model": model,
        "messages": messages,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    body[limit] = json!(prompt.max_tokens);
    if let Some(temperature) = prompt.temperature {
        body["temperature"] = json!(temperature);
    }
    if !prompt.stop.is_empty() {
        body["stop"] = json!(prompt.stop);
    }
    if !prompt.tools.is_empty() {
        body["tools"] = functions(prompt).into();
        body["tool_choice"] = json!(match prompt.choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        });
    }
    Ok(body)
}

fn add(turn: &Turn, messages: &mut Vec<Value>) -> Result<(), Message> {
    let mut content = Vec::new();
    let mut calls = Vec::new();
    for part in &turn.parts {
        match part {
            Part::Use {
                id, name, input, ..
            } => calls.push(json!({
                "id": id,
                "type": "function",
                "function": { "name": name, "arguments": Value::from(input.clone()).to_string() },
            })),
            Part::Result { id, parts, .. } => {
                messages
                    .push(json!({ "role": "tool", "tool_call_id": id, "content": plain(parts) }));
                // A tool says only text there; what else came from it follows as the person's words.
                for part in parts.iter().filter(|part| !matches!(part, Part::Text(_))) {
                    content.push(block(part)?);
                }
            }
            part => content.push(block(part)?),
        }
    }
    match turn.role {
        Role::User if content.is_empty() => {}
        Role::User => messages.push(json!({ "role": "user", "content": content })),
        Role::Assistant => {
            let text = plain(&turn.parts);
            let mut message = json!({ "role": "assistant", "content": text });
            if text.is_empty() {
                message["content"] = Value::Null;
            }
            if !calls.is_empty() {
                message["tool_calls"] = calls.into();
            }
            messages.push(message);
        }
    }
    Ok(())
}

fn block(part: &Part) -> Result<Value, Message> {
    Ok(match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Image { mime, base64 } => {
            json!({ "type": "image_url", "image_url": { "url": data_url(mime, base64) } })
        }
        Part::Audio { mime, base64 } => {
            let format = match mime.as_str() {
                "audio/wav" | "audio/x-wav" | "audio/wave" => "wav",
                "audio/mpeg" | "audio/mp3" => "mp3",
                other => return Err(Message::new("models.content.audioType").with("type", other)),
            };
            json!({ "type": "input_audio", "input_audio": { "data": base64, "format": format } })
        }
        Part::Use { .. } | Part::Result { .. } => {
            return Err(Message::new("models.content.nested"));
        }
    })
}

pub(super) fn take(
    message: &Value,
    response: &mut PartialResponse,
) -> Result<StreamEvent, Message> {
    let usage = &message["usage"];
    response.usage.input = usage["prompt_tokens"].as_u64().or(response.usage.input);
    response.usage.output = usage["completion_tokens"]
        .as_u64()
        .or(response.usage.output);
    let choices = message["choices"]
        .as_array()
        .ok_or_else(|| missing("choices"))?;
    let Some(choice) = choices.first() else {
        return Ok(StreamEvent::More);
    };
    let delta = &choice["delta"];
    for text in ["content", "refusal"] {
        response.write(delta[text].as_str().unwrap_or_default())?;
    }
    for call in delta["tool_calls"].as_array().into_iter().flatten() {
        let function = &call["function"];
        response.tool_part(
            call["index"].as_u64().unwrap_or_default(),
            call["id"].as_str(),
            function["name"].as_str(),
            function["arguments"].as_str().unwrap_or_default(),
        )?;
    }
    if let Some(reason) = choice["finish_reason"].as_str() {
        response.stop = Some(match reason {
            "stop" => StopReason::EndTurn,
            "length" => StopReason::MaxTokens,
            "tool_calls" | "function_call" => StopReason::ToolUse,
            other => StopReason::Other(other.to_owned()),
        });
    }
    Ok(StreamEvent::More)
}

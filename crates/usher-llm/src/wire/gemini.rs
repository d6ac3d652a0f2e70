//! Google's Gemini API, streamed.

use serde_json::{Value, json};
use usher_messages::Message;

use super::request_parts::plain;
use super::stream_event::{StreamEvent, missing};
use crate::answer::{PartialResponse, StopReason};
use crate::prompt::{Part, Prompt, Role, ToolChoice};

pub(super) fn body(prompt: &Prompt) -> Value {
    let contents: Vec<Value> = prompt
        .turns
        .iter()
        .map(|turn| {
            let role = match turn.role {
                Role::User => "user",
                Role::Assistant => "model",
            };
            json!({ "role": role, "parts": turn.parts.iter().flat_map(parts).collect::<Vec<_>>() })
        })
        .collect();
    let mut settings = json!({ "maxOutputTokens": prompt.max_tokens });
    if let Some(temperature) = prompt.temperature {
        settings["temperature"] = json!(temperature);
    }
    if !prompt.stop.is_empty() {
        settings["stopSequences"] = json!(prompt.stop);
    }
    let mut body = json!({ "contents": contents, "generationConfig": settings });
    if let Some(system) = &prompt.system {
        body["systemInstruction"] = json!({ "parts": [{ "text": system }] });
    }
    if !prompt.tools.is_empty() {
        let functions: Vec<Value> = prompt
            .tools
            .iter()
            .map(|tool| json!({ "name": tool.name, "description": tool.description.clone().unwrap_or_default(), "parametersJsonSchema": tool.schema }))
            .collect();
        body["tools"] = json!([{ "functionDeclarations": functions }]);
        body["toolConfig"] = json!({ "functionCallingConfig": { "mode": match prompt.choice {
            ToolChoice::Auto => "AUTO",
            ToolChoice::Required => "ANY",
            ToolChoice::None => "NONE",
        }}});
    }
    body
}

fn parts(part: &Part) -> Vec<Value> {
    match part {
        Part::Text(text) => vec![json!({ "text": text })],
        Part::Image { mime, base64 } | Part::Audio { mime, base64 } => {
            vec![json!({ "inlineData": { "mimeType": mime, "data": base64 } })]
        }
        Part::Use {
            name, input, note, ..
        } => {
            let mut part = json!({ "functionCall": { "name": name, "args": input } });
            if let Some(note) = note {
                part["thoughtSignature"] = json!(note);
            }
            vec![part]
        }
        Part::Result {
            name,
            parts: inner,
            failed,
            ..
        } => {
            let word = if *failed { "error" } else { "result" };
            let response = json!({ word: plain(inner) });
            let mut all =
                vec![json!({ "functionResponse": { "name": name, "response": response } })];
            let media = inner.iter().filter(|part| !matches!(part, Part::Text(_)));
            all.extend(media.flat_map(parts));
            all
        }
    }
}

pub(super) fn take(
    message: &Value,
    response: &mut PartialResponse,
) -> Result<StreamEvent, Message> {
    let usage = &message["usageMetadata"];
    response.usage.input = usage["promptTokenCount"].as_u64().or(response.usage.input);
    response.usage.output = usage["candidatesTokenCount"]
        .as_u64()
        .or(response.usage.output);
    if let Some(reason) = message["promptFeedback"]["blockReason"].as_str() {
        response.stop = Some(StopReason::Other(reason.to_owned()));
        return Ok(StreamEvent::End);
    }
    let Some(candidate) = message["candidates"].get(0) else {
        return if usage.is_null() {
            Err(missing("candidates"))
        } else {
            Ok(StreamEvent::More)
        };
    };
    for part in candidate["content"]["parts"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let call = &part["functionCall"];
        if call.is_object() {
            response.tool(
                call["id"].as_str(),
                call["name"].as_str().unwrap_or_default(),
                &call["args"],
                part["thoughtSignature"].as_str(),
            )?;
        } else if part["thought"] != true {
            response.write(part["text"].as_str().unwrap_or_default())?;
        }
    }
    if let Some(reason) = candidate["finishReason"].as_str() {
        response.stop = Some(match reason {
            "STOP" if response.uses_tools() => StopReason::ToolUse,
            "STOP" => StopReason::EndTurn,
            "MAX_TOKENS" => StopReason::MaxTokens,
            other => StopReason::Other(other.to_owned()),
        });
    }
    Ok(StreamEvent::More)
}

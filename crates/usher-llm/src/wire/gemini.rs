//! Google's Gemini API, streamed.

use serde_json::{Value, json};

use super::Heard;
use crate::answer::{Draft, StopReason};
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
            let response = json!({ word: super::plain(inner) });
            let mut all =
                vec![json!({ "functionResponse": { "name": name, "response": response } })];
            let media = inner.iter().filter(|part| !matches!(part, Part::Text(_)));
            all.extend(media.flat_map(parts));
            all
        }
    }
}

pub(super) fn take(message: &Value, draft: &mut Draft) -> Result<Heard, String> {
    let usage = &message["usageMetadata"];
    draft.usage.input = usage["promptTokenCount"].as_u64().or(draft.usage.input);
    draft.usage.output = usage["candidatesTokenCount"]
        .as_u64()
        .or(draft.usage.output);
    if let Some(reason) = message["promptFeedback"]["blockReason"].as_str() {
        draft.stop = Some(StopReason::Other(reason.to_owned()));
        return Ok(Heard::End);
    }
    let Some(candidate) = message["candidates"].get(0) else {
        return if usage.is_null() {
            Err(super::missing("candidates"))
        } else {
            Ok(Heard::More)
        };
    };
    for part in candidate["content"]["parts"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let call = &part["functionCall"];
        if call.is_object() {
            draft.tool(
                call["id"].as_str(),
                call["name"].as_str().unwrap_or_default(),
                &call["args"],
                part["thoughtSignature"].as_str(),
            )?;
        } else if part["thought"] != true {
            draft.write(part["text"].as_str().unwrap_or_default())?;
        }
    }
    if let Some(reason) = candidate["finishReason"].as_str() {
        draft.stop = Some(match reason {
            "STOP" if draft.uses_tools() => StopReason::ToolUse,
            "STOP" => StopReason::EndTurn,
            "MAX_TOKENS" => StopReason::MaxTokens,
            other => StopReason::Other(other.to_owned()),
        });
    }
    Ok(Heard::More)
}

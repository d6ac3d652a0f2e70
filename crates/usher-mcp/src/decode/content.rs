//! Reads results: tool results, resource contents, prompt messages, completions.

use serde_json::{Map, Value, json};

use super::field::Fields;
use super::list_repair;
use crate::error::CallError;
use crate::model::{
    Body, BrokenEntry, Completion, ContentBlock, PromptMessage, PromptResult, ReadResult,
    ResourceContents, ToolResult,
};
use usher_jsonrpc::numbers;
use usher_messages::Message;
use usher_types::json_type::type_of;

fn members<'a>(raw: &'a Value, method: &str) -> Result<&'a Map<String, Value>, CallError> {
    raw.as_object().ok_or_else(|| {
        undecodable(
            Message::new("response.noObject")
                .with("method", method)
                .with("found", type_of(raw)),
            raw,
        )
    })
}

fn undecodable(what: Message, raw: &Value) -> CallError {
    CallError::Undecodable {
        what,
        raw: raw.clone(),
    }
}

/// Makes the content of a result that is no object.
fn with_content(raw: Value, notes: &mut Vec<Message>) -> Value {
    let found = type_of(&raw);
    let content = match raw {
        Value::Object(_) => return raw,
        Value::Null => json!([]),
        Value::Array(blocks) => Value::Array(blocks),
        Value::String(text) => json!([{ "type": "text", "text": text }]),
        other => json!([{ "type": "text", "text": other.to_string() }]),
    };
    notes.push(
        Message::new("repair.list.bare")
            .with("method", "tools/call")
            .with("found", found)
            .with("member", "content"),
    );
    json!({ "content": content })
}

/// Reads the result of `tools/call`; notes list what was repaired.
pub(crate) fn tool_result(
    raw: Value,
    size_bytes: u64,
    notes: &mut Vec<Message>,
) -> Result<ToolResult, CallError> {
    let raw = with_content(raw, notes);
    let members = members(&raw, "tools/call")?;
    let content = match members.get("content") {
        Some(Value::Array(blocks)) => blocks.iter().map(|entry| block(entry, notes)).collect(),
        Some(Value::Null) | None => Vec::new(),
        // One block, or its text.
        Some(other) => {
            notes.push(Message::new("repair.content.tool").with("found", type_of(other)));
            vec![block(other, notes)]
        }
    };
    let structured = members
        .get("structuredContent")
        .filter(|value| !value.is_null())
        .cloned();
    let is_error = match members.get("isError") {
        Some(Value::Bool(is_error)) => *is_error,
        Some(Value::Null) | None => false,
        Some(other) => {
            notes.push(Message::new("repair.content.isError"));
            other.as_str() == Some("true")
        }
    };
    Ok(ToolResult {
        content,
        structured,
        is_error,
        raw,
        size_bytes,
    })
}

/// Reads one block of content, or its text; an unknown one is kept raw.
pub(crate) fn block(raw: &Value, notes: &mut Vec<Message>) -> ContentBlock {
    if let Some(text) = raw.as_str() {
        return ContentBlock::Text {
            text: text.to_owned(),
        };
    }
    known_block(raw, notes).unwrap_or_else(|| {
        let note = Message::new("repair.content.unknown");
        // There may be very many of them, one after the other.
        if notes.last().is_none_or(|last| *last != note) {
            notes.push(note);
        }
        ContentBlock::Unknown(raw.clone())
    })
}

fn known_block(raw: &Value, notes: &mut Vec<Message>) -> Option<ContentBlock> {
    let mut fields = Fields::new(raw.as_object()?);
    let text = |name: &str| raw.get(name).and_then(Value::as_str).map(str::to_owned);
    let block = match raw.get("type").and_then(Value::as_str)? {
        "text" => ContentBlock::Text {
            text: text("text")?,
        },
        "image" => ContentBlock::Image {
            data: text("data")?,
            mime_type: declared_type(&mut fields),
        },
        "audio" => ContentBlock::Audio {
            data: text("data")?,
            mime_type: declared_type(&mut fields),
        },
        "resource" => ContentBlock::Resource(resource_contents(raw.get("resource")?).ok()?),
        "resource_link" => {
            let uri = text("uri")?;
            ContentBlock::ResourceLink {
                name: fields.text("name").unwrap_or_else(|| uri.clone()),
                title: fields.text("title"),
                description: fields.text("description"),
                mime_type: fields.text("mimeType"),
                size_bytes: fields.size("size"),
                icons: fields.icons(),
                uri,
            }
        }
        _ => return None,
    };
    notes.append(&mut fields.notes);
    Some(block)
}

fn declared_type(fields: &mut Fields<'_>) -> String {
    fields.text("mimeType").unwrap_or_else(|| {
        fields.notes.push(Message::new("repair.content.mediaType"));
        String::new()
    })
}

fn resource_contents(raw: &Value) -> Result<ResourceContents, BrokenEntry> {
    let text = |name: &str| raw.get(name).and_then(Value::as_str).map(str::to_owned);
    let uri = text("uri");
    let body = match (text("text"), text("blob")) {
        (Some(text), _) => Body::Text(text),
        (None, Some(blob)) => Body::Blob(blob),
        (None, None) => {
            return Err(BrokenEntry {
                name: uri,
                problem: Message::new("entry.noBody"),
            });
        }
    };
    let uri = uri.ok_or_else(|| BrokenEntry {
        name: None,
        problem: Message::new("entry.missing").with("member", "uri"),
    })?;
    Ok(ResourceContents {
        uri,
        mime_type: text("mimeType"),
        body,
    })
}

/// Reads the result of `resources/read`; notes list what was repaired.
pub(crate) fn read_result(
    mut raw: Value,
    size_bytes: u64,
    notes: &mut Vec<Message>,
) -> Result<ReadResult, CallError> {
    list_repair::mend(&mut raw, "resources/read", "contents", "uri", notes);
    let members = members(&raw, "resources/read")?;
    let Some(parts) = members.get("contents").and_then(Value::as_array) else {
        return Err(undecodable(
            Message::new("response.noList")
                .with("method", "resources/read")
                .with("member", "contents"),
            &raw,
        ));
    };
    let mut contents = Vec::new();
    let mut broken = Vec::new();
    for part in parts {
        match resource_contents(part) {
            Ok(part) => contents.push(part),
            Err(fault) => broken.push(fault),
        }
    }
    Ok(ReadResult {
        contents,
        broken,
        cache: None,
        raw,
        size_bytes,
    })
}

/// Reads the result of `prompts/get`; notes list what was repaired.
pub(crate) fn prompt_result(
    mut raw: Value,
    size_bytes: u64,
    notes: &mut Vec<Message>,
) -> Result<PromptResult, CallError> {
    list_repair::mend(&mut raw, "prompts/get", "messages", "role", notes);
    let members = members(&raw, "prompts/get")?;
    let Some(entries) = members.get("messages").and_then(Value::as_array) else {
        return Err(undecodable(
            Message::new("response.noList")
                .with("method", "prompts/get")
                .with("member", "messages"),
            &raw,
        ));
    };
    let mut messages = Vec::new();
    for entry in entries {
        let role = entry
            .get("role")
            .and_then(Value::as_str)
            .unwrap_or("user")
            .to_owned();
        match entry.get("content") {
            Some(Value::String(text)) => {
                notes.push(
                    Message::new("repair.content.prompt")
                        .with("found", type_of(&Value::from(text.as_str()))),
                );
                messages.push(PromptMessage {
                    role,
                    content: ContentBlock::Text { text: text.clone() },
                });
            }
            // Some servers send a list where one block belongs; none of its blocks may be lost.
            Some(Value::Array(blocks)) => {
                notes.push(Message::new("repair.content.promptList"));
                for entry in blocks {
                    messages.push(PromptMessage {
                        role: role.clone(),
                        content: block(entry, notes),
                    });
                }
            }
            Some(content) => messages.push(PromptMessage {
                role,
                content: block(content, notes),
            }),
            None => {
                notes.push(Message::new("repair.content.promptNone"));
                messages.push(PromptMessage {
                    role,
                    content: ContentBlock::Unknown(entry.clone()),
                });
            }
        }
    }
    let description = members
        .get("description")
        .and_then(Value::as_str)
        .map(str::to_owned);
    Ok(PromptResult {
        description,
        messages,
        raw,
        size_bytes,
    })
}

/// Reads the result of `completion/complete`; notes list what was repaired.
pub(crate) fn completion(raw: &Value, notes: &mut Vec<Message>) -> Result<Completion, CallError> {
    let completion = members(raw, "completion/complete")?
        .get("completion")
        .filter(|completion| !completion.is_null())
        .unwrap_or(raw);
    let values = match completion.get("values") {
        Some(Value::Array(values)) => values.as_slice(),
        Some(one @ (Value::String(_) | Value::Number(_))) => std::slice::from_ref(one),
        Some(Value::Null) => &[],
        _ => {
            return Err(undecodable(
                Message::new("response.noList")
                    .with("method", "completion/complete")
                    .with("member", "values"),
                raw,
            ));
        }
    };
    if !values.iter().all(Value::is_string) || !completion["values"].is_array() {
        notes.push(Message::new("repair.values"));
    }
    let values: Vec<String> = values
        .iter()
        .filter_map(|value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
            // Some say more of each value than the protocol has a place for.
            Value::Object(members) => ["value", "name", "label"]
                .iter()
                .find_map(|name| members.get(*name)?.as_str())
                .map(str::to_owned),
            Value::Null | Value::Array(_) => None,
        })
        .take(100)
        .collect();
    let total = completion.get("total").and_then(|total| {
        let whole = numbers::whole(total.clone());
        whole.as_u64()
    });
    let total = total.map(|total| u32::try_from(total).unwrap_or(u32::MAX));
    let has_more = completion
        .get("hasMore")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    Ok(Completion {
        values,
        total,
        has_more,
    })
}

impl ToolResult {
    /// Reads a stored `result` member as one from the wire.
    pub fn from_raw(raw: Value, size_bytes: u64) -> Result<Self, CallError> {
        // Its repairs were reported when it arrived.
        tool_result(raw, size_bytes, &mut Vec::new())
    }
}

impl PromptResult {
    /// Reads a stored `result` member as one from the wire.
    pub fn from_raw(raw: Value, size_bytes: u64) -> Result<Self, CallError> {
        prompt_result(raw, size_bytes, &mut Vec::new())
    }
}

impl ReadResult {
    /// Reads a stored `result` member as one from the wire.
    pub fn from_raw(raw: Value, size_bytes: u64) -> Result<Self, CallError> {
        read_result(raw, size_bytes, &mut Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(text: &str) -> ContentBlock {
        ContentBlock::Text { text: text.into() }
    }

    #[test]
    fn a_tool_result_keeps_every_block() {
        let hologram = json!({"type":"hologram","z":1});
        let cases = [
            (
                json!({"content":[{"type":"text","text":"a"},hologram]}),
                vec![text("a"), ContentBlock::Unknown(hologram.clone())],
                1,
            ),
            (
                json!({"content":[{"text":"a"}]}),
                vec![ContentBlock::Unknown(json!({"text":"a"}))],
                1,
            ),
            (
                json!({"content":[{"type":"image","data":"AA=="}]}),
                vec![ContentBlock::Image {
                    mime_type: String::new(),
                    data: "AA==".into(),
                }],
                1,
            ),
            (
                json!({"content":[{"type":"resource","resource":{"uri":"x:y"}}]}),
                vec![ContentBlock::Unknown(
                    json!({"type":"resource","resource":{"uri":"x:y"}}),
                )],
                1,
            ),
            (
                json!({"content":[{"type":"text","text":"a","annotations":{"audience":["system"],"priority":"high"}}]}),
                vec![text("a")],
                0,
            ),
            (
                json!({"content":[{"type":"resource_link","uri":"a:b","name":"n","size":1.5}]}),
                vec![ContentBlock::ResourceLink {
                    uri: "a:b".into(),
                    name: "n".into(),
                    title: None,
                    description: None,
                    mime_type: None,
                    size_bytes: None,
                    icons: Vec::new(),
                }],
                1,
            ),
            (json!({"content":null}), vec![], 0),
            (json!({}), vec![], 0),
            (
                json!({"content":"just a string"}),
                vec![text("just a string")],
                1,
            ),
            (
                json!({"content":{"type":"text","text":"one"}}),
                vec![text("one")],
                1,
            ),
            (
                json!({"content":[{"type":"text","text":"a"}],"messages":[],"tools":[]}),
                vec![text("a")],
                0,
            ),
        ];
        for (raw, content, notes_expected) in cases {
            let mut notes = Vec::new();
            let result = tool_result(raw.clone(), 9, &mut notes).expect("usable");
            let expected = ToolResult {
                content,
                structured: None,
                is_error: false,
                raw: raw.clone(),
                size_bytes: 9,
            };
            assert_eq!(
                (result, notes.len()),
                (expected, notes_expected),
                "reading {raw}, notes {notes:?}"
            );
        }
    }

    #[test]
    fn a_result_that_is_no_object_is_content() {
        let cases = [
            (json!(null), json!([]), vec![], "null"),
            (
                json!("hello"),
                json!([{"type":"text","text":"hello"}]),
                vec![text("hello")],
                "a string",
            ),
            (
                json!(1.5),
                json!([{"type":"text","text":"1.5"}]),
                vec![text("1.5")],
                "a number",
            ),
            (
                json!(["a", {"type":"text","text":"b"}]),
                json!(["a", {"type":"text","text":"b"}]),
                vec![text("a"), text("b")],
                "an array",
            ),
        ];
        for (raw, content, blocks, found) in cases {
            let mut notes = Vec::new();
            let result = tool_result(raw.clone(), 1, &mut notes).expect("usable");
            let expected = ToolResult {
                content: blocks,
                structured: None,
                is_error: false,
                raw: json!({ "content": content }),
                size_bytes: 1,
            };
            let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
            let noted = format!("The result of tools/call was {found}; it counts as “content”.");
            assert_eq!((result, notes), (expected, vec![noted]), "{raw}");
        }
    }

    #[test]
    fn proposals_are_texts() {
        let cases = [
            (
                json!({"completion":{"values":["a","b"],"total":2.0}}),
                vec!["a", "b"],
                Some(2),
                0,
            ),
            (
                json!({"completion":{"values":[1,2.5,true,"a",null]}}),
                vec!["1", "2.5", "true", "a"],
                None,
                1,
            ),
            (
                json!({"completion":{"values":[{"value":"a","label":"A"}]}}),
                vec!["a"],
                None,
                1,
            ),
            (json!({"completion":null,"values":"a"}), vec!["a"], None, 1),
            (json!({"completion":{"values":null}}), vec![], None, 1),
        ];
        for (raw, values, total, noted) in cases {
            let mut notes = Vec::new();
            let read = completion(&raw, &mut notes).expect("usable");
            let expected = Completion {
                values: values.into_iter().map(str::to_owned).collect(),
                total,
                has_more: false,
            };
            assert_eq!((read, notes.len()), (expected, noted), "{raw}");
        }
    }

    #[test]
    fn one_bad_part_does_not_hide_the_others() {
        let read = read_result(json!({"contents":[{"uri":"a:1","text":"t"},{"uri":"a:2"},{"uri":"a:3","blob":"AA=="}]}), 1, &mut Vec::new()).expect("usable");
        assert_eq!((read.contents.len(), read.broken.len()), (2, 1));
        let raw = json!({"messages":[{"role":"assistant","content":{"type":"text","text":"x"}},{"role":"user","content":"y"},{"content":[{"type":"text","text":"z"}]}]});
        let prompt = prompt_result(raw, 1, &mut Vec::new()).expect("usable");
        let said: Vec<_> = prompt
            .messages
            .iter()
            .map(|message| (message.role.as_str(), message.content.clone()))
            .collect();
        assert_eq!(
            said,
            vec![
                ("assistant", text("x")),
                ("user", text("y")),
                ("user", text("z"))
            ]
        );
    }
}

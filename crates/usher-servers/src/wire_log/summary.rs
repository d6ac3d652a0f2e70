//! Summarises a message in one line.

use serde_json::Value;
use usher_mcp::FrameKind;

use crate::limits;

const MAX_CHARS: usize = 200;

/// What matters in a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Summary {
    /// At most 200 characters.
    pub(super) line: String,
    /// Whether something went wrong: an error, a tool's own error, or no message at all.
    pub(super) is_fault: bool,
}

/// What matters in the message, in one line.
pub(super) fn of(kind: FrameKind, method: Option<&str>, text: &str) -> Summary {
    let message = (text.len() <= limits::SUMMARISED_BYTES)
        .then(|| serde_json::from_str::<Value>(text).ok())
        .flatten();
    let said = message
        .as_ref()
        .and_then(|message| describe(kind, method, message));
    let is_tool_error = message
        .as_ref()
        .is_some_and(|message| message["result"]["isError"] == Value::Bool(true));
    Summary {
        line: one_line(said.as_deref().unwrap_or(text)),
        is_fault: is_tool_error || matches!(kind, FrameKind::Error | FrameKind::Noise),
    }
}

fn describe(kind: FrameKind, method: Option<&str>, message: &Value) -> Option<String> {
    let method = method.unwrap_or_default();
    match kind {
        FrameKind::Request => Some(request(method, &message["params"])),
        FrameKind::Notification => Some(notification(method, &message["params"])),
        FrameKind::Result => Some(result(method, &message["result"])),
        FrameKind::Error => {
            let error = &message["error"];
            Some(format!("{} {}", error["code"], plain(&error["message"])))
        }
        FrameKind::Noise => None,
    }
}

fn request(method: &str, params: &Value) -> String {
    match method {
        "tools/call" | "prompts/get" => named(&params["name"], &params["arguments"]),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => plain(&params["uri"]),
        "completion/complete" => {
            let argument = &params["argument"];
            format!("{} = {}", plain(&argument["name"]), argument["value"])
        }
        "initialize" => format!(
            "{} {}",
            plain(&params["clientInfo"]["name"]),
            plain(&params["protocolVersion"])
        ),
        "elicitation/create" => plain(&params["message"]),
        "logging/setLevel" => plain(&params["level"]),
        _ => {
            let cursor = &params["cursor"];
            if cursor.is_null() {
                without_meta(params)
            } else {
                format!("from {}", plain(cursor))
            }
        }
    }
}

fn notification(method: &str, params: &Value) -> String {
    match method {
        "notifications/progress" => {
            let mut line = plain(&params["progress"]);
            if !params["total"].is_null() {
                line = format!("{line} of {}", plain(&params["total"]));
            }
            if let Some(message) = params["message"].as_str() {
                line = format!("{line} · {message}");
            }
            line
        }
        "notifications/message" => {
            format!("{} · {}", plain(&params["level"]), plain(&params["data"]))
        }
        "notifications/cancelled" => {
            let request = plain(&params["requestId"]);
            match params["reason"].as_str() {
                Some(reason) => format!("request {request} · {reason}"),
                None => format!("request {request}"),
            }
        }
        "notifications/resources/updated" => plain(&params["uri"]),
        _ => without_meta(params),
    }
}

fn result(method: &str, result: &Value) -> String {
    let counted = |list: &str, one: &str, many: &str| {
        let count = result[list].as_array().map_or(0, Vec::len);
        let more = if result["nextCursor"].is_null() {
            ""
        } else {
            ", more to come"
        };
        format!("{count} {}{more}", if count == 1 { one } else { many })
    };
    match method {
        "initialize" => format!(
            "{} {} · {}",
            plain(&result["serverInfo"]["name"]),
            plain(&result["serverInfo"]["version"]),
            plain(&result["protocolVersion"])
        ),
        "tools/list" => counted("tools", "tool", "tools"),
        "resources/list" => counted("resources", "resource", "resources"),
        "resources/templates/list" => counted("resourceTemplates", "template", "templates"),
        "prompts/list" => counted("prompts", "prompt", "prompts"),
        "tools/call" => {
            let said = content(&result["content"]);
            if result["isError"] == Value::Bool(true) {
                format!("tool error · {said}")
            } else {
                said
            }
        }
        "resources/read" => counted("contents", "part", "parts"),
        "prompts/get" => counted("messages", "message", "messages"),
        "completion/complete" => result["completion"]["values"].to_string(),
        _ => without_meta(result),
    }
}

/// Returns the first text of a content array, or its kinds.
fn content(blocks: &Value) -> String {
    let Some(blocks) = blocks.as_array() else {
        return "no content".into();
    };
    if let Some(text) = blocks.iter().find_map(|block| block["text"].as_str()) {
        return text.to_owned();
    }
    if blocks.is_empty() {
        return "no content".into();
    }
    let kinds: Vec<_> = blocks.iter().map(|block| plain(&block["type"])).collect();
    kinds.join(", ")
}

fn named(name: &Value, arguments: &Value) -> String {
    match arguments {
        Value::Null => plain(name),
        given => format!("{} {given}", plain(name)),
    }
}

fn without_meta(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            fields.shift_remove("_meta");
            if fields.is_empty() {
                String::new()
            } else {
                Value::Object(fields).to_string()
            }
        }
        other => other.to_string(),
    }
}

/// A string without its quotes; anything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "?".into(),
        other => other.to_string(),
    }
}

fn one_line(text: &str) -> String {
    let mut line = String::new();
    for (count, character) in text.trim().chars().enumerate() {
        if count == MAX_CHARS - 1 {
            line.push('…');
            break;
        }
        line.push(if character.is_control() {
            ' '
        } else {
            character
        });
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_what_matters() {
        use FrameKind::{Error, Noise, Notification, Request, Result};
        let cases = r#"
            Request | tools/call | {"params":{"name":"search_issues","arguments":{"q":"crash"}}} | search_issues {"q":"crash"}
            Request | tools/call | {"params":{"name":"ping"}} | ping
            Request | tools/list | {"params":{"cursor":"2","_meta":{}}} | from 2
            Request | tools/list | {"params":{"_meta":{"progressToken":1}}} |
            Request | resources/read | {"params":{"uri":"demo://readme"}} | demo://readme
            Notification | notifications/progress | {"params":{"progress":1,"total":2,"message":"Searching"}} | 1 of 2 · Searching
            Notification | notifications/progress | {"params":{"progress":0.5}} | 0.5
            Notification | notifications/message | {"params":{"level":"info","data":{"a":1}}} | info · {"a":1}
            Notification | notifications/cancelled | {"params":{"requestId":7,"reason":"user"}} | request 7 · user
            Notification | notifications/initialized | {"jsonrpc":"2.0"} |
            Result | initialize | {"result":{"serverInfo":{"name":"demo","version":"1.0"},"protocolVersion":"2025-11-25"}} | demo 1.0 · 2025-11-25
            Result | tools/list | {"result":{"tools":[{}],"nextCursor":"x"}} | 1 tool, more to come
            Result | prompts/list | {"result":{"prompts":[]}} | 0 prompts
            Result | tools/call | {"result":{"content":[{"type":"image"},{"type":"text","text":"two\nlines"}]}} | two lines
            Result | tools/call | {"result":{"content":[{"type":"image"},{"type":"audio"}]}} | image, audio
            Result | tools/call | {"result":{"isError":true,"content":[{"type":"text","text":"no"}]}} | tool error · no
            Error | tools/call | {"error":{"code":-32602,"message":"bad"}} | -32602 bad
            Noise | - | listening on port 3000 | listening on port 3000
            Request | x | {not json | {not json
        "#;
        for [kind, method, text, expected] in usher_cases::rows(cases) {
            let kinds = [Error, Noise, Notification, Request, Result];
            let kind = kinds.into_iter().find(|one| format!("{one:?}") == kind);
            let method = (method != "-").then_some(&*method);
            let line = of(kind.unwrap(), method, &text).line;
            assert_eq!(line, expected, "summary of {text}");
        }
        for (kind, text, expected) in [
            (Result, r#"{"result":{"isError":true}}"#, true),
            (Result, r#"{"result":{"isError":false}}"#, false),
            (Error, "{}", true),
            (Noise, "hello", true),
            (Request, "{}", false),
        ] {
            assert_eq!(of(kind, None, text).is_fault, expected, "{text}");
        }
        let long = "ä".repeat(500);
        assert_eq!(
            of(Noise, None, &long).line.chars().count(),
            200,
            "a summary is at most 200 characters"
        );
    }
}

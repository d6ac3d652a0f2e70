//! Reads the response of a webtool or an operation.
//!
//! The envelope is that of webtools 2025-06-30 ("Response Examples", "Error Handling"). What breaks a rule is shown and
//! flagged, never hidden.

use serde_json::{Map, Value, json};
use usher_messages::Message;
use usher_net::Reply;

use usher_content::schema::{self, Verdict};
use usher_content::worker::Worker;
use usher_types::text::visible;

use super::document::Action;
use super::fetch::content_type;
use usher_types::media_type::is_json;

/// Shown part of an answer that is no JSON, in characters.
const SHOWN_CHARS: usize = 2_000;

/// An answer that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedResponse {
    /// The other side reports failure, or the answer cannot be used.
    pub is_error: bool,
    /// What is to be said about it, one paragraph each.
    pub notes: Vec<Message>,
    /// The body of an operation's answer, if that is text. Server text.
    pub text: Option<String>,
    pub data: Option<Value>,
    /// The data held against what the action declares.
    pub verdict: Verdict,
    /// The HTTP status and the body as it came.
    pub raw: Value,
    /// Size of the body.
    pub size_bytes: u64,
}

/// Reads an answer. Checking schemas may take a moment: not for threads that must not wait.
pub fn read(worker: &Worker, action: &Action, reply: &Reply) -> ParsedResponse {
    let bytes = &reply.fetched.bytes;
    let media_type = reply.fetched.content_type.clone().unwrap_or_default();
    let body: Option<Value> = serde_json::from_slice(bytes).ok();
    let shown = body.clone().unwrap_or_else(|| {
        let text: String = String::from_utf8_lossy(bytes)
            .chars()
            .take(SHOWN_CHARS)
            .collect();
        Value::String(text)
    });
    let raw = json!({ "httpStatus": reply.status, "contentType": media_type, "body": shown });
    let mut answered = match (&action.operation, &body) {
        (Some(_), _) => of_operation(worker, action, reply.status, &media_type, body, &shown),
        (None, _) if !is_json(&media_type) => not_json(&media_type, reply.status),
        (None, Some(Value::Object(envelope))) => of_envelope(worker, action, reply, envelope),
        (None, _) => broken(Message::new("webtools.answer.noObject")),
    };
    answered.raw = raw;
    answered.size_bytes = bytes.len() as u64;
    answered
}

fn answered(
    is_error: bool,
    notes: Vec<Message>,
    data: Option<Value>,
    verdict: Verdict,
) -> ParsedResponse {
    ParsedResponse {
        is_error,
        notes,
        text: None,
        data,
        verdict,
        raw: Value::Null,
        size_bytes: 0,
    }
}

/// An answer that is not what a webtool owes.
fn broken(reason: Message) -> ParsedResponse {
    let note = Message::new("webtools.answer.invalid").with("reason", reason);
    answered(true, vec![note], None, Verdict::NotDeclared)
}

fn not_json(media_type: &str, status: u16) -> ParsedResponse {
    let note = Message::new("webtools.answer.notJson")
        .with("type", content_type(media_type))
        .with("status", status.to_string());
    let notes = [note].into_iter().chain(redirect(status)).collect();
    answered(true, notes, None, Verdict::NotDeclared)
}

fn redirect(status: u16) -> Option<Message> {
    (300..400)
        .contains(&status)
        .then(|| Message::new("webtools.answer.redirect"))
}

fn of_envelope(
    worker: &Worker,
    action: &Action,
    reply: &Reply,
    envelope: &Map<String, Value>,
) -> ParsedResponse {
    let status = reply.status;
    let with_status = |code| Message::new(code).with("status", status.to_string());
    match envelope.get("status").and_then(Value::as_str) {
        Some("ok") => {
            let mut notes = Vec::new();
            if !(200..300).contains(&status) {
                notes.push(with_status("webtools.answer.okStatus"));
            }
            if envelope.contains_key("error") {
                notes.push(Message::new("webtools.answer.okError"));
            }
            let data = envelope.get("data").cloned();
            let verdict = schema::verdict(worker, action.response_schema.as_ref(), data.clone());
            answered(false, notes, data, verdict)
        }
        Some("error") => {
            let error = envelope.get("error").cloned().unwrap_or_default();
            let text = |name: &str| error.get(name).and_then(Value::as_str).map(visible);
            let (code, message) = (text("code"), text("message"));
            let mut notes = vec![match (&code, &message) {
                (None, None) => Message::new("webtools.answer.error.unknown"),
                (Some(code), None) => {
                    Message::new("webtools.answer.error.code").with("code", &**code)
                }
                (None, Some(message)) => {
                    Message::new("webtools.answer.error.message").with("message", &**message)
                }
                (Some(code), Some(message)) => Message::new("webtools.answer.error.both")
                    .with("code", &**code)
                    .with("message", &**message),
            }];
            notes.extend(code.map(|code| explain(&code, reply)));
            notes.push(with_status(if (200..300).contains(&status) {
                "webtools.answer.errorStatus"
            } else {
                "webtools.answer.status"
            }));
            answered(true, notes, None, Verdict::NotDeclared)
        }
        Some(other) => {
            broken(Message::new("webtools.answer.otherStatus").with("status", &*visible(other)))
        }
        None => broken(Message::new("webtools.answer.noStatus")),
    }
}

/// What a code means, and what to do (webtools 2025-06-30, "Error Handling").
fn explain(code: &str, reply: &Reply) -> Message {
    Message::new(match code {
        "WEBTOOL_NOT_FOUND" => "webtools.answer.code.notFound",
        "SCHEMA_ERROR" => "webtools.answer.code.schema",
        "CONFIG_ERROR" => "webtools.answer.code.configuration",
        "RATE_LIMIT" => {
            let after = reply.headers.get(http::header::RETRY_AFTER);
            if let Some(after) = after.and_then(|after| after.to_str().ok()).map(visible) {
                return Message::new("webtools.answer.code.retryAfter").with("after", &*after);
            }
            "webtools.answer.code.rateLimit"
        }
        "INTERNAL_ERROR" => "webtools.answer.code.internal",
        _ => "webtools.answer.code.other",
    })
}

/// The answer of an operation: the status says how it went, and the body is the data.
fn of_operation(
    worker: &Worker,
    action: &Action,
    status: u16,
    media_type: &str,
    body: Option<Value>,
    shown: &Value,
) -> ParsedResponse {
    let is_good = (200..300).contains(&status);
    let data = match body {
        Some(body) if is_json(media_type) => Some(body),
        _ => None,
    };
    let mut notes = Vec::new();
    if !is_good {
        notes.push(Message::new(status_code(status)).with("status", status.to_string()));
        notes.extend(redirect(status));
    }
    let text = shown
        .as_str()
        .filter(|text| data.is_none() && !text.is_empty());
    let verdict = if is_good {
        schema::verdict(worker, action.response_schema.as_ref(), data.clone())
    } else {
        Verdict::NotDeclared
    };
    ParsedResponse {
        text: text.map(str::to_owned),
        ..answered(!is_good, notes, data, verdict)
    }
}

/// The code of the message about a status that is no success.
fn status_code(status: u16) -> &'static str {
    match status {
        400 | 422 => "webtools.answer.refused",
        401 => "webtools.answer.unauthorized",
        403 => "webtools.answer.forbidden",
        404 => "webtools.answer.notFound",
        429 => "webtools.answer.rateLimited",
        500..=599 => "webtools.answer.failed",
        _ => "webtools.answer.status",
    }
}

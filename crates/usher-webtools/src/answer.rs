//! Reads the response of a webtool or an operation.
//!
//! The envelope is that of webtools 2025-06-30 ("Response Examples", "Error Handling"). What breaks a rule is shown and
//! flagged, never hidden.

use serde_json::{Map, Value, json};
use usher_net::Reply;

use usher_content::schema::{self, Verdict};
use usher_content::worker::Worker;
use usher_types::text::visible;

use super::document::Action;
use super::fetch::content_type_words;
use usher_types::media_type::is_json;

/// Shown part of an answer that is no JSON, in characters.
const SHOWN_CHARS: usize = 2_000;

/// An answer that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedResponse {
    /// The other side reports failure, or the answer cannot be used.
    pub is_error: bool,
    /// What is to be said about it, one paragraph each.
    pub notes: Vec<String>,
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
        (None, _) => broken("It is no JSON object."),
    };
    answered.raw = raw;
    answered.size_bytes = bytes.len() as u64;
    answered
}

fn answered(
    is_error: bool,
    notes: Vec<String>,
    data: Option<Value>,
    verdict: Verdict,
) -> ParsedResponse {
    ParsedResponse {
        is_error,
        notes,
        data,
        verdict,
        raw: Value::Null,
        size_bytes: 0,
    }
}

/// An answer that is not what a webtool owes.
fn broken(what: &str) -> ParsedResponse {
    let note = format!(
        "The answer is not what a webtool owes: an object with “status”, and “data” or “error”. {what} It is shown as it came."
    );
    answered(true, vec![note], None, Verdict::NotDeclared)
}

fn not_json(media_type: &str, status: u16) -> ParsedResponse {
    let note = format!(
        "The answer has {} and HTTP status {status}. A webtool answers with application/json, so it was not read; it is shown as it came.{}",
        content_type_words(media_type),
        redirect_words(status),
    );
    answered(true, vec![note], None, Verdict::NotDeclared)
}

fn redirect_words(status: u16) -> &'static str {
    if (300..400).contains(&status) {
        " It sends to another place, which Usher does not follow with what you sent."
    } else {
        ""
    }
}

fn of_envelope(
    worker: &Worker,
    action: &Action,
    reply: &Reply,
    envelope: &Map<String, Value>,
) -> ParsedResponse {
    let status = reply.status;
    match envelope.get("status").and_then(Value::as_str) {
        Some("ok") => {
            let mut notes = Vec::new();
            if !(200..300).contains(&status) {
                notes.push(format!("It says “ok”, but its HTTP status is {status}."));
            }
            if envelope.contains_key("error") {
                notes.push("It says “ok”, but holds an “error” as well; see Raw.".to_owned());
            }
            let data = envelope.get("data").cloned();
            let verdict = schema::verdict(worker, action.response_schema.as_ref(), data.clone());
            answered(false, notes, data, verdict)
        }
        Some("error") => {
            let error = envelope.get("error").cloned().unwrap_or_default();
            let text = |name: &str| error.get(name).and_then(Value::as_str).map(visible);
            let (code, message) = (text("code"), text("message"));
            let mut notes = match (&code, &message) {
                (None, None) => {
                    vec!["It reports an error without a code or a message; see Raw.".to_owned()]
                }
                (Some(code), None) => vec![format!("{code}, without a message.")],
                (None, Some(message)) => vec![format!("{message} (without a code)")],
                (Some(code), Some(message)) => vec![format!("{code}: {message}")],
            };
            notes.extend(code.map(|code| explain(&code, reply)));
            if (200..300).contains(&status) {
                notes.push(format!(
                    "Its HTTP status is {status}, as if nothing were wrong."
                ));
            } else {
                notes.push(format!("HTTP status {status}."));
            }
            answered(true, notes, None, Verdict::NotDeclared)
        }
        Some(other) => broken(&format!("Its “status” is “{}”.", visible(other))),
        None => broken("It has no “status”."),
    }
}

/// What a code means, and what to do (webtools 2025-06-30, "Error Handling").
fn explain(code: &str, reply: &Reply) -> String {
    let wait = || {
        let after = reply.headers.get(http::header::RETRY_AFTER);
        after.and_then(|after| after.to_str().ok()).map(visible)
    };
    match code {
        "WEBTOOL_NOT_FOUND" => "The server does not have this webtool, or not this version of it, any more. Look for a new version on the webtool's page.".to_owned(),
        "SCHEMA_ERROR" => "The server does not accept the request, although it may fit the pinned document. If it does, the server has changed: look for a new version on the webtool's page.".to_owned(),
        "CONFIG_ERROR" => "The server does not accept the configuration. Correct it on the webtool's page.".to_owned(),
        "RATE_LIMIT" => match wait() {
            Some(after) => format!("Too many requests. The server asks to wait (Retry-After: {after}); Usher does not try again by itself."),
            None => "Too many requests. Wait a while; Usher does not try again by itself.".to_owned(),
        },
        "INTERNAL_ERROR" => "The server failed, and you can do nothing about it but try again later.".to_owned(),
        _ => "This code is the webtool's own; its maker says what it means.".to_owned(),
    }
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
        notes.push(format!(
            "HTTP status {status}{}.{}",
            status_words(status),
            redirect_words(status)
        ));
    }
    if data.is_none() {
        notes.extend(
            shown
                .as_str()
                .filter(|text| !text.is_empty())
                .map(str::to_owned),
        );
    }
    let verdict = if is_good {
        schema::verdict(worker, action.response_schema.as_ref(), data.clone())
    } else {
        Verdict::NotDeclared
    };
    answered(!is_good, notes, data, verdict)
}

fn status_words(status: u16) -> &'static str {
    match status {
        400 | 422 => ": the server does not accept the request",
        401 => ": the server wants a credential; give it on the webtool's page",
        403 => ": the server does not allow this",
        404 => ": there is no such thing at the server",
        429 => ": too many requests; wait a while",
        500..=599 => ": the server failed",
        _ => "",
    }
}

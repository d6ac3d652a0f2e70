//! The error that answers a request.

use serde::Serialize;
use serde_json::Value;
use usher_messages::Message as Note;

use crate::code::{INVALID_PARAMS, INVALID_REQUEST, NO_METHOD, REFUSED};
use crate::numbers;

/// An error that answers a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fault {
    pub code: i64,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl Fault {
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    pub fn params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    /// The method is unknown; only its beginning is repeated.
    pub fn no_method(method: &str) -> Self {
        let method: String = method.chars().take(64).collect();
        Self::new(NO_METHOD, format!("Method not found: {method}"))
    }

    /// The other side has taken the request back.
    pub fn cancelled() -> Self {
        Self::new(REFUSED, "The request was cancelled")
    }

    /// The other side has gone.
    pub fn disconnected() -> Self {
        Self::new(REFUSED, "The connection has ended")
    }

    /// The message is longer than `longest` bytes.
    pub fn too_long(longest: usize) -> Self {
        Self::new(
            INVALID_REQUEST,
            format!("A message must not be longer than {longest} bytes"),
        )
    }

    /// Reads an error as somebody wrote it.
    pub fn read(error: Value) -> Self {
        Self::repaired(error, REFUSED, &mut Vec::new())
    }

    /// Reads an error and notes what is repaired. `unreadable` is the code of one without a code.
    pub(crate) fn repaired(error: Value, unreadable: i64, notes: &mut Vec<Note>) -> Self {
        let Value::Object(mut members) = error else {
            notes.push(Note::new("repair.envelope.error"));
            let message = error.as_str().map(str::to_owned);
            return Self::new(unreadable, message.unwrap_or_else(|| error.to_string()));
        };
        let mut data = members.remove("data");
        let code = members.remove("code");
        let code = code.as_ref().and_then(Value::as_i64).unwrap_or_else(|| {
            notes.push(Note::new("repair.envelope.code"));
            let parsed = match &code {
                Some(Value::String(text)) => text.parse().ok(),
                Some(number) => numbers::whole(number.clone()).as_i64(),
                None => None,
            };
            if parsed.is_none() && data.is_none() {
                data.clone_from(&code);
            }
            parsed.unwrap_or(unreadable)
        });
        let message = match members.remove("message") {
            Some(Value::String(message)) => message,
            other => {
                notes.push(Note::new("repair.envelope.message"));
                other.map(|message| message.to_string()).unwrap_or_default()
            }
        };
        Self {
            code,
            message,
            data,
        }
    }
}

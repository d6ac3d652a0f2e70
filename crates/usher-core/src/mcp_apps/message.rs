//! JSON-RPC messages between an app and its host. What an app sends is read here, and nowhere else.

use std::io;

use serde_json::{Map, Value, json};

use crate::limits;

/// The method is not known, or not let through.
pub(super) const NO_METHOD: i64 = -32_601;
/// The parameters do not fit.
pub(super) const BAD_PARAMS: i64 = -32_602;
/// The person declined what a model was asked (2025-11-25, client/sampling).
pub(super) const DECLINED: i64 = -1;
/// It was refused, or failed.
pub(super) const REFUSED: i64 = -32_000;

/// Whether the person is always asked about requests of this method.
pub(super) fn is_question(method: &str) -> bool {
    matches!(
        method,
        "sampling/createMessage" | "ui/download-file" | "ui/open-link"
    )
}

/// A message of an app.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Map<String, Value>,
    },
    Notification {
        method: String,
        params: Map<String, Value>,
    },
    /// The answer to a request of the host.
    Answer { id: String },
}

/// What is answered to a request.
pub(super) type Reply = Result<Value, Refusal>;

/// Why a request was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: i64,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(code: i64, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { code, text }
    }
}

impl Incoming {
    /// Reads a message; `None` = it is none, or one that only the host's own documents send.
    pub(super) fn read(message: Value) -> Option<Self> {
        let Value::Object(mut message) = message else {
            return None;
        };
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return None;
        }
        let id = message.remove("id");
        let Some(method) = message.remove("method") else {
            let id = id?.as_str()?.to_owned();
            return Some(Self::Answer { id });
        };
        let method = method.as_str()?.to_owned();
        if method.starts_with("ui/notifications/sandbox-") {
            return None;
        }
        let params = match message.remove("params") {
            Some(Value::Object(params)) => params,
            None | Some(Value::Null) => Map::new(),
            Some(_) => return None,
        };
        match id {
            None => Some(Self::Notification { method, params }),
            Some(id @ (Value::String(_) | Value::Number(_))) => {
                Some(Self::Request { id, method, params })
            }
            Some(_) => None,
        }
    }
}

/// What the log says of a request: its method, and what it is about.
pub(super) fn summary(method: &str, params: &Map<String, Value>) -> String {
    let about = ["name", "uri", "url", "mode"];
    let about = about.iter().find_map(|key| params.get(*key)?.as_str());
    let parts = [method, about.unwrap_or_default()];
    let text = parts.join(" ");
    text.trim_end()
        .chars()
        .take(limits::APP_LOG_CHARS)
        .collect()
}

pub(super) fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

pub(super) fn request(id: &str, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// What an app is answered; a result that is too large is refused.
pub(super) fn answer(id: &Value, reply: Reply) -> Value {
    let is_too_large = |result| is_longer_than(result, limits::APP_ANSWER_BYTES);
    let reply = match reply {
        Ok(result) if is_too_large(&result) => Err(Refusal::new(
            REFUSED,
            "The answer is larger than 8 MiB, the most an app is sent",
        )),
        reply => reply,
    };
    match reply {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, text }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": text } })
        }
    }
}

/// Whether a value takes more bytes as JSON. It is not written out further than that.
pub(super) fn is_longer_than(value: &Value, bytes: usize) -> bool {
    serde_json::to_writer(Room(bytes), value).is_err()
}

/// Takes so many bytes, and keeps none.
struct Room(usize);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_measured_as_it_is_sent() {
        for (value, bytes) in [
            (json!(null), 4),
            (json!("é\n"), 6),
            (json!({ "a": [1, 22] }), 12),
        ] {
            let longer = [bytes - 1, bytes].map(|most| is_longer_than(&value, most));
            assert_eq!(longer, [true, false], "{value} takes {bytes} bytes");
        }
    }

    #[test]
    fn only_well_formed_messages_of_the_page_itself_are_read() {
        let none = None;
        let ping = |id: Value| {
            Some(Incoming::Request {
                id,
                method: "ping".into(),
                params: Map::new(),
            })
        };
        let rows = [
            (
                json!({"jsonrpc":"2.0","id":1,"method":"ping"}),
                ping(json!(1)),
            ),
            (
                json!({"jsonrpc":"2.0","id":"a","method":"ping","params":{}}),
                ping(json!("a")),
            ),
            (
                json!({"jsonrpc":"2.0","method":"ui/notifications/initialized"}),
                Some(Incoming::Notification {
                    method: "ui/notifications/initialized".into(),
                    params: Map::new(),
                }),
            ),
            (
                json!({"jsonrpc":"2.0","id":"host-1","result":{}}),
                Some(Incoming::Answer {
                    id: "host-1".into(),
                }),
            ),
            (json!({"jsonrpc":"2.0","id":1,"result":{}}), none.clone()),
            (json!({"id":1,"method":"ping"}), none.clone()),
            (
                json!({"jsonrpc":"1.0","id":1,"method":"ping"}),
                none.clone(),
            ),
            (
                json!({"jsonrpc":"2.0","id":{},"method":"ping"}),
                none.clone(),
            ),
            (
                json!({"jsonrpc":"2.0","id":null,"method":"ping"}),
                none.clone(),
            ),
            (json!({"jsonrpc":"2.0","id":1,"method":5}), none.clone()),
            (
                json!({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}),
                none.clone(),
            ),
            (
                json!({"jsonrpc":"2.0","method":"ui/notifications/sandbox-proxy-ready"}),
                none.clone(),
            ),
            (
                json!([{"jsonrpc":"2.0","id":1,"method":"ping"}]),
                none.clone(),
            ),
            (json!("ping"), none),
        ];
        for (message, expected) in rows {
            assert_eq!(Incoming::read(message.clone()), expected, "{message}");
        }
    }
}

//! Reads the JSON-RPC envelope of a message, after repairs without loss.

use serde_json::{Map, Value};
use usher_messages::Message;
use usher_types::numbers;

/// The requests a server may send (2024-11-05 to 2025-11-25).
///
/// Without a `jsonrpc` member only these count as messages, so that a JSON log line does not.
const SERVER_REQUESTS: [&str; 4] = [
    "ping",
    "elicitation/create",
    "sampling/createMessage",
    "roots/list",
];

const INTERNAL_ERROR: i64 = -32603;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Envelope {
    /// A response to our request; its id is null where the server knew none.
    Answer { id: Value, outcome: Outcome },
    /// A request of the server.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// A notification of the server.
    Notification { method: String, params: Value },
}

/// The outcome in a response.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// The `result` member.
    Result(Value),
    /// The `error` member.
    Error {
        code: i64,
        message: String,
        data: Option<Value>,
    },
}

/// Reads one message; `None` if it is none. Repairs are added to `notes`.
pub(crate) fn parse(value: Value, notes: &mut Vec<Message>) -> Option<Envelope> {
    let Value::Object(mut members) = value else {
        return None;
    };
    let versioned = members
        .get("jsonrpc")
        .is_some_and(|version| version == "2.0");
    let envelope = match members.remove("method") {
        Some(Value::String(method)) => parse_call(method, &mut members, notes)?,
        Some(_) => return None,
        None => parse_answer(&mut members, notes)?,
    };
    if !versioned {
        let (Envelope::Request { method, .. } | Envelope::Notification { method, .. }) = &envelope
        else {
            notes.push(Message::new("repair.envelope.version"));
            return Some(envelope);
        };
        if !method.starts_with("notifications/") && !SERVER_REQUESTS.contains(&method.as_str()) {
            return None;
        }
        notes.push(Message::new("repair.envelope.version"));
    }
    Some(envelope)
}

fn parse_call(
    method: String,
    members: &mut Map<String, Value>,
    notes: &mut Vec<Message>,
) -> Option<Envelope> {
    let params = members.remove("params").unwrap_or(Value::Null);
    match members.remove("id").map(|id| with_whole_id(id, notes)) {
        None => Some(Envelope::Notification { method, params }),
        Some(id) if id.is_string() || id.is_i64() => Some(Envelope::Request { id, method, params }),
        Some(id) => {
            notes.push(Message::new("repair.envelope.requestId").with("id", id.to_string()));
            None
        }
    }
}

/// Reads an id of a language whose numbers all have a decimal point.
fn with_whole_id(id: Value, notes: &mut Vec<Message>) -> Value {
    let is_float = id.is_f64();
    let whole = numbers::whole(id);
    if is_float && whole.is_i64() {
        notes.push(Message::new("repair.envelope.floatId"));
    }
    whole
}

fn parse_answer(members: &mut Map<String, Value>, notes: &mut Vec<Message>) -> Option<Envelope> {
    let has_error = members.contains_key("error");
    let error = members.remove("error").filter(|error| !error.is_null());
    let result = members.remove("result");
    let id = with_whole_id(members.remove("id").unwrap_or(Value::Null), notes);
    let outcome = match (result, error) {
        // Only an explicit response ends the request it names.
        (None, None) if !id.is_null() && members.get("jsonrpc").is_some() => {
            notes.push(Message::new("repair.envelope.empty"));
            Outcome::Error {
                code: INTERNAL_ERROR,
                message: String::new(),
                data: None,
            }
        }
        (None, None) => return None,
        (Some(result), None) => {
            if has_error {
                notes.push(Message::new("repair.envelope.nullError"));
            }
            Outcome::Result(result)
        }
        (result, Some(error)) => {
            if result.is_some_and(|result| !result.is_null()) {
                notes.push(Message::new("repair.envelope.both"));
            }
            parse_error(error, notes)
        }
    };
    Some(Envelope::Answer { id, outcome })
}

fn parse_error(error: Value, notes: &mut Vec<Message>) -> Outcome {
    let Value::Object(mut members) = error else {
        notes.push(Message::new("repair.envelope.error"));
        let message = error
            .as_str()
            .map_or_else(|| error.to_string(), str::to_owned);
        return Outcome::Error {
            code: INTERNAL_ERROR,
            message,
            data: None,
        };
    };
    let mut data = members.remove("data");
    let code = match members.remove("code") {
        Some(code) if code.is_i64() => code.as_i64().unwrap_or(INTERNAL_ERROR),
        other => {
            notes.push(Message::new("repair.envelope.code"));
            let parsed = match &other {
                Some(Value::String(text)) => text.parse().ok(),
                Some(number) => numbers::whole(number.clone()).as_i64(),
                None => None,
            };
            if parsed.is_none() && data.is_none() {
                data = other;
            }
            parsed.unwrap_or(INTERNAL_ERROR)
        }
    };
    let message = match members.remove("message") {
        Some(Value::String(message)) => message,
        other => {
            notes.push(Message::new("repair.envelope.message"));
            other.map(|message| message.to_string()).unwrap_or_default()
        }
    };
    Outcome::Error {
        code,
        message,
        data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(id: Value, result: Value) -> Envelope {
        Envelope::Answer {
            id,
            outcome: Outcome::Result(result),
        }
    }

    fn error(code: i64, message: &str, data: Option<Value>) -> Envelope {
        let message = message.to_owned();
        Envelope::Answer {
            id: json!(1),
            outcome: Outcome::Error {
                code,
                message,
                data,
            },
        }
    }

    #[test]
    fn repairs_what_can_be_repaired() {
        let call = |id: Value, method: &str| {
            Some(Envelope::Request {
                id,
                method: method.into(),
                params: Value::Null,
            })
        };
        let cases = [
            (
                json!({"jsonrpc":"2.0","id":1,"result":{"a":1}}),
                Some(result(json!(1), json!({"a":1}))),
                0,
            ),
            (
                json!({"id":1,"result":{}}),
                Some(result(json!(1), json!({}))),
                1,
            ),
            (
                json!({"jsonrpc":"1.0","id":1,"result":{}}),
                Some(result(json!(1), json!({}))),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"result":{},"error":null}),
                Some(result(json!(1), json!({}))),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"result":null}),
                Some(result(json!(1), Value::Null)),
                0,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-1,"message":"m"}}),
                Some(error(-1, "m", None)),
                0,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-1,"message":"m"}}),
                Some(error(-1, "m", None)),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"m"}}),
                Some(error(-32603, "m", Some(json!("E1")))),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"error":{"code":"-5","message":"m"}}),
                Some(error(-5, "m", None)),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1.0,"error":{"code":-32601.0,"message":"m"}}),
                Some(error(-32601, "m", None)),
                2,
            ),
            (
                json!({"jsonrpc":"2.0","id":7.0,"method":"ping"}),
                call(json!(7), "ping"),
                1,
            ),
            (json!({"jsonrpc":"2.0","id":7.5,"method":"ping"}), None, 1),
            (
                json!({"jsonrpc":"2.0","id":1,"error":{"code":-1}}),
                Some(error(-1, "", None)),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"error":"broke"}),
                Some(error(-32603, "broke", None)),
                1,
            ),
            (
                json!({"jsonrpc":"2.0","id":"s","method":"ping"}),
                call(json!("s"), "ping"),
                0,
            ),
            (
                json!({"jsonrpc":"2.0","id":1,"error":null}),
                Some(error(-32603, "", None)),
                1,
            ),
            (json!({"jsonrpc":"2.0"}), None, 0),
            (json!({"id":1}), None, 0),
            (json!({"jsonrpc":"2.0","id":null,"method":"ping"}), None, 1),
            (json!({"id":3,"method":"ping"}), call(json!(3), "ping"), 1),
            (json!({"id":3,"method":"GET","url":"/"}), None, 0),
            (json!({"level":"info","msg":"listening"}), None, 0),
            (json!("text"), None, 0),
        ];
        for (message, expected, notes_expected) in cases {
            let mut notes = Vec::new();
            let opened = parse(message.clone(), &mut notes);
            assert_eq!(
                (opened, notes.len()),
                (expected, notes_expected),
                "opening {message}, notes {notes:?}"
            );
        }
    }
}

//! Reads and writes JSON-RPC 2.0 messages.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use usher_types::mended_json::{self, JsonFault};
use usher_types::message_id::IdScanner;
use usher_types::numbers;

use crate::limits;

pub(crate) const PARSE_ERROR: i64 = -32700;
pub(crate) const INVALID_REQUEST: i64 = -32600;
pub(crate) const NO_METHOD: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const INTERNAL: i64 = -32603;
/// Not found, to 2025-11-25 (server/resources).
pub(crate) const NO_RESOURCE: i64 = -32002;
/// Usher cannot or may not do what was asked.
pub(crate) const REFUSED: i64 = -32000;
/// The session of a request has ended, or was never there; what servers of the SDKs answer.
pub(crate) const NO_SESSION: i64 = -32001;
/// The headers of a request say otherwise than its body (2026-07-28, basic, error codes).
pub(crate) const HEADER_MISMATCH: i64 = -32020;
/// The client did not declare what the request needs (2026-07-28, basic, error codes).
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
/// The request's version is not spoken here (2026-07-28, basic, error codes).
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;

/// An error that answers a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Value>,
}

impl Fault {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The client has taken the request back.
    pub(crate) fn cancelled() -> Self {
        Self::new(REFUSED, "The request was cancelled")
    }

    /// The client has gone.
    pub(crate) fn disconnected() -> Self {
        Self::new(REFUSED, "The connection has ended")
    }

    /// An error as somebody wrote it.
    pub(crate) fn read(error: &Value) -> Self {
        Self {
            code: numbers::whole(error["code"].clone())
                .as_i64()
                .unwrap_or(REFUSED),
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        }
    }

    /// The error as clients read it.
    pub(crate) fn shown(&self) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        error
    }

    pub(crate) fn params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    /// The message is longer than one may be.
    pub(crate) fn too_long() -> Self {
        Self::new(
            INVALID_REQUEST,
            format!(
                "A message must not be longer than {} bytes",
                limits::FRAME_BYTES
            ),
        )
    }

    /// The client did not declare what its request needs: `capabilities`, as it would declare them.
    pub(crate) fn undeclared(capabilities: &Value) -> Self {
        Self {
            code: MISSING_CAPABILITY,
            message: "The client has not declared a capability that this request needs".to_owned(),
            data: Some(json!({ "requiredCapabilities": capabilities })),
        }
    }
}

/// One message of a client.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Map<String, Value>,
    },
    Notification {
        method: String,
        params: Map<String, Value>,
    },
    /// The answer to a request of ours.
    Response {
        id: Value,
        outcome: Result<Value, Fault>,
    },
    /// Not a message: the error to answer with, and the id it names, if any.
    Unusable { id: Value, fault: Fault },
}

/// Reads one line. A batch (2025-03-26 only) is several messages.
pub(crate) fn read(line: &[u8]) -> Vec<Incoming> {
    match parse(line) {
        Ok(Value::Array(batch)) if batch.is_empty() => vec![Incoming::Unusable {
            id: Value::Null,
            fault: Fault::new(INVALID_REQUEST, "A batch must not be empty"),
        }],
        Ok(Value::Array(batch)) => batch.into_iter().map(message).collect(),
        Ok(single) => vec![message(single)],
        Err(error) => vec![Incoming::Unusable {
            id: IdScanner::of(line).requested_id().unwrap_or_default(),
            fault: Fault::new(PARSE_ERROR, format!("Parse error: {error}")),
        }],
    }
}

/// Parses a message. Texts that no parser takes are mended: what replaces them can be seen. A number is not, for
/// something else would be called.
fn parse(line: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(line).or_else(|error| {
        let mended = mended_json::mend(&String::from_utf8_lossy(line));
        if mended.faults.contains(&JsonFault::NoNumber) {
            return Err(error);
        }
        serde_json::from_str(&mended.text).map_err(|_| error)
    })
}

fn message(value: Value) -> Incoming {
    let unusable = |id: Value, why: &str| Incoming::Unusable {
        id,
        fault: Fault::new(INVALID_REQUEST, why),
    };
    let Value::Object(mut members) = value else {
        return unusable(Value::Null, "A message must be an object");
    };
    let id = members.remove("id").map(numbers::whole);
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return unusable(id.unwrap_or_default(), "jsonrpc must be \"2.0\"");
    }
    let method = match members.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return unusable(id.unwrap_or_default(), "method must be a text"),
        None => match (
            members.remove("result"),
            members.remove("error").filter(|error| !error.is_null()),
        ) {
            (Some(result), None) => {
                return Incoming::Response {
                    id: id.unwrap_or_default(),
                    outcome: Ok(result),
                };
            }
            (None, Some(error)) => {
                return Incoming::Response {
                    id: id.unwrap_or_default(),
                    outcome: Err(Fault::read(&error)),
                };
            }
            (Some(_), Some(_)) => {
                return unusable(
                    id.unwrap_or_default(),
                    "a response holds either result or error",
                );
            }
            (None, None) => return unusable(id.unwrap_or_default(), "method is missing"),
        },
    };
    let params = match members.remove("params") {
        Some(Value::Object(params)) => params,
        None | Some(Value::Null) => Map::new(),
        // The empty object of a language that has one kind of both.
        Some(Value::Array(none)) if none.is_empty() => Map::new(),
        Some(_) => return unusable(id.unwrap_or_default(), "params must be an object"),
    };
    match id {
        None => Incoming::Notification { method, params },
        Some(id) if id.is_string() || id.is_i64() || id.is_u64() => {
            Incoming::Request { id, method, params }
        }
        Some(_) => unusable(Value::Null, "id must be a text or a whole number"),
    }
}

/// About how many bytes these take in memory.
pub(crate) fn bytes(members: &Map<String, Value>) -> usize {
    let members = members.iter();
    members
        .map(|(name, member)| name.len() + value_bytes(member))
        .sum()
}

/// About how many bytes a value takes in memory.
pub(crate) fn value_bytes(value: &Value) -> usize {
    // Each takes memory, however short it is written.
    let inner = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(entries) => entries.iter().map(value_bytes).sum(),
        Value::Object(members) => bytes(members),
    };
    size_of::<Value>() + inner
}

/// Writes a request, as one line.
pub(crate) fn request(id: &Value, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// Writes the answer to a request, as one line.
pub(crate) fn response(id: &Value, outcome: &Result<Box<RawValue>, Fault>) -> String {
    match outcome {
        Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err(fault) => json!({ "jsonrpc": "2.0", "id": id, "error": fault.shown() }).to_string(),
    }
}

/// Writes a notification, as one line.
pub(crate) fn notification(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_or_named() {
        let request = |id: Value, method: &str| Incoming::Request {
            id,
            method: method.to_owned(),
            params: Map::new(),
        };
        let unusable = |id: Value, why: &str| Incoming::Unusable {
            id,
            fault: Fault::new(INVALID_REQUEST, why),
        };
        let broken = |id: Value, why: &str| {
            let fault = Fault::new(PARSE_ERROR, format!("Parse error: {why}"));
            vec![Incoming::Unusable { id, fault }]
        };
        let cases: [(&str, Vec<Incoming>); 22] = [
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                vec![request(json!(1), "ping")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":null}"#,
                vec![request(json!("a"), "ping")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.0,"method":"ping","params":[]}"#,
                vec![request(json!(1), "ping")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":2.0,"result":{},"error":null}"#,
                vec![Incoming::Response {
                    id: json!(2),
                    outcome: Ok(json!({})),
                }],
            ),
            (
                r#"{"jsonrpc":"2.0","id":2,"error":{"code":-1.0,"message":"no"}}"#,
                vec![Incoming::Response {
                    id: json!(2),
                    outcome: Err(Fault::new(-1, "no")),
                }],
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                vec![Incoming::Notification {
                    method: "notifications/initialized".into(),
                    params: Map::new(),
                }],
            ),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"result":{}}]"#,
                vec![
                    request(json!(1), "ping"),
                    Incoming::Response {
                        id: json!(2),
                        outcome: Ok(json!({})),
                    },
                ],
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no","data":7}}"#,
                vec![Incoming::Response {
                    id: json!("a"),
                    outcome: Err(Fault {
                        code: -1,
                        message: "no".into(),
                        data: Some(json!(7)),
                    }),
                }],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
                vec![unusable(
                    json!(1),
                    "a response holds either result or error",
                )],
            ),
            (
                "[]",
                vec![unusable(Value::Null, "A batch must not be empty")],
            ),
            (
                "{",
                broken(
                    Value::Null,
                    "EOF while parsing an object at line 1 column 1",
                ),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":NaN}}"#,
                broken(json!(1), "expected value at line 1 column 55"),
            ),
            (
                r#"{"method":"ping","params":{"n":-Infinity,"t":"\ud83d"},"jsonrpc":"2.0","id":"a"}"#,
                broken(json!("a"), "invalid number at line 1 column 33"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{}"#,
                broken(json!(1), "EOF while parsing an object at line 1 column 51"),
            ),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"t\":\"a\\ud83d\tb\"}}",
                vec![Incoming::Request {
                    id: json!(1),
                    method: "ping".to_owned(),
                    params: Map::from_iter([("t".to_owned(), json!("a\u{fffd}\tb"))]),
                }],
            ),
            (
                "7",
                vec![unusable(Value::Null, "A message must be an object")],
            ),
            (
                r#"{"id":1,"method":"ping"}"#,
                vec![unusable(json!(1), "jsonrpc must be \"2.0\"")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
                vec![unusable(json!(1), "method must be a text")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1}"#,
                vec![unusable(json!(1), "method is missing")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
                vec![unusable(json!(1), "params must be an object")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                vec![unusable(Value::Null, "id must be a text or a whole number")],
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
                vec![unusable(Value::Null, "id must be a text or a whole number")],
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(read(line.as_bytes()), expected, "{line}");
        }
    }
}

//! Serializes the messages we send.

use std::sync::Arc;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};
use usher_jsonrpc::Outcome;

use super::InFlight;

/// A message to be sent.
#[derive(Debug)]
pub(crate) enum Message {
    Request(Request),
    Notification {
        method: &'static str,
        params: Option<Value>,
    },
    Response {
        id: Value,
        outcome: Outcome,
    },
}

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: Value,
    pub(crate) method: &'static str,
    pub(crate) params: Params,
    /// Receives the answer.
    pub(crate) in_flight: Arc<InFlight>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Params {
    /// The `_meta` member.
    pub(crate) meta: Map<String, Value>,
    /// Shared by all attempts, because it may be long.
    pub(crate) members: Option<Arc<Map<String, Value>>>,
    /// The member `arguments`, shared with the caller.
    pub(crate) arguments: Option<Arc<Map<String, Value>>>,
    /// Members added for this attempt.
    pub(crate) added: Map<String, Value>,
}

impl Params {
    /// Splits `_meta` off the other members.
    pub(crate) fn new(mut members: Map<String, Value>) -> Self {
        let meta = match members.remove("_meta") {
            Some(Value::Object(meta)) => meta,
            _ => Map::new(),
        };
        Self {
            meta,
            members: Some(Arc::new(members)),
            arguments: None,
            added: Map::new(),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let members = self.members.as_deref();
        self.added
            .get(name)
            .or_else(|| members.and_then(|members| members.get(name)))
    }

    fn is_absent(&self) -> bool {
        self.meta.is_empty() && self.members.is_none() && self.added.is_empty()
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.meta.is_empty() {
            map.serialize_entry("_meta", &self.meta)?;
        }
        let members = self.members.as_deref().into_iter().flatten();
        for (name, value) in members.filter(|(name, _)| !self.added.contains_key(*name)) {
            map.serialize_entry(name, value)?;
        }
        if let Some(arguments) = &self.arguments {
            map.serialize_entry("arguments", &**arguments)?;
        }
        for (name, value) in &self.added {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Message {
    /// The method, unless it is a response.
    pub(crate) fn method(&self) -> Option<&'static str> {
        match self {
            Self::Request(Request { method, .. }) | Self::Notification { method, .. } => {
                Some(method)
            }
            Self::Response { .. } => None,
        }
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("jsonrpc", "2.0")?;
        match self {
            Self::Request(request) => {
                map.serialize_entry("id", &request.id)?;
                map.serialize_entry("method", request.method)?;
                if !request.params.is_absent() {
                    map.serialize_entry("params", &request.params)?;
                }
            }
            Self::Notification { method, params } => {
                map.serialize_entry("method", method)?;
                if let Some(params) = params {
                    map.serialize_entry("params", params)?;
                }
            }
            Self::Response { id, outcome } => {
                map.serialize_entry("id", id)?;
                match outcome {
                    Ok(result) => map.serialize_entry("result", result)?,
                    Err(error) => map.serialize_entry("error", error)?,
                }
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use usher_jsonrpc::Fault;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(members) => members,
            other => panic!("{other} is an object"),
        }
    }

    #[test]
    fn messages_are_written_as_the_specification_has_them() {
        let request = |params| {
            Message::Request(Request {
                id: json!(7),
                method: "tools/call",
                params,
                in_flight: InFlight::new(None).0,
            })
        };
        let attempt = Params {
            meta: object(json!({"progressToken": 7})),
            members: Some(Arc::new(object(
                json!({"name": "t", "requestState": "old"}),
            ))),
            arguments: Some(Arc::new(object(json!({"a": 1})))),
            added: object(json!({"requestState": "new"})),
        };
        let cases = [
            (
                request(attempt),
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"progressToken":7},"name":"t","arguments":{"a":1},"requestState":"new"}}"#,
            ),
            (
                request(Params::default()),
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call"}"#,
            ),
            (
                request(Params::new(object(json!({"a": 1, "_meta": {"b": 2}})))),
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"b":2},"a":1}}"#,
            ),
            (
                Message::Notification {
                    method: "notifications/initialized",
                    params: None,
                },
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            ),
            (
                Message::Response {
                    id: json!("a"),
                    outcome: Ok(json!({})),
                },
                r#"{"jsonrpc":"2.0","id":"a","result":{}}"#,
            ),
            (
                Message::Response {
                    id: json!(1),
                    outcome: Err(Fault::new(-32601, "no")),
                },
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
            ),
        ];
        for (message, expected) in cases {
            assert_eq!(serde_json::to_string(&message).unwrap(), expected);
        }
    }
}

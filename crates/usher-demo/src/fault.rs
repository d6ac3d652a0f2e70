//! Defines JSON-RPC errors with the specification's codes.
//!
//! A tool that fails is no such error; see [`crate::tools::ToolFault`].

use serde_json::{Value, json};

/// An error answer to one request.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Value>,
}

impl Fault {
    fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// -32700: the line is no JSON.
    pub(crate) fn parse(problem: &serde_json::Error) -> Self {
        Self::new(-32700, format!("This line is not JSON: {problem}"))
    }

    /// -32600: JSON, but no JSON-RPC message this server can take now.
    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    /// -32601: no such method here.
    pub(crate) fn no_method(method: &str) -> Self {
        Self::new(-32601, format!("Method not found: {method}"))
    }

    /// -32602: the method is known, its parameters do not fit.
    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// -32603: this server broke.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(-32603, message)
    }

    /// -32002: no such resource, with its address in `data` as the specification asks.
    pub(crate) fn no_resource(uri: &str) -> Self {
        Self {
            data: Some(json!({ "uri": uri })),
            ..Self::new(-32002, format!("Resource not found: {uri}"))
        }
    }

    /// -32042: the client must send the person to these addresses first (2025-11-25 only).
    pub(crate) fn url_elicitation_required(message: &str, elicitations: &Value) -> Self {
        Self {
            data: Some(json!({ "elicitations": elicitations })),
            ..Self::new(-32042, message)
        }
    }

    /// Reads the `error` member of an answer the client sent.
    pub(crate) fn from_answer(error: &Value) -> Self {
        Self {
            code: error["code"].as_i64().unwrap_or(-32603),
            message: error["message"]
                .as_str()
                .unwrap_or("the client gave no reason")
                .to_owned(),
            data: error.get("data").cloned(),
        }
    }

    /// The `error` member of an answer.
    pub(crate) fn into_json(self) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = self.data {
            error["data"] = data;
        }
        error
    }
}

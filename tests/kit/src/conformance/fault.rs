//! Errors of JSON-RPC, and the other ends a request can come to.

use serde_json::{Map, Value, json};

pub(super) const PARSE: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const NO_METHOD: i64 = -32601;
pub(super) const INVALID_PARAMS: i64 = -32602;
pub(super) const INTERNAL: i64 = -32603;
/// A resource that is not there, to 2025-11-25.
pub(super) const NO_RESOURCE: i64 = -32002;
pub(super) const HEADER_MISMATCH: i64 = -32020;
pub(super) const MISSING_CAPABILITY: i64 = -32021;
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// An error as an answer.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) code: i64,
    message: String,
    data: Option<Value>,
}

impl Fault {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    pub(super) fn params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(super) fn with(self, data: Value) -> Self {
        Self {
            data: Some(data),
            ..self
        }
    }

    /// A request that needs what its client did not declare: `capabilities`, as the client would declare them.
    pub(super) fn undeclared(capabilities: &Value) -> Self {
        Self::new(
            MISSING_CAPABILITY,
            "The client has not declared a capability that this needs",
        )
        .with(json!({ "requiredCapabilities": capabilities }))
    }

    pub(super) fn shown(&self) -> Value {
        let mut shown = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            shown["data"] = data.clone();
        }
        shown
    }
}

/// What ends a method before it has a result.
#[derive(Debug)]
pub(super) enum Ended {
    Fault(Fault),
    /// The client is to ask again with answers (2026-07-28, basic/patterns/mrtr).
    Input {
        requests: Map<String, Value>,
        /// What the client sends back, signed.
        state: Option<String>,
    },
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

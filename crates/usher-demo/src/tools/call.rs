//! Defines the context of a tool call and its outcome.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::content;
use crate::fault::Fault;
use crate::session::Session;

/// One call: who calls, with which arguments, and where its progress goes.
pub(super) struct Call {
    pub(super) session: Arc<Session>,
    pub(super) arguments: Map<String, Value>,
    pub(super) progress_token: Option<Value>,
}

impl Call {
    /// Reads the arguments into the tool's own type. A misfit is the tool's failure, not the
    /// protocol's, so that the caller can correct itself.
    pub(super) fn arguments<T: DeserializeOwned>(&self) -> Result<T, ToolFault> {
        serde_json::from_value(Value::Object(self.arguments.clone()))
            .map_err(|problem| ToolFault(format!("The arguments do not fit: {problem}")))
    }

    /// Reports progress if the caller wants to hear of it.
    pub(super) fn progress(&self, done: u32, total: u32, message: &str) {
        if let Some(token) = &self.progress_token {
            self.session.notify(
                "notifications/progress",
                &json!({ "progressToken": token, "progress": done, "total": total, "message": message }),
            );
        }
    }
}

/// A failure of the tool itself: an answer with `isError`, which a model can read and act on.
pub(super) struct ToolFault(pub(super) String);

/// How a call can end without a result.
pub(super) enum Failure {
    Tool(ToolFault),
    Protocol(Fault),
}

impl From<ToolFault> for Failure {
    fn from(fault: ToolFault) -> Self {
        Self::Tool(fault)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Protocol(fault)
    }
}

pub(super) type Outcome = Result<Value, Failure>;

/// A result of text alone.
pub(super) fn say(text: impl Into<String>) -> Value {
    json!({ "content": [content::text(text)] })
}

/// A structured result, with the same as text for older clients.
pub(super) fn tell(structured: &Value) -> Value {
    let text = serde_json::to_string_pretty(structured).unwrap_or_else(|_| structured.to_string());
    json!({ "content": [content::text(text)], "structuredContent": structured })
}

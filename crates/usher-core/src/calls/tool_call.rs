//! A call of a tool, as its caller wants it.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::RunAs;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::id::{CallId, SourceId};

/// What is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Made by the caller, which cancels and follows the call by it.
    pub id: CallId,
    pub source: SourceId,
    pub caller: Caller,
    pub tool: String,
    /// Its arguments, shared by all that look at them.
    pub arguments: Arc<Map<String, Value>>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
    /// How a tool is run that leaves that to the person.
    pub run_as: RunAs,
    /// Members of the request's `_meta` that the caller passes on to the server.
    pub meta: Map<String, Value>,
}

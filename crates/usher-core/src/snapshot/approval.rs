//! Approvals as others see them.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_types::id::CallId;

/// The call an approval belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalCause {
    pub call: CallId,
    pub tool: String,
    pub arguments: Arc<Map<String, Value>>,
}

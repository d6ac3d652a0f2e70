//! Running a tool, and what comes of it.

use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
pub use usher_types::call::{ArgumentCheck, CallProgress, Verdict};
use usher_types::call_outcome;
pub use usher_types::call_outcome::CallEnding;
pub use usher_types::fault::Fault;
use usher_types::id::{CallId, SourceId};
use usher_types::protocol::RunAs;

/// Runs a tool. The operation returns when the call has ended, however it ended.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallParams {
    /// Made by the page: a fresh UUID.
    pub call_id: CallId,
    pub server_id: SourceId,
    pub name: String,
    /// The arguments: an object.
    pub arguments: Value,
    /// Whether arguments that break the schema are refused or sent.
    pub check: ArgumentCheck,
    /// How a tool is run that leaves that to the person; `None` = as a call.
    pub run_as: Option<RunAs>,
}

/// Names one running call.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CancelParams {
    pub call_id: CallId,
}

/// What came of a call, as the page is told.
pub type CallOutcome = call_outcome::CallOutcome<ApiError>;

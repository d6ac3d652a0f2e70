//! What came of a call.

use std::time::Duration;

use serde_json::Value;
use usher_mcp::{Tool, ToolResult};

use crate::host::Surroundings;
use crate::request_error::RequestError;
use usher_config::definition::Transport;
use usher_content::blocks;
use usher_content::schema::{self, Verdict};
use usher_system::blocking::spawn_blocking;
use usher_types::content::Content;
use usher_types::id::{CallId, HistoryId};

/// A call that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    pub call: CallId,
    /// Where it stands in the history; `None` if that could not be written.
    pub history: Option<HistoryId>,
    /// When it was sent, Unix ms.
    pub started_at: i64,
    /// How long it took, without the time the person was being asked.
    pub duration: Duration,
    pub ending: CallEnding,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq)]
pub enum CallEnding {
    /// The server answered with a result.
    Result {
        /// The tool itself reports failure.
        is_error: bool,
        content: Vec<Content>,
        structured: Option<Value>,
        /// The structured result held against the declared schema.
        verdict: Verdict,
        /// The result exactly as it came.
        raw: Value,
        /// Size of the answer on the wire.
        size_bytes: u64,
    },
    Failed(RequestError),
    /// The person cancelled it.
    Cancelled,
}

/// Looks at a result and holds it against the tool's schema.
pub(super) async fn of_result(
    around: &Surroundings,
    transport: &Transport,
    tool: Option<&Tool>,
    result: ToolResult,
) -> CallEnding {
    let declared = tool.and_then(|tool| tool.output_schema.as_ref());
    // A tool that reports failure owes no structured result (2025-11-25, server/tools, error handling).
    let verdict = if result.is_error && result.structured.is_none() {
        Verdict::NotDeclared
    } else {
        let (declared, structured) = (declared.cloned(), result.structured.clone());
        spawn_blocking(move || schema::verdict(declared.as_ref(), structured.as_ref()))
            .await
            .unwrap_or(Verdict::NotDeclared)
    };
    with_verdict(around, transport, verdict, result).await
}

/// As [`of_result`], with a verdict that stands already.
pub(super) async fn with_verdict(
    around: &Surroundings,
    transport: &Transport,
    verdict: Verdict,
    result: ToolResult,
) -> CallEnding {
    CallEnding::Result {
        is_error: result.is_error,
        content: blocks::look_at(&around.icons, transport, result.content).await,
        structured: result.structured,
        verdict,
        raw: result.raw,
        size_bytes: result.size_bytes,
    }
}

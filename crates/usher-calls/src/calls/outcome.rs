//! Reads a call's result and checks it against the tool's schema.

use usher_mcp::{Tool, ToolResult};

use usher_config::definition::Transport;
use usher_content::contents::Contents;
use usher_content::schema::{self, Verdict};
use usher_content::worker::Worker;
use usher_servers::call_outcome::CallEnding;
use usher_system::blocking::spawn_blocking;

/// Looks at a result and holds it against the tool's schema.
pub(super) async fn of_result(
    worker: Worker,
    contents: &Contents,
    transport: &Transport,
    tool: Option<&Tool>,
    result: ToolResult,
) -> CallEnding {
    let declared = tool.and_then(|tool| tool.output_schema.clone());
    // A tool that reports failure owes no structured result (2025-11-25, server/tools, error handling).
    let verdict = if declared.is_none() || result.is_error && result.structured.is_none() {
        Verdict::NotDeclared
    } else {
        let structured = result.structured.clone();
        let checked = move || schema::verdict(&worker, declared.as_ref(), structured);
        spawn_blocking(checked)
            .await
            .unwrap_or_else(|| Verdict::NotChecked {
                message: schema::not_checked_by_fault(),
            })
    };
    with_verdict(contents, transport, verdict, result).await
}

/// As [`of_result`], with a verdict that stands already.
pub(super) async fn with_verdict(
    contents: &Contents,
    transport: &Transport,
    verdict: Verdict,
    result: ToolResult,
) -> CallEnding {
    CallEnding::Result {
        is_error: result.is_error,
        notes: Vec::new(),
        content: contents.look_at(transport, result.content).await,
        structured: result.structured,
        verdict,
        raw: result.raw,
        size_bytes: result.size_bytes,
    }
}

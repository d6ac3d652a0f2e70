//! What this client says it can do, in the words of each era. Everything that is declared is answered in
//! `ask`, and nothing else is.

use serde_json::{Value, json};

use crate::model::Era;

/// The extension by which a server answers a tool call with a task (2026-07-28, tasks extension).
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// The `capabilities` of `initialize` (2025-11-25, basic/lifecycle), or what stands under
/// `io.modelcontextprotocol/clientCapabilities` in every request (2026-07-28, basic/index).
pub(crate) fn declared(era: Era) -> Value {
    // Sampling without `context`: what other servers know is never handed on.
    match era {
        Era::Legacy => json!({
            "elicitation": {"form": {}, "url": {}},
            "sampling": {"tools": {}},
            "roots": {"listChanged": true},
            // Tool calls are run as tasks; no request of a server is (2025-11-25, basic/utilities/tasks).
            "tasks": {},
            // Some servers speak the extension over this lifecycle, too.
            "extensions": {TASKS: {}},
        }),
        // There is no session in which a change of the roots could be told.
        Era::Modern => json!({
            "elicitation": {"form": {}, "url": {}},
            "sampling": {"tools": {}},
            "roots": {},
            "extensions": {TASKS: {}},
        }),
    }
}

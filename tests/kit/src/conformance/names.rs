//! Holds names: of the server and its revision, and of what a request says about itself.

use serde_json::{Value, json};

/// The prefix of what a request says about itself.
pub(super) const OWN: &str = "io.modelcontextprotocol/";

/// The extension for tasks.
pub(super) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// The one revision of the modern era.
pub(super) const VERSION: &str = "2026-07-28";

/// How the server names itself.
pub(super) fn info() -> Value {
    json!({ "name": "usher-conformance-server", "version": "1.0.0" })
}

/// The name of a member of `_meta` that a request says about itself.
pub(super) fn own(name: &str) -> String {
    format!("{OWN}{name}")
}

//! Declares the capabilities of this client in the terms of each era.
//!
//! Everything declared here is answered in [`crate::client_features`], and nothing else is.

use serde_json::{Value, json};

use crate::model::Era;

/// The extension that answers a tool call with a task (2026-07-28).
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// The extension by which a server brings pages that draw the results of its tools (2026-01-26).
pub(crate) const UI: &str = "io.modelcontextprotocol/ui";

/// The one media type of such pages.
pub const UI_MEDIA_TYPE: &str = "text/html;profile=mcp-app";

/// Returns the declared capabilities.
///
/// They are `capabilities` of `initialize` (2025-11-25, basic/lifecycle), or
/// `io.modelcontextprotocol/clientCapabilities` in every request (2026-07-28, basic/index).
pub(crate) fn declared(era: Era) -> Value {
    // Sampling without `context`: what other servers know is never passed on.
    match era {
        Era::Legacy => json!({
            "elicitation": {"form": {}, "url": {}},
            "sampling": {"tools": {}},
            "roots": {"listChanged": true},
            // Tool calls are run as tasks; no request of a server is (2025-11-25, basic/utilities/tasks).
            "tasks": {},
            // Some servers use the extension over this lifecycle, too.
            "extensions": {TASKS: {}, UI: {"mimeTypes": [UI_MEDIA_TYPE]}},
        }),
        // There is no session in which a change of the roots could be notified.
        Era::Modern => json!({
            "elicitation": {"form": {}, "url": {}},
            "sampling": {"tools": {}},
            "roots": {},
            "extensions": {TASKS: {}, UI: {"mimeTypes": [UI_MEDIA_TYPE]}},
        }),
    }
}

/// Limits declared capabilities to what is named: members that are not there are taken out, `true` keeps all of one.
pub(crate) fn limit(declared: &mut Value, to: &Value) {
    if *to == Value::Bool(true) {
        return;
    }
    let Some(members) = declared.as_object_mut() else {
        return;
    };
    members.retain(|name, _| to[name].is_object() || to[name] == Value::Bool(true));
    for (name, declared) in members {
        limit(declared, &to[name.as_str()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_limited_to_what_is_named() {
        let all = || declared(Era::Modern);
        let tasks = json!({ TASKS: {} });
        let cases = [
            (json!(true), all()),
            (json!({}), json!({})),
            (
                json!({ "elicitation": {}, "sampling": { "tools": {}, "context": {} } }),
                json!({ "elicitation": {}, "sampling": { "tools": {} } }),
            ),
            (
                json!({ "elicitation": true, "roots": {}, "extensions": tasks }),
                json!({
                    "elicitation": { "form": {}, "url": {} }, "roots": {}, "extensions": tasks,
                }),
            ),
            (
                json!({ "extensions": true }),
                json!({ "extensions": all()["extensions"] }),
            ),
            (json!({ "elicitation": null, "sampling": false }), json!({})),
        ];
        for (to, expected) in cases {
            let mut limited = all();
            limit(&mut limited, &to);
            assert_eq!(limited, expected, "limited to {to}");
        }
    }
}

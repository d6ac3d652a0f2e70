//! MCP Apps (extension `io.modelcontextprotocol/ui`, 2026-01-26): the pages that draw the results of two tools.

use serde_json::{Value, json};

/// Draws a forecast as a chart.
pub(crate) const FORECAST: &str = "ui://demo/forecast.html";

/// Does whatever an app can do, on a button or by the argument of its tool.
pub(crate) const PLAYGROUND: &str = "ui://demo/playground.html";

/// The contents of a page, as `resources/read` answers with them. Pages are in no list: their tools name them.
pub(crate) fn contents(uri: &str) -> Option<Value> {
    let html = match uri {
        FORECAST => include_str!("apps/forecast.html"),
        PLAYGROUND => include_str!("apps/playground.html"),
        _ => return None,
    };
    Some(json!({
        "uri": uri,
        "mimeType": "text/html;profile=mcp-app",
        "text": html,
        "_meta": { "ui": { "prefersBorder": true } },
    }))
}

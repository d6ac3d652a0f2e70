//! Cuts a list into pages and makes the next cursor.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::params;

#[derive(Deserialize)]
struct PageParams {
    cursor: Option<String>,
}

/// The page of `items` that `params` asks for, as a list result.
///
/// The cursor is the index of the next item behind a word, so that a wrong one is noticed.
pub(crate) fn cut(
    method: &str,
    params: Map<String, Value>,
    key: &str,
    mut items: Vec<Value>,
    size: usize,
) -> Result<Value, Fault> {
    let params: PageParams = params::parse(method, params)?;
    let start = match &params.cursor {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix("after-")
            .and_then(|count| count.parse().ok())
            .filter(|start| *start < items.len())
            .ok_or_else(|| {
                Fault::invalid_params(format!("The cursor {cursor:?} is not one of {method}"))
            })?,
    };
    let end = items.len().min(start.saturating_add(size));
    let more = end < items.len();
    let page: Vec<Value> = items.drain(start..end).collect();
    let mut result = json!({ key: page });
    if more {
        result["nextCursor"] = json!(format!("after-{end}"));
    }
    Ok(result)
}

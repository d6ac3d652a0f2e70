//! About how many bytes JSON takes in memory.

use serde_json::{Map, Value};

/// About how many bytes these take in memory.
pub(crate) fn bytes(members: &Map<String, Value>) -> usize {
    let members = members.iter();
    members
        .map(|(name, member)| name.len() + value_bytes(member))
        .sum()
}

/// About how many bytes a value takes in memory.
pub(crate) fn value_bytes(value: &Value) -> usize {
    // Each takes memory, however short it is written.
    let inner = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(entries) => entries.iter().map(value_bytes).sum(),
        Value::Object(members) => bytes(members),
    };
    size_of::<Value>() + inner
}

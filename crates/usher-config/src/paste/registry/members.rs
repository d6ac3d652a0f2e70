//! Reads members of a `server.json`, by their names since 2025-09 or by those before.

use serde_json::Value;
use usher_types::text::{beginning, visible};

/// The longest text of a publisher that is repeated, in bytes.
const SHOWN_BYTES: usize = 200;

/// A member by its name since 2025-09, or by the one before.
pub(super) fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).or_else(|| value.get(former(name)))
}

/// The name before 2025-09, in small letters.
pub(super) fn former(name: &str) -> String {
    name.chars()
        .flat_map(|letter| {
            let mark = letter.is_ascii_uppercase().then_some('_');
            mark.into_iter().chain([letter.to_ascii_lowercase()])
        })
        .collect()
}

/// A text that says something.
pub(super) fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    let text = member(value, name)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

pub(super) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = member(value, name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// A text of the publisher, as a message repeats it.
pub(super) fn shown(text: &str) -> String {
    let text = visible(text.trim());
    beginning(&text, SHOWN_BYTES).into_owned()
}

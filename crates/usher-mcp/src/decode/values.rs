//! Counts the values of a message before it is parsed.
//!
//! Each takes far more memory than the few bytes that write it.

use serde_json::Value;

use crate::limits;

/// Parses a message of which few members matter.
///
/// Returns null if it is not JSON or holds too many values.
pub(crate) fn parse_bounded(bytes: &[u8]) -> Value {
    if exceed(limits::MESSAGE_VALUES, bytes) {
        return Value::Null;
    }
    serde_json::from_slice(bytes).unwrap_or_default()
}

/// Returns whether a JSON text may hold more than `max` values.
///
/// It may be true of a text with slightly fewer, never of one with half as many.
pub(crate) fn exceed(max: usize, text: &[u8]) -> bool {
    // Each value but the first needs a byte of its own and a separator.
    if text.len() / 2 < max {
        return false;
    }
    let mut count = 1_usize;
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        rest = match byte {
            b'"' => &rest[end_of_string(rest)..],
            _ => after,
        };
        count += usize::from(matches!(byte, b',' | b'[' | b'{'));
    }
    count > max
}

/// Returns the length of the string a JSON text begins with.
pub(super) fn end_of_string(text: &[u8]) -> usize {
    let mut bytes = text.iter().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return at + 1,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_what_stands_in_strings_is_none() {
        let cases = [
            ("[1,2,3,4]".to_owned(), 5, false),
            ("[1,2,3,4]".to_owned(), 4, true),
            (r#"{"a":1,"b":[2,{"c":3}]}"#.to_owned(), 6, false),
            (r#"{"a":1,"b":[2,{"c":3}]}"#.to_owned(), 5, true),
            (format!(r#"{{"a":"{}"}}"#, "[,{".repeat(100)), 2, false),
            (format!(r#"{{"a":"\\\"{}"}}"#, "[,{".repeat(100)), 2, false),
            (format!(r#"["\\",{}]"#, "0,".repeat(10)), 10, true),
            ("[".repeat(100), 50, true),
            (String::new(), 1, false),
        ];
        for (text, max, expected) in cases {
            assert_eq!(exceed(max, text.as_bytes()), expected, "{max} in {text}");
        }
    }

    #[test]
    fn what_is_only_glanced_at_is_bounded_as_well() {
        let many = |count: usize| format!(r#"{{"id":7,"params":[{}0]}}"#, "0,".repeat(count));
        let cases = [
            (r#"{"id":7}"#.to_owned(), 7.into()),
            (many(1_000), 7.into()),
            (many(limits::MESSAGE_VALUES), Value::Null),
            ("no JSON".to_owned(), Value::Null),
        ];
        for (text, id) in cases {
            let head: String = text.chars().take(40).collect();
            assert_eq!(parse_bounded(text.as_bytes())["id"], id, "{head}");
        }
    }
}

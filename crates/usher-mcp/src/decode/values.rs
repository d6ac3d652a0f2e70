//! How many values a message holds, told before it is read: each takes far more room than the few bytes that
//! write it.

/// Whether a JSON text may hold more values than that. Says so of some that hold a few less, never of one that holds
/// half as many.
pub(crate) fn are_more_than(most: usize, text: &str) -> bool {
    // Each value but the first needs a byte of its own and one that parts it from the one before.
    if text.len() / 2 < most {
        return false;
    }
    let mut count = 1_usize;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b',' | b'[' | b'{' => count += 1,
            _ => {}
        }
    }
    count > most
}

fn skip_string(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
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
        for (text, most, expected) in cases {
            assert_eq!(are_more_than(most, &text), expected, "{most} in {text}");
        }
    }
}

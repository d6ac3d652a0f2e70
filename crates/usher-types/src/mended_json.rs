//! Mends JSON text as common programs write it although no parser takes it: `NaN`, half a surrogate pair, a raw tab in
//! a string.

/// JSON text that was mended.
#[derive(Debug, PartialEq, Eq)]
pub struct MendedJson {
    pub text: String,
    /// Each kind once, in the order of its first occurrence.
    pub faults: Vec<JsonFault>,
}

/// What was mended in JSON text (RFC 8259).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonFault {
    /// Half of a surrogate pair: a text that was cut inside a character. It is replaced by U+FFFD.
    HalfCharacter,
    /// `NaN`, an infinity, or a number that no program can hold. It is replaced by `null`.
    NoNumber,
    /// A control character in a string. It is escaped.
    ControlCharacter,
    /// A backslash in a string that escapes nothing. It is escaped itself.
    Backslash,
}

/// Mends a text. One without such faults comes back as it is.
pub fn mend(text: &str) -> MendedJson {
    let mut mended = MendedJson {
        text: String::with_capacity(text.len()),
        faults: Vec::new(),
    };
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        let taken = match first {
            b'"' => mended.take_string(rest),
            b'-' | b'+' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => mended.take_word(rest),
            _ => {
                let end = rest.find(|next: char| next == '"' || is_of_word(next));
                let end = end.unwrap_or(rest.len());
                mended.text.push_str(&rest[..end]);
                end
            }
        };
        rest = &rest[taken..];
    }
    mended
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '+' | '.')
}

impl MendedJson {
    fn note(&mut self, fault: JsonFault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Takes a number or a literal; returns its length.
    fn take_word(&mut self, rest: &str) -> usize {
        let end = rest.find(|next| !is_of_word(next)).unwrap_or(rest.len());
        let word = &rest[..end];
        // Rust reads what the writers of C, Java, JavaScript and Python print for these.
        if word.parse::<f64>().is_ok_and(|number| !number.is_finite()) {
            self.note(JsonFault::NoNumber);
            self.text.push_str("null");
        } else {
            self.text.push_str(word);
        }
        end
    }

    /// Takes a string with its quotes, or up to the end; returns its length.
    fn take_string(&mut self, rest: &str) -> usize {
        self.text.push('"');
        let mut at = 1;
        loop {
            let tail = &rest[at..];
            let plain = tail
                .bytes()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            let Some(plain) = plain else {
                self.text.push_str(tail);
                return rest.len();
            };
            self.text.push_str(&tail[..plain]);
            at += plain;
            let tail = &rest[at..];
            at += match tail.as_bytes() {
                [b'"', ..] => {
                    self.text.push('"');
                    return at + 1;
                }
                [b'\\', b'u', ..] => self.take_code_unit(tail),
                [b'\\', escaped, ..] if b"\"\\/bfnrt".contains(escaped) => {
                    self.text.push_str(&tail[..2]);
                    2
                }
                // A text that is cut behind it is mended by nobody.
                [b'\\'] => {
                    self.text.push('\\');
                    1
                }
                [b'\\', ..] => {
                    self.note(JsonFault::Backslash);
                    self.text.push_str("\\\\");
                    1
                }
                _ => {
                    self.note(JsonFault::ControlCharacter);
                    let control = tail.as_bytes()[0];
                    self.text.push_str("\\u00");
                    self.text.push(char::from(b'0' + (control >> 4)));
                    self.text
                        .push(char::from_digit(u32::from(control & 15), 16).unwrap_or_default());
                    1
                }
            };
        }
    }

    /// Takes an escaped UTF-16 code unit, or a pair of them; returns its length.
    fn take_code_unit(&mut self, tail: &str) -> usize {
        let (taken, is_character) = match (code_unit(tail), tail.get(6..).and_then(code_unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, true),
            (Some(0xd800..=0xdfff), _) => (6, false),
            (Some(_), _) => (6, true),
            (None, _) => {
                self.note(JsonFault::Backslash);
                self.text.push_str("\\\\");
                return 1;
            }
        };
        if is_character {
            self.text.push_str(&tail[..taken]);
        } else {
            self.note(JsonFault::HalfCharacter);
            self.text.push_str("\\ufffd");
        }
        taken
    }
}

/// Reads an escaped code unit, `\u` and four hexadecimal digits, at the start of a text.
fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::JsonFault::{Backslash, ControlCharacter, HalfCharacter, NoNumber};
    use super::*;

    #[test]
    fn what_programs_write_is_mended_and_named() {
        let cases: [(&str, &[JsonFault], Value); 14] = [
            (
                r#"{"a":[1,-2.5e3,null,true,"xé\n\u00e9😀\ud83d\ude00"]}"#,
                &[],
                json!({"a": [1, -2.5e3, null, true, "xé\né😀😀"]}),
            ),
            (
                r#"["half \ud83d done"]"#,
                &[HalfCharacter],
                json!(["half \u{fffd} done"]),
            ),
            (
                r#"["\ude00\ud83d"]"#,
                &[HalfCharacter],
                json!(["\u{fffd}\u{fffd}"]),
            ),
            (
                r#"["\ud83d\ud83d\ude00"]"#,
                &[HalfCharacter],
                json!(["\u{fffd}😀"]),
            ),
            (r#"["\ud83d"]"#, &[HalfCharacter], json!(["\u{fffd}"])),
            (r#"{"\udc00":1}"#, &[HalfCharacter], json!({"\u{fffd}": 1})),
            (
                "[NaN,-NaN,nan,-nan,Infinity,-Infinity,inf,-inf,1e999,-1e999]",
                &[NoNumber],
                json!(vec![Value::Null; 10]),
            ),
            (r#"["NaN","-Infinity"]"#, &[], json!(["NaN", "-Infinity"])),
            (r#"{"NaN":NaN}"#, &[NoNumber], json!({"NaN": null})),
            (
                "[\"a\tb\u{1}\nc\"]",
                &[ControlCharacter],
                json!(["a\tb\u{1}\nc"]),
            ),
            (
                r#"["C:\Users\x41\'s"]"#,
                &[Backslash],
                json!(["C:\\Users\\x41\\'s"]),
            ),
            (r#"["\u12"]"#, &[Backslash], json!(["\\u12"])),
            (r#"["\é\\\"NaN"]"#, &[Backslash], json!(["\\é\\\"NaN"])),
            (
                "[\"\t\\ud800\",NaN,\"\t\"]",
                &[ControlCharacter, HalfCharacter, NoNumber],
                json!(["\t\u{fffd}", null, "\t"]),
            ),
        ];
        for (text, faults, expected) in cases {
            let mended = mend(text);
            let read = serde_json::from_str::<Value>(&mended.text).ok();
            assert_eq!(
                (mended.faults.as_slice(), read),
                (faults, Some(expected)),
                "{text}"
            );
            if faults.is_empty() {
                assert_eq!(mended.text, text, "it is left as it is");
            }
        }
    }

    #[test]
    fn what_is_cut_or_no_json_stays_so() {
        for text in [
            "",
            "{\"a\":\"cut",
            "{\"a\":\"cut\\",
            "{\"a\":\"\\ud8",
            "{'a': None}",
            "{\"a\":tru",
            "[1,]",
        ] {
            let mended = mend(text);
            assert!(
                serde_json::from_str::<Value>(&mended.text).is_err(),
                "{text}: {mended:?}"
            );
        }
    }
}

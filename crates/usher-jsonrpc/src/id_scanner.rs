//! Finds the id of a JSON-RPC message that cannot be parsed.
//!
//! It may be too long, too deep or cut off. The scan works byte by byte, so that it needs no memory.

use serde_json::Value;

use crate::numbers;

/// Longest key and longest id that are read, in bytes.
const KEY_BYTES: usize = 256;

/// Finds `id` and `method` of a JSON object in its bytes.
#[derive(Debug, Default)]
pub struct IdScanner {
    depth: u32,
    opening: Opening,
    string: Option<Escape>,
    /// The last string at depth one, without quotes.
    text: Vec<u8>,
    member: Member,
    /// The bytes of the value of `id`, as JSON.
    id: Vec<u8>,
    method: bool,
}

#[derive(Debug, Clone, Copy)]
enum Escape {
    No,
    Pending,
}

/// How the message begins.
#[derive(Debug, Default, PartialEq)]
enum Opening {
    #[default]
    Blank,
    Object,
    /// A banner or a batch: no id of its own.
    Other,
}

/// Which part of a member of the outermost object is read.
#[derive(Debug, Default, PartialEq)]
enum Member {
    #[default]
    Key,
    IdValue,
    OtherValue,
}

impl IdScanner {
    /// Scans a message from its beginning.
    pub fn of(bytes: &[u8]) -> Self {
        let mut scanner = Self::default();
        scanner.feed(bytes);
        scanner
    }

    /// Scans the next bytes of the message.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        loop {
            // Of a long text, such as a blob, only its end is looked for.
            if self.depth > 1 && matches!(self.string, Some(Escape::No)) {
                let skipped = memchr::memchr2(b'"', b'\\', rest);
                rest = &rest[skipped.unwrap_or(rest.len())..];
            }
            let Some((byte, after)) = rest.split_first() else {
                return;
            };
            self.take(*byte);
            rest = after;
        }
    }

    /// Returns the id of a response; `None` for anything else.
    pub fn answered_id(&self) -> Option<Value> {
        self.id().filter(|_| !self.method)
    }

    /// Returns the id of a request; `None` for anything else.
    pub fn requested_id(&self) -> Option<Value> {
        self.id().filter(|_| self.method)
    }

    fn id(&self) -> Option<Value> {
        if self.opening != Opening::Object {
            return None;
        }
        let id = numbers::whole(serde_json::from_slice(&self.id).ok()?);
        (id.is_number() || id.is_string()).then_some(id)
    }

    fn take(&mut self, byte: u8) {
        if self.opening == Opening::Blank && !byte.is_ascii_whitespace() {
            self.opening = if byte == b'{' {
                Opening::Object
            } else {
                Opening::Other
            };
        }
        if let Some(escape) = self.string {
            self.take_in_string(byte, escape);
            return;
        }
        match byte {
            b'"' => {
                self.string = Some(Escape::No);
                if self.depth == 1 {
                    self.text.clear();
                    self.keep_id(byte);
                }
            }
            b'{' | b'[' => self.depth = self.depth.saturating_add(1),
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b':' if self.depth == 1 => {
                self.member = match self.text.as_slice() {
                    b"id" => Member::IdValue,
                    b"method" => {
                        self.method = true;
                        Member::OtherValue
                    }
                    _ => Member::OtherValue,
                };
                if self.member == Member::IdValue {
                    self.id.clear();
                }
            }
            b',' if self.depth == 1 => self.member = Member::Key,
            _ if self.depth == 1 => self.keep_id(byte),
            _ => {}
        }
    }

    fn take_in_string(&mut self, byte: u8, escape: Escape) {
        self.string = match (escape, byte) {
            (Escape::No, b'"') => None,
            (Escape::No, b'\\') => Some(Escape::Pending),
            _ => Some(Escape::No),
        };
        if self.depth == 1 {
            self.keep_id(byte);
            if self.string.is_some() && self.text.len() < KEY_BYTES {
                self.text.push(byte);
            }
        }
    }

    fn keep_id(&mut self, byte: u8) {
        if self.member == Member::IdValue && self.id.len() < KEY_BYTES {
            self.id.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_the_id_wherever_it_stands() {
        let cases = [
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
                [Some(json!(7)), None],
            ),
            (
                r#"{"result":{"id":1,"a":[{"id":2}]},"jsonrpc":"2.0","id":9}"#,
                [Some(json!(9)), None],
            ),
            (
                r#"{"result":"\"id\":3,","id":"x-\"1"}"#,
                [Some(json!("x-\"1")), None],
            ),
            (r#"{"id": 12 , "result": [[[["#, [Some(json!(12)), None]),
            (r#"{"id":12.0,"result":{"#, [Some(json!(12)), None]),
            (
                r#"{"id":12,"result":{"text":"cut of"#,
                [Some(json!(12)), None],
            ),
            (r#"{"id":12,"method":"ping"}"#, [None, Some(json!(12))]),
            (
                r#"{"method":"tools/call","params":{"id":1,"n":NaN},"jsonrpc":"2.0","id":"a"}"#,
                [None, Some(json!("a"))],
            ),
            (r#"{"method":"ping"}"#, [None, None]),
            (r#"[{"id":12,"result":{}}]"#, [None, None]),
            (r#"{"id":null,"result":{}}"#, [None, None]),
            ("Server listening on {\"id\":1}", [None, None]),
            ("plain words", [None, None]),
        ];
        for (text, expected) in cases {
            let mut scanner = IdScanner::default();
            for byte in text.as_bytes() {
                scanner.feed(std::slice::from_ref(byte));
            }
            let found = [scanner.answered_id(), scanner.requested_id()];
            assert_eq!(found, expected, "answered and requested id of {text}");
        }
    }
}

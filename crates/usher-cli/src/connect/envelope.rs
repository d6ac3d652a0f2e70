//! As much of a message as is looked at.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// A message without its content.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope<'a> {
    pub(super) id: Option<Value>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

impl<'a> Envelope<'a> {
    /// Reads one message; `None` = it is none, or several.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }

    /// Reads all messages of a line: a batch (2025-03-26) is several.
    pub(super) fn read_all(line: &'a [u8]) -> Vec<Self> {
        if line.trim_ascii_start().starts_with(b"[") {
            serde_json::from_slice(line).unwrap_or_default()
        } else {
            Self::read(line).into_iter().collect()
        }
    }

    /// The request that this answers.
    pub(super) fn answers(&self) -> Option<&Value> {
        self.id.as_ref().filter(|_| self.method.is_none())
    }

    pub(super) fn is_error(&self) -> bool {
        self.error.is_some()
    }
}

/// The id in the beginning of a message, which may be cut.
pub(super) fn id_in_head(head: &[u8]) -> Option<Value> {
    let mut found = None;
    // It ends with an error, because the message is cut.
    let _ = serde::Deserializer::deserialize_map(
        &mut serde_json::Deserializer::from_slice(head),
        FindId(&mut found),
    );
    found
}

struct FindId<'a>(&'a mut Option<Value>);

impl<'de> Visitor<'de> for FindId<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(name) = members.next_key::<Cow<'de, str>>()? {
            if name == "id" {
                *self.0 = Some(members.next_value()?);
                return Ok(());
            }
            members.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_id_of_a_cut_message_is_found_where_it_stands_before_the_cut() {
        let cases = [
            (r#"{"jsonrpc":"2.0","id":7,"result":{"te"#, Some(json!(7))),
            (
                r#"{"id":"a","jsonrpc":"2.0","result":"xxxx"#,
                Some(json!("a")),
            ),
            (r#"{"result":{"id":1},"id":2,"#, Some(json!(2))),
            (r#"{"result":{"id":1,"te"#, None),
            ("text", None),
            ("", None),
        ];
        for (head, expected) in cases {
            assert_eq!(id_in_head(head.as_bytes()), expected, "{head}");
        }
    }
}

//! Copies annotated tool arguments into headers, for routing by intermediaries.
//!
//! See 2026-07-28, basic/transports/streamable-http, `x-mcp-header`. Pure functions.

use std::collections::HashSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};
use usher_messages::Message;

const ANNOTATION: &str = "x-mcp-header";
const PREFIX: &str = "mcp-param-";

/// Largest whole number that every JSON reader keeps exactly.
const SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Members of a schema that hold data, not schemas.
const DATA_KEYWORDS: [&str; 4] = ["default", "const", "enum", "examples"];

/// The annotated arguments of one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ParamHeaders(Vec<ParamHeader>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct ParamHeader {
    /// The path from the arguments to the value.
    path: Vec<String>,
    header: HeaderName,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Integer,
    Boolean,
}

impl ParamHeaders {
    /// Reads the annotations of an input schema, or their fault.
    ///
    /// A tool whose annotations are invalid must not be used.
    pub(crate) fn from_schema(schema: &Value) -> Result<Self, Message> {
        let mut param_headers = Self::default();
        if let Some(schema) = schema.as_object() {
            if schema.contains_key(ANNOTATION) {
                return Err(Message::new("entry.header.onSchema"));
            }
            param_headers.walk(schema, &mut Vec::new(), Location::Properties)?;
        }
        let mut names = HashSet::new();
        for param_header in &param_headers.0 {
            if !names.insert(&param_header.header) {
                return Err(Message::new("entry.header.twice")
                    .with("header", &param_header.header.as_str()[PREFIX.len()..]));
            }
        }
        Ok(param_headers)
    }

    fn walk(
        &mut self,
        schema: &Map<String, Value>,
        path: &mut Vec<String>,
        location: Location,
    ) -> Result<(), Message> {
        if let Some(annotation) = schema.get(ANNOTATION) {
            self.add(annotation, schema, path, location)?;
        }
        for (member, value) in schema {
            match (member.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    for (name, property) in properties {
                        let Some(property) = property.as_object() else {
                            continue;
                        };
                        path.push(name.clone());
                        self.walk(property, path, location)?;
                        path.pop();
                    }
                }
                (member, _) if DATA_KEYWORDS.contains(&member) => {}
                (_, value) => self.walk_elsewhere(value, path)?,
            }
        }
        Ok(())
    }

    /// Searches where annotations are forbidden: list items, alternatives, definitions.
    fn walk_elsewhere(&mut self, value: &Value, path: &mut Vec<String>) -> Result<(), Message> {
        match value {
            Value::Object(schema) => self.walk(schema, path, Location::Elsewhere),
            Value::Array(values) => values
                .iter()
                .try_for_each(|value| self.walk_elsewhere(value, path)),
            _ => Ok(()),
        }
    }

    fn add(
        &mut self,
        annotation: &Value,
        schema: &Map<String, Value>,
        path: &[String],
        location: Location,
    ) -> Result<(), Message> {
        let argument = path.join(".");
        let wrong = |code| Err(Message::new(code).with("argument", argument.as_str()));
        if location == Location::Elsewhere {
            return wrong("entry.header.place");
        }
        let Some(name) = annotation.as_str() else {
            return wrong("entry.header.text");
        };
        let is_token = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
        let header = HeaderName::from_bytes(format!("{PREFIX}{name}").as_bytes());
        let (true, Ok(header)) = (is_token, header) else {
            return Err(Message::new("entry.header.name")
                .with("argument", argument)
                .with("header", name));
        };
        let kind = match schema.get("type").and_then(Value::as_str) {
            Some("string") => Kind::Text,
            Some("integer") => Kind::Integer,
            Some("boolean") => Kind::Boolean,
            _ => return wrong("entry.header.type"),
        };
        self.0.push(ParamHeader {
            path: path.to_vec(),
            header,
            kind,
        });
        Ok(())
    }

    /// Adds the headers for these arguments.
    ///
    /// What is absent, null or of another type is left out.
    pub(crate) fn insert_into(&self, arguments: &Map<String, Value>, headers: &mut HeaderMap) {
        for param_header in &self.0 {
            let value = param_header.path.split_first().and_then(|(first, rest)| {
                rest.iter()
                    .try_fold(arguments.get(first)?, |value, step| value.get(step))
            });
            let text = match (param_header.kind, value) {
                (Kind::Text, Some(Value::String(text))) => text.clone(),
                (Kind::Boolean, Some(Value::Bool(value))) => value.to_string(),
                (Kind::Integer, Some(Value::Number(number))) => match as_safe_integer(number) {
                    Some(number) => number.to_string(),
                    None => continue,
                },
                _ => continue,
            };
            headers.insert(param_header.header.clone(), header_value(&text));
        }
    }
}

/// How a part of a schema is reached.
#[derive(Clone, Copy, PartialEq)]
enum Location {
    /// Through `properties` only.
    Properties,
    Elsewhere,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the bounds were checked before"
)]
fn as_safe_integer(number: &serde_json::Number) -> Option<i64> {
    let number = number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        (float.fract() == 0.0 && float.abs() <= SAFE_INTEGER as f64).then_some(float as i64)
    })?;
    (-SAFE_INTEGER..=SAFE_INTEGER)
        .contains(&number)
        .then_some(number)
}

/// Encodes a value for a header, in Base64 if needed.
///
/// See 2026-07-28, basic/transports/streamable-http, value encoding.
pub(crate) fn header_value(text: &str) -> HeaderValue {
    let edges = [text.bytes().next(), text.bytes().last()];
    let plain = text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
        && !edges.contains(&Some(b' '))
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    let value = if plain {
        HeaderValue::from_str(text)
    } else {
        HeaderValue::from_str(&format!("=?base64?{}?=", STANDARD.encode(text)))
    };
    // Both encodings hold only valid characters.
    value.unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_a_header_cannot_carry_are_wrapped() {
        let cases = [
            ("us-west1", "us-west1"),
            ("a b  c", "a b  c"),
            ("", ""),
            ("=?base64?", "=?base64?"),
            ("é", "=?base64?w6k=?="),
            (" a", "=?base64?IGE=?="),
            ("a ", "=?base64?YSA=?="),
            ("\ta", "=?base64?CWE=?="),
            ("a\r\nb: c", "=?base64?YQ0KYjogYw==?="),
            ("a\u{7f}", "=?base64?YX8=?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ];
        for (text, expected) in cases {
            assert_eq!(header_value(text), expected, "wrapping {text:?}");
        }
    }

    #[test]
    fn annotations_that_break_a_rule_are_named() {
        let argument = |schema: Value| json!({"type": "object", "properties": {"a": schema}});
        let annotated =
            |kind: &str, name: Value| argument(json!({"type": kind, "x-mcp-header": name}));
        let cases = [
            (json!({}), None),
            (json!(true), None),
            (annotated("string", json!("Region")), None),
            (annotated("integer", json!("N")), None),
            (annotated("boolean", json!("B")), None),
            (annotated("number", json!("N")), Some("entry.header.type")),
            (annotated("object", json!("N")), Some("entry.header.type")),
            (
                argument(json!({"x-mcp-header": "N"})),
                Some("entry.header.type"),
            ),
            (annotated("string", json!("")), Some("entry.header.name")),
            (annotated("string", json!("a b")), Some("entry.header.name")),
            (annotated("string", json!("a:b")), Some("entry.header.name")),
            (annotated("string", json!("é")), Some("entry.header.name")),
            (
                annotated("string", json!("a\r\nb")),
                Some("entry.header.name"),
            ),
            (annotated("string", json!(5)), Some("entry.header.text")),
            (json!({"x-mcp-header": "A"}), Some("entry.header.onSchema")),
            (
                json!({"properties": {"a": {"type": "string", "x-mcp-header": "N"}, "b": {"type": "string", "x-mcp-header": "n"}}}),
                Some("entry.header.twice"),
            ),
            (
                argument(
                    json!({"type": "object", "properties": {"b": {"type": "string", "x-mcp-header": "N"}}}),
                ),
                None,
            ),
            (
                argument(
                    json!({"type": "array", "items": {"type": "string", "x-mcp-header": "N"}}),
                ),
                Some("entry.header.place"),
            ),
            (
                argument(json!({"anyOf": [{"type": "string", "x-mcp-header": "N"}]})),
                Some("entry.header.place"),
            ),
            (
                json!({"$defs": {"d": {"type": "string", "x-mcp-header": "N"}}}),
                Some("entry.header.place"),
            ),
            (argument(json!({"default": {"x-mcp-header": "N"}})), None),
        ];
        for (schema, expected) in cases {
            let problem = ParamHeaders::from_schema(&schema).err();
            let code = problem.as_ref().map(|problem| problem.code.as_ref());
            assert_eq!(code, expected, "{schema} gave {problem:?}");
        }
    }

    #[test]
    fn arguments_are_mirrored_by_their_type() {
        let schema = json!({"properties": {
            "text": {"type": "string", "x-mcp-header": "Text"},
            "count": {"type": "integer", "x-mcp-header": "Count"},
            "deep": {"type": "object", "properties": {"flag": {"type": "boolean", "x-mcp-header": "Flag"}}},
            "plain": {"type": "string"},
        }});
        let param_headers = ParamHeaders::from_schema(&schema).expect("valid annotations");
        let cases = [
            (
                json!({"text": "x", "count": 5, "deep": {"flag": false}, "plain": "p"}),
                vec![
                    ("mcp-param-text", "x"),
                    ("mcp-param-count", "5"),
                    ("mcp-param-flag", "false"),
                ],
            ),
            (json!({"text": null, "deep": {}}), vec![]),
            (
                json!({"text": 5, "count": "5", "deep": {"flag": "no"}}),
                vec![],
            ),
            (json!({"count": 7.0}), vec![("mcp-param-count", "7")]),
            (json!({"count": 7.5}), vec![]),
            (json!({"count": 9_007_199_254_740_993_i64}), vec![]),
            (
                json!({"text": "é"}),
                vec![("mcp-param-text", "=?base64?w6k=?=")],
            ),
        ];
        for (arguments, expected) in cases {
            let mut headers = HeaderMap::new();
            param_headers.insert_into(arguments.as_object().expect("an object"), &mut headers);
            let written: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.to_str().unwrap_or("?")))
                .collect();
            assert_eq!(written, expected, "mirroring {arguments}");
        }
    }
}

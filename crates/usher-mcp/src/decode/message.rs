//! Parses a line, body or event into JSON values.
//!
//! It also notes what no JSON value can hold.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::values::end_of_string;
use usher_messages::Message;

/// The bound below which whole numbers are kept exactly.
const ROUNDED_FROM: f64 = 9_223_372_036_854_775_808.0;

/// The content of a text.
#[derive(Debug, PartialEq)]
pub(crate) struct ParsedText {
    /// Its values, in order; some may be no messages.
    pub(crate) values: Vec<Value>,
    /// Notes to be reported, if any value is a message.
    pub(crate) notes: Vec<Message>,
}

/// Parses a text.
///
/// What follows an object does not prevent reading it: a message may be followed by the end of a log line.
///
/// # Errors
/// When it does not begin with a whole JSON value, or when something follows one that is not an object.
pub(crate) fn parse(text: &str) -> serde_json::Result<ParsedText> {
    let anomalies = Anomalies::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let first = CheckedValue(&anomalies).deserialize(&mut reader)?;
    let mut notes = Vec::new();
    let values = match (first, reader.end()) {
        (Value::Array(batch), Ok(())) => {
            notes.push(Message::new("repair.text.batch"));
            batch
        }
        (value, Ok(())) => vec![value],
        (first @ Value::Object(_), Err(_)) => {
            let mut values = vec![first];
            while reader.end().is_err() {
                let Ok(next @ Value::Object(_)) = CheckedValue(&anomalies).deserialize(&mut reader)
                else {
                    notes.push(Message::new("repair.text.rest"));
                    break;
                };
                values.push(next);
            }
            if values.len() > 1 {
                notes.push(Message::new("repair.text.joined"));
            }
            values
        }
        (_, Err(error)) => return Err(error),
    };
    if anomalies.duplicate_member.get() {
        notes.push(Message::new("repair.text.duplicate"));
    }
    if anomalies.large_number.get() && is_any_whole_number_rounded(text) {
        notes.push(Message::new("repair.text.number"));
    }
    Ok(ParsedText { values, notes })
}

/// What a [`Value`] cannot represent.
#[derive(Default)]
struct Anomalies {
    /// A member occurred twice.
    duplicate_member: Cell<bool>,
    /// A number beyond the exactly kept whole numbers.
    large_number: Cell<bool>,
}

/// Deserializes a [`Value`] and notes what it loses.
#[derive(Clone, Copy)]
struct CheckedValue<'a>(&'a Anomalies);

impl<'de> DeserializeSeed<'de> for CheckedValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CheckedValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        if value.abs() >= ROUNDED_FROM {
            self.0.large_number.set(true);
        }
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element_seed(self)? {
            list.push(entry);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object
                .insert(name, members.next_value_seed(self)?)
                .is_some()
            {
                self.0.duplicate_member.set(true);
            }
        }
        Ok(object.into())
    }
}

/// Returns whether any whole number in a JSON text was rounded.
///
/// Only numbers in digits count, of which a [`Value`] keeps another one.
fn is_any_whole_number_rounded(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| matches!(c, '"' | '-' | '0'..='9')) {
        rest = &rest[start..];
        let end = if rest.starts_with('"') {
            end_of_string(rest.as_bytes())
        } else {
            let end = rest.find(|c: char| !matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
            let end = end.unwrap_or(rest.len());
            if is_rounded(&rest[..end]) {
                return true;
            }
            end
        };
        rest = &rest[end..];
    }
    false
}

fn is_rounded(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && number.parse::<u64>().is_err()
        && number.parse::<i64>().is_err()
        && number
            .parse::<f64>()
            .is_ok_and(|kept| format!("{kept:.0}") != number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_is_and_what_is_lost_is_told() {
        let cases = r#"
            {"a":[1,-2,null,true,"x"]} | [{"a": [1, -2, null, true, "x"]}] |
            "text" | ["text"] |
            [{"a":1},{"b":2}] | [{"a": 1}, {"b": 2}] | repair.text.batch
            {"a":1} and that was all | [{"a": 1}] | repair.text.rest
            {"a":1}} | [{"a": 1}] | repair.text.rest
            {"a":1}{"b":2} | [{"a": 1}, {"b": 2}] | repair.text.joined
            {"a":1} {"b":2} 3 | [{"a": 1}, {"b": 2}] | repair.text.rest repair.text.joined
            {"a":1} {"b": | [{"a": 1}] | repair.text.rest
            {"a":1,"a":2} | [{"a": 2}] | repair.text.duplicate
            {"a":{"b":1,"b":{}}} | [{"a": {"b": {}}}] | repair.text.duplicate
            {"a":{"b":1},"b":1} | [{"a": {"b": 1}, "b": 1}] |
            [18446744073709551615] | [18446744073709551615] | repair.text.batch
            -9223372036854775808 | [-9223372036854775808] |
            18446744073709551616 | [18446744073709551616.0] |
            18446744073709551617 | [18446744073709551616.0] | repair.text.number
            -9223372036854775809 | [-9223372036854775808.0] | repair.text.number
            1e30 | [1e30] |
            {"n":1e30,"s":"\"18446744073709551617"} | [{"n": 1e30, "s": "\"18446744073709551617"}] |
            {"s":"\\","n":12345678901234567890123} | [{"s": "\\", "n": 1.2345678901234568e22}] | repair.text.number
        "#;
        for [text, values, notes] in usher_cases::rows(cases) {
            let values: Vec<Value> = serde_json::from_str(&values).unwrap();
            let read = parse(&text).unwrap();
            let codes: Vec<_> = read.notes.iter().map(|note| &*note.code).collect();
            assert_eq!(
                (read.values, codes.join(" ")),
                (values, notes),
                "reading {text}"
            );
        }
    }

    #[test]
    fn what_does_not_begin_with_a_message_is_not_read() {
        let cases = [
            ("", "EOF while parsing a value at line 1 column 0"),
            (
                "2026 was the year",
                "trailing characters at line 1 column 6",
            ),
            ("[1] started", "trailing characters at line 1 column 5"),
            ("Listening on {}", "expected value at line 1 column 1"),
            (r#"{"a":"#, "EOF while parsing a value at line 1 column 5"),
        ];
        for (text, expected) in cases {
            let problem = parse(text).err().map(|error| error.to_string());
            assert_eq!(problem.as_deref(), Some(expected), "reading {text}");
        }
        let deep = "[".repeat(200);
        let problem = parse(&deep).err().map(|error| error.to_string());
        assert_eq!(
            problem.as_deref(),
            Some("recursion limit exceeded at line 1 column 128"),
            "no stack is deep enough for everything"
        );
    }

    #[test]
    fn values_are_those_anybody_reads() {
        let text = r#"{"zeta":[{"x":-0.0,"y":1.5e300,"z":""}],"alpha":{"é":"\u00e9\n"},"n":-0,"u":9007199254740993}"#;
        let expected: Value = serde_json::from_str(text).unwrap();
        let ParsedText { values, notes } = parse(text).unwrap();
        assert_eq!((values, notes.len()), (vec![expected], 0));
    }
}

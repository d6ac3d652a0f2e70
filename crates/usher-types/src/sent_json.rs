//! Holds JSON as it was sent: numbers and strings are written as they came.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A JSON value, and its text where that is not what writing the value gives. Two are equal if their values are.
#[derive(Debug, Clone)]
pub struct SentJson {
    value: Value,
    /// Without white space between tokens.
    text: Option<Box<str>>,
}

impl SentJson {
    /// Keeps the text of a value. One that does not read as the value, or that has a member twice, is not kept.
    pub fn new(value: Value, text: &str) -> Self {
        let text = compact(text);
        let written = value.to_string();
        let is_kept = text.text != written
            && text.members == members(&value)
            && serde_json::from_str::<Value>(&text.text).is_ok_and(|read| read == value);
        Self {
            value,
            text: is_kept.then(|| text.text.into()),
        }
    }

    /// Returns the text, without white space between tokens.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.text {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.value.to_string()),
        }
    }

    pub fn value(&self) -> &Value {
        &self.value
    }

    pub fn into_value(self) -> Value {
        self.value
    }

    /// Replaces the value by what is made of it. The text stays where that is the same.
    #[must_use]
    pub fn map(self, change: impl FnOnce(Value) -> Value) -> Self {
        let Some(text) = self.text else {
            return change(self.value).into();
        };
        let changed = change(self.value.clone());
        let is_same = changed == self.value;
        Self {
            value: changed,
            text: is_same.then_some(text),
        }
    }

    /// Sets a member of an object, in its place or as the last one. All others are written as they came.
    pub fn insert(&mut self, name: &str, member: Value) {
        let text = member.to_string();
        let Some(members) = self.value.as_object_mut() else {
            return;
        };
        members.insert(name.to_owned(), member);
        self.edit(|members| {
            let Ok(text) = RawValue::from_string(text) else {
                return;
            };
            match members.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => *own = text,
                None => members.push((name.to_owned(), text)),
            }
        });
    }

    /// Removes a member of an object. All others are written as they came.
    pub fn remove(&mut self, name: &str) {
        let members = self.value.as_object_mut();
        if members.is_some_and(|members| members.shift_remove(name).is_some()) {
            self.edit(|members| members.retain(|(own, _)| own != name));
        }
    }

    fn edit(&mut self, change: impl FnOnce(&mut Vec<(String, Box<RawValue>)>)) {
        let Some(text) = &self.text else { return };
        self.text = serde_json::from_str(text).ok().map(|Members(mut members)| {
            change(&mut members);
            let members: Vec<_> = members
                .into_iter()
                .map(|(name, member)| format!("{}:{member}", Value::String(name)))
                .collect();
            format!("{{{}}}", members.join(",")).into()
        });
    }
}

impl From<Value> for SentJson {
    fn from(value: Value) -> Self {
        Self { value, text: None }
    }
}

impl Deref for SentJson {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

impl PartialEq for SentJson {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<'de> Deserialize<'de> for SentJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let value = serde_json::from_str(text.get()).map_err(D::Error::custom)?;
        Ok(Self::new(value, text.get()))
    }
}

/// The members of an object in their order, with their texts.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Members, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Members(all))
    }
}

/// A text without white space between tokens.
struct Compact {
    text: String,
    /// How many members its objects have, repeated ones included.
    members: usize,
}

fn compact(json: &str) -> Compact {
    let mut text = String::with_capacity(json.len());
    let (mut members, mut is_in_string, mut is_escaped) = (0, false, false);
    for character in json.chars() {
        if is_in_string {
            is_in_string = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
        } else {
            match character {
                ' ' | '\t' | '\n' | '\r' => continue,
                '"' => is_in_string = true,
                ':' => members += 1,
                _ => {}
            }
        }
        text.push(character);
    }
    Compact { text, members }
}

/// How many members the objects of a value have.
fn members(value: &Value) -> usize {
    match value {
        Value::Array(entries) => entries.iter().map(members).sum(),
        Value::Object(own) => own.len() + own.values().map(members).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sent(text: &str) -> SentJson {
        SentJson::new(serde_json::from_str(text).unwrap(), text)
    }

    #[test]
    fn numbers_escapes_and_order_are_written_as_they_came() {
        let cases = [
            (
                r#"{ "b" : 1.50, "a" : [ 1e3, "\u00e9\/ \" : " ] }"#,
                r#"{"b":1.50,"a":[1e3,"\u00e9\/ \" : "]}"#,
            ),
            (r#"{"b": 1, "a": "é"}"#, r#"{"b":1,"a":"é"}"#),
            ("\t-0.0\n", "-0.0"),
        ];
        for (text, expected) in cases {
            assert_eq!(sent(text).text(), expected, "{text}");
        }
        assert_eq!(
            sent(r#"{"a": 1}"#).text,
            None,
            "what is written so anyway takes no room"
        );
    }

    #[test]
    fn a_list_is_read_with_the_texts_of_its_entries() {
        let list: Vec<SentJson> = serde_json::from_str("[ 1.0e0, {\"a\" : 1} ]").unwrap();
        let texts: Vec<_> = list.iter().map(SentJson::text).collect();
        assert_eq!(texts, ["1.0e0", "{\"a\":1}"]);
    }

    #[test]
    fn a_text_that_says_more_than_the_value_is_not_kept() {
        let value = json!({"a": 1.0});
        for (text, why) in [
            (r#"{"a":2,"a":1.0e0}"#, "a member twice"),
            (r#"{"a":1.1e0}"#, "another value"),
            (r#"{"a":1.0e0} x"#, "no JSON"),
        ] {
            assert_eq!(
                SentJson::new(value.clone(), text).text(),
                r#"{"a":1.0}"#,
                "{why}"
            );
        }
    }

    #[test]
    fn changing_a_member_leaves_the_others_as_they_came() {
        let mut tool = sent(r#"{"name":"\u0061","execution":{},"n":1e0,"title":"\u0062"}"#);
        tool.insert("name", "s__a".into());
        tool.remove("execution");
        tool.insert("_meta", json!({"x": 1}));
        let expected = r#"{"name":"s__a","n":1e0,"title":"\u0062","_meta":{"x":1}}"#;
        assert_eq!(tool.text(), expected);
        assert_eq!(tool, sent(expected), "its value is that of its text");

        let mut plain = SentJson::from(json!({"name": "a", "x": 1, "y": 2}));
        plain.remove("name");
        assert_eq!(plain.text(), r#"{"x":1,"y":2}"#, "the order stays");
        let kept = tool.clone().map(|value| value);
        assert_eq!(kept.text(), expected, "nothing was changed");
        assert_eq!(tool.map(|_| json!(7)).text(), "7", "all was");
    }
}

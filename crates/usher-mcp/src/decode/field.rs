//! Reads members of an object leniently.

use serde_json::{Map, Value};

use usher_messages::Message;
use usher_types::tool::{IconSource, IconTheme};

/// An object being read, and the notes about its faults.
pub(super) struct Fields<'a> {
    pub(super) members: &'a Map<String, Value>,
    pub(super) notes: Vec<Message>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(members: &'a Map<String, Value>) -> Self {
        Self {
            members,
            notes: Vec::new(),
        }
    }

    /// Returns a member; null counts as absent, as many serialisers write it so.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let value = self.get(name)?;
        if let Some(text) = value.as_str() {
            return Some(text.to_owned());
        }
        self.notes.push(ignored("repair.member.text", name));
        None
    }

    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        let value = self.get(name)?;
        if value.is_boolean() {
            return value.as_bool();
        }
        self.notes.push(ignored("repair.member.flag", name));
        None
    }

    pub(super) fn size(&mut self, name: &str) -> Option<u64> {
        let value = self.get(name)?;
        if value.is_u64() {
            return value.as_u64();
        }
        self.notes.push(ignored("repair.member.size", name));
        None
    }

    pub(super) fn object(&mut self, name: &str) -> Option<&'a Map<String, Value>> {
        let value = self.get(name)?;
        if let Some(object) = value.as_object() {
            return Some(object);
        }
        self.notes.push(ignored("repair.member.object", name));
        None
    }

    pub(super) fn list(&mut self, name: &str) -> &'a [Value] {
        let Some(value) = self.get(name) else {
            return &[];
        };
        if let Some(list) = value.as_array() {
            return list;
        }
        self.notes.push(ignored("repair.member.list", name));
        &[]
    }

    /// Returns the icons (2025-11-25, schema `Icon`).
    pub(super) fn icons(&mut self) -> Vec<IconSource> {
        let entries = self.list("icons");
        entries
            .iter()
            .filter_map(|entry| self.icon(entry))
            .collect()
    }

    fn icon(&mut self, entry: &Value) -> Option<IconSource> {
        let Some(src) = entry.get("src").and_then(Value::as_str) else {
            self.notes.push(Message::new("repair.icon.noSrc"));
            return None;
        };
        let sizes = match entry.get("sizes") {
            Some(Value::Array(sizes)) => sizes
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            Some(Value::String(sizes)) => {
                self.notes.push(Message::new("repair.icon.sizesText"));
                sizes.split_whitespace().map(str::to_owned).collect()
            }
            Some(Value::Null) | None => Vec::new(),
            Some(_) => {
                self.notes.push(Message::new("repair.icon.sizes"));
                Vec::new()
            }
        };
        let theme = match entry.get("theme") {
            Some(Value::String(theme)) if theme == "light" => Some(IconTheme::Light),
            Some(Value::String(theme)) if theme == "dark" => Some(IconTheme::Dark),
            Some(Value::Null) | None => None,
            Some(_) => {
                self.notes.push(Message::new("repair.icon.theme"));
                None
            }
        };
        let mime_type = entry
            .get("mimeType")
            .and_then(Value::as_str)
            .map(str::to_owned);
        Some(IconSource {
            src: src.to_owned(),
            mime_type,
            sizes,
            theme,
        })
    }
}

fn ignored(code: &'static str, member: &str) -> Message {
    Message::new(code).with("member", member)
}

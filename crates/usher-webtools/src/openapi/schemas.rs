//! Makes schemas of an `OpenAPI` document self-contained.
//!
//! Referenced schemas are copied in, and what 3.0 writes otherwise than JSON Schema 2020-12 is translated.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use usher_messages::Message;

use super::super::document::{DocumentFault, short};
use crate::limits;

/// Prefix of references to shared schemas in an `OpenAPI` document.
const SHARED: &str = "#/components/schemas/";

/// The schemas of one document.
pub(super) struct Schemas<'a> {
    shared: Option<&'a Map<String, Value>>,
    /// Whether it is written in the dialect of 3.0.
    is_old: bool,
    faults: RefCell<Vec<String>>,
    /// How much may still be copied.
    left_bytes: Cell<usize>,
}

/// A reference that leads out of the document.
pub(super) fn foreign(place: &str, reference: &str) -> DocumentFault {
    DocumentFault::new(
        place,
        Message::new("document.foreign").with("reference", short(reference)),
    )
}

impl<'a> Schemas<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let version = root
            .get("openapi")
            .and_then(Value::as_str)
            .unwrap_or_default();
        Self {
            shared: root
                .pointer("/components/schemas")
                .and_then(Value::as_object),
            is_old: version.starts_with("3.0"),
            faults: RefCell::default(),
            left_bytes: Cell::new(limits::OPENAPI_COPIED_BYTES),
        }
    }

    /// One schema in today's words; none is one that allows all.
    pub(super) fn read(
        &self,
        place: &str,
        schema: Option<&Value>,
        faults: &mut Vec<DocumentFault>,
    ) -> Value {
        let Some(schema) = schema else {
            return Value::Object(Map::new());
        };
        let read = self.translate(schema);
        for reference in self.faults.borrow_mut().drain(..) {
            faults.push(foreign(place, &reference));
        }
        read
    }

    /// Whether more was to be copied than [`limits::OPENAPI_COPIED_BYTES`].
    pub(super) fn is_used_up(&self) -> bool {
        self.left_bytes.get() == 0
    }

    /// The schema with everything it refers to; `None` if that would be too much.
    pub(super) fn whole(&self, mut schema: Value) -> Option<Value> {
        let mut wanted = BTreeSet::new();
        let mut open = vec![schema.clone()];
        let mut definitions = Map::new();
        while let Some(part) = open.pop() {
            let mut named = BTreeSet::new();
            names(&part, &mut named);
            for name in named {
                if !wanted.insert(name.clone()) {
                    continue;
                }
                if let Some(shared) = self.shared.and_then(|shared| shared.get(&name)) {
                    let shared = self.translate(shared);
                    let left = self.left_bytes.get();
                    let left = left.saturating_sub(shared.to_string().len());
                    self.left_bytes.set(left);
                    if left == 0 {
                        return None;
                    }
                    open.push(shared.clone());
                    definitions.insert(name, shared);
                }
            }
        }
        if let (Some(members), false) = (schema.as_object_mut(), definitions.is_empty()) {
            members.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Some(schema)
    }

    fn translate(&self, schema: &Value) -> Value {
        match schema {
            Value::Array(items) => items.iter().map(|item| self.translate(item)).collect(),
            Value::Object(members) => {
                let mut read: Map<String, Value> = members
                    .iter()
                    .map(|(name, member)| (name.clone(), self.member(name, member)))
                    .collect();
                if self.is_old {
                    to_2020_12(&mut read);
                }
                Value::Object(read)
            }
            plain => plain.clone(),
        }
    }

    fn each(&self, members: &Value) -> Value {
        let members = members.as_object().into_iter().flatten();
        members
            .map(|(name, member)| (name.clone(), self.translate(member)))
            .collect::<Map<_, _>>()
            .into()
    }

    fn member(&self, name: &str, member: &Value) -> Value {
        let Value::String(reference) = member else {
            // Examples and constants are data, whatever they look like.
            return match name {
                "example" | "examples" | "default" | "const" | "enum" => member.clone(),
                // Names of members are names, whatever they look like.
                "properties" | "patternProperties" | "$defs" | "definitions" => self.each(member),
                _ => self.translate(member),
            };
        };
        if name != "$ref" {
            return member.clone();
        }
        if let Some(shared) = reference.strip_prefix(SHARED) {
            return Value::String(format!("#/$defs/{shared}"));
        }
        self.faults.borrow_mut().push(reference.clone());
        member.clone()
    }
}

/// Names of shared schemas that are referred to.
fn names(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(reference) if name == "$ref" => {
                        found.extend(reference.strip_prefix("#/$defs/").map(shared_name));
                    }
                    other => names(other, found),
                }
            }
        }
        _ => {}
    }
}

/// Returns the shared schema a reference leads into (RFC 6901, section 4).
fn shared_name(below: &str) -> String {
    let first = below.split('/').next().unwrap_or_default();
    let name = percent_decode_str(first).decode_utf8_lossy();
    name.replace("~1", "/").replace("~0", "~")
}

/// What 3.0 took from an older JSON Schema, or made up.
fn to_2020_12(schema: &mut Map<String, Value>) {
    let is_nullable = schema.remove("nullable") == Some(Value::Bool(true));
    if is_nullable && let Some(Value::String(kind)) = schema.get("type").cloned() {
        schema.insert("type".to_owned(), serde_json::json!([kind, "null"]));
        if let Some(Value::Array(values)) = schema.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
    }
    for (exclusive, inclusive) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        match schema.get(exclusive) {
            Some(Value::Bool(true)) => match schema.remove(inclusive) {
                Some(limit) => {
                    schema.insert(exclusive.to_owned(), limit);
                }
                None => {
                    schema.remove(exclusive);
                }
            },
            Some(Value::Bool(false)) => {
                schema.remove(exclusive);
            }
            _ => {}
        }
    }
}

//! Limits the size, depth and references of a schema before it is used.

use std::collections::HashMap;

use serde_json::Value;

use crate::limits;

/// Why a schema is not used, in plain words.
pub(super) fn check(schema: &Value) -> Result<(), String> {
    if !fits(schema, limits::SCHEMA_DEPTH) {
        return Err(format!(
            "The schema is nested more than {} levels deep.",
            limits::SCHEMA_DEPTH
        ));
    }
    if schema.to_string().len() > limits::SCHEMA_BYTES {
        return Err(format!(
            "The schema is longer than {} KiB.",
            limits::SCHEMA_BYTES / 1024
        ));
    }
    let mut expansion = Expansion {
        root: schema,
        known: HashMap::new(),
    };
    if expansion.size(schema) > limits::SCHEMA_PARTS {
        return Err("The schema refers to itself in too many ways to be checked.".to_owned());
    }
    Ok(())
}

/// Counts the parts of an expanded schema. References out of the document or by anchor count as one part: what they cost is
/// left to the deadline.
struct Expansion<'a> {
    root: &'a Value,
    /// Sizes by JSON pointer; `None` while it is being counted.
    known: HashMap<&'a str, Option<u64>>,
}

impl<'a> Expansion<'a> {
    fn size(&mut self, schema: &'a Value) -> u64 {
        let parts = match schema {
            Value::Array(items) => items
                .iter()
                .fold(0, |sum: u64, item| sum.saturating_add(self.size(item))),
            Value::Object(members) => members.iter().fold(0, |sum: u64, (name, member)| {
                sum.saturating_add(match (name.as_str(), member) {
                    ("$defs" | "definitions", _) => 0,
                    ("$ref", Value::String(reference)) => self.size_behind(reference),
                    _ => self.size(member),
                })
            }),
            _ => 0,
        };
        parts.saturating_add(1)
    }

    fn size_behind(&mut self, reference: &'a str) -> u64 {
        let Some(pointer) = reference.strip_prefix('#') else {
            return 1;
        };
        match self.known.get(pointer) {
            Some(Some(size)) => return *size,
            // It refers back to where we are: that ends with the data, not with the schema.
            Some(None) => return 1,
            None => {}
        }
        let Some(target) = self.root.pointer(pointer) else {
            return 1;
        };
        self.known.insert(pointer, None);
        let size = self.size(target);
        self.known.insert(pointer, Some(size));
        size
    }
}

fn fits(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(|item| fits(item, levels - 1)),
        Value::Object(members) => {
            levels > 0 && members.values().all(|member| fits(member, levels - 1))
        }
        _ => true,
    }
}

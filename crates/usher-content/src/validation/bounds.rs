//! Limits size, depth and references of a schema before use.

use std::collections::HashMap;

use serde_json::Value;
use usher_messages::{Message, Param};

use crate::limits;

/// Says why a schema is not used.
pub(super) fn check(schema: &Value) -> Result<(), Message> {
    if !fits(schema, limits::SCHEMA_DEPTH) {
        return Err(Message::new("schema.tooDeep").with("count", limits::SCHEMA_DEPTH));
    }
    if schema.to_string().len() > limits::SCHEMA_BYTES {
        return Err(Message::new("schema.tooLong").with("size", Param::bytes(limits::SCHEMA_BYTES)));
    }
    let mut expansion = Expansion {
        root: schema,
        named: HashMap::new(),
        known: HashMap::new(),
    };
    expansion.collect_names(schema);
    if expansion.size(schema) > limits::SCHEMA_PARTS {
        return Err(Message::new("schema.tooManyReferences"));
    }
    Ok(())
}

/// Counts the parts of an expanded schema.
struct Expansion<'a> {
    root: &'a Value,
    /// Subschemas by the last part of the name they give themselves: an anchor, or the path of an `$id`.
    named: HashMap<&'a str, Vec<&'a Value>>,
    /// Sizes of what is referred to, by its place in memory; `None` while it is being counted.
    known: HashMap<*const Value, Option<u64>>,
}

impl<'a> Expansion<'a> {
    fn collect_names(&mut self, schema: &'a Value) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| self.collect_names(item)),
            Value::Object(members) => {
                for (name, member) in members {
                    let is_name =
                        matches!(name.as_str(), "$anchor" | "$dynamicAnchor" | "$id" | "id");
                    if let (true, Value::String(given)) = (is_name, member) {
                        self.named.entry(last_part(given)).or_default().push(schema);
                    }
                    self.collect_names(member);
                }
            }
            _ => {}
        }
    }

    fn size(&mut self, schema: &'a Value) -> u64 {
        let parts = match schema {
            Value::Array(items) => items
                .iter()
                .fold(0, |sum: u64, item| sum.saturating_add(self.size(item))),
            Value::Object(members) => members.iter().fold(0, |sum: u64, (name, member)| {
                sum.saturating_add(match (name.as_str(), member) {
                    ("$defs" | "definitions", _) => 0,
                    ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                        self.size_behind(reference)
                    }
                    _ => self.size(member),
                })
            }),
            _ => 0,
        };
        parts.saturating_add(1)
    }

    /// The size of all that a reference may mean. One that leads nowhere counts as one part: the schema is refused for it.
    fn size_behind(&mut self, reference: &'a str) -> u64 {
        let targets = match reference.split_once('#') {
            Some(("", pointer)) if pointer.is_empty() || pointer.starts_with('/') => {
                self.root.pointer(pointer).into_iter().collect()
            }
            Some((document, pointer)) if pointer.starts_with('/') => {
                let documents = self.named.get(last_part(document)).into_iter().flatten();
                documents
                    .filter_map(|found| found.pointer(pointer))
                    .collect()
            }
            _ => self
                .named
                .get(last_part(reference))
                .cloned()
                .unwrap_or_default(),
        };
        targets.into_iter().fold(1, |sum: u64, target| {
            sum.saturating_add(self.size_of_target(target))
        })
    }

    fn size_of_target(&mut self, target: &'a Value) -> u64 {
        let place = std::ptr::from_ref(target);
        match self.known.get(&place) {
            Some(Some(size)) => return *size,
            // It refers back to where we are: that ends with the data, not with the schema.
            Some(None) => return 1,
            None => {}
        }
        self.known.insert(place, None);
        let size = self.size(target);
        self.known.insert(place, Some(size));
        size
    }
}

/// The anchor of a reference, else the last segment of its path: what base address it is relative to does not matter here.
fn last_part(reference: &str) -> &str {
    let (path, anchor) = reference.split_once('#').unwrap_or((reference, ""));
    if !anchor.is_empty() {
        return anchor;
    }
    path.rsplit('/').next().unwrap_or(path)
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

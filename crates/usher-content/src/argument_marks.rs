//! Arguments that the schema of a tool marks as secret (`format: password`, `writeOnly`). They are sent, and nowhere kept.
//!
//! Not here: fields that only seem to ask for a secret (`usher-calls`).

mod document;
#[cfg(test)]
mod tests;
mod walk;

pub use walk::is_nothing;

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};
use usher_types::secret::Secret;

use document::Document;
use walk::Walk;

/// What a schema marks, as it was when a call was let through. Clones share it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArgumentMarks(
    /// The schema; `None` = it marks nothing.
    Option<Arc<Value>>,
);

impl ArgumentMarks {
    /// Reads the input schema of a tool.
    pub fn of(schema: &Value) -> Self {
        Self(
            Document::new(schema)
                .marks
                .then(|| Arc::new(schema.clone())),
        )
    }

    /// Takes marked arguments out, at any depth. Returns the arguments as they may be kept, and what was taken out.
    pub fn split(&self, mut arguments: Map<String, Value>) -> (Map<String, Value>, Vec<Secret>) {
        let Some(schema) = &self.0 else {
            return (arguments, Vec::new());
        };
        let mut walk = Walk::new(schema);
        walk.take_members(schema, arguments.iter_mut());
        (arguments, walk.taken)
    }

    /// Collects the marked arguments.
    pub fn marked(&self, arguments: &Map<String, Value>) -> Vec<Secret> {
        match &self.0 {
            Some(_) => self.split(arguments.clone()).1,
            None => Vec::new(),
        }
    }
}

/// Names the properties that a schema marks as a whole.
pub fn marked_properties(schema: &Value) -> HashSet<&str> {
    let mut walk = Walk::new(schema);
    if !walk.document.marks {
        return HashSet::new();
    }
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .filter(|(_, property)| walk.applied(&[property]).is_marked)
        .map(|(name, _)| name.as_str())
        .collect()
}

/// A schema as it may be kept: without the values that it gives for what it marks (`default`, `const`, `examples`).
pub fn without_marked_values(schema: &Value) -> Value {
    let mut walk = Walk::new(schema);
    if !walk.document.marks {
        return schema.clone();
    }
    let schemas = walk.document.schemas();
    kept_schema(schema, &schemas, &mut walk)
}

fn kept_schema<'s>(part: &'s Value, schemas: &HashSet<*const Value>, walk: &mut Walk<'s>) -> Value {
    match part {
        Value::Object(members) => {
            let is_schema = schemas.contains(&std::ptr::from_ref(part));
            let members = members.iter().map(|(name, member)| {
                let mut given = member.clone();
                match (name.as_str(), &mut given) {
                    ("default" | "const", given) if is_schema => walk.take(part, given),
                    ("examples" | "enum", Value::Array(values)) if is_schema => {
                        for value in values {
                            walk.take(part, value);
                        }
                    }
                    _ => given = kept_schema(member, schemas, walk),
                }
                (name.clone(), given)
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => items
            .iter()
            .map(|item| kept_schema(item, schemas, walk))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => part.clone(),
    }
}

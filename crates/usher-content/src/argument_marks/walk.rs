//! Goes through a value together with all schemas that may apply to it, and takes out what one of them marks.
//!
//! Whether a branch applies is not checked: a value is secret if any branch says so. So is a text of which nobody can
//! say what applies to it: a reference leads out of the document, or there are too many steps.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;
use usher_types::secret::Secret;

use super::document::{Document, marks_itself, one_or_more, references};
use crate::limits;
use crate::omitted;

/// Schemas that apply to the same value, with all that they are combined of.
#[derive(Default)]
pub(super) struct Applied<'s> {
    schemas: Vec<&'s Value>,
    pub(super) is_marked: bool,
    /// Something that applies cannot be read.
    is_opaque: bool,
    /// A text holds what is marked.
    marks_text: bool,
}

/// A walk through one value, or several.
pub(super) struct Walk<'s> {
    pub(super) document: Document<'s>,
    steps_left: usize,
    /// What was found out, by where it began: it ends with the schema, however often it refers to itself.
    known: HashMap<Vec<*const Value>, Rc<Applied<'s>>>,
    pub(super) taken: Vec<Secret>,
}

impl<'s> Walk<'s> {
    /// Prepares a walk with a schema.
    pub(super) fn new(schema: &'s Value) -> Self {
        Self {
            document: Document::new(schema),
            steps_left: limits::MARK_STEPS,
            known: HashMap::new(),
            taken: Vec::new(),
        }
    }

    /// Takes out of a value what is marked, with the schema it has.
    pub(super) fn take(&mut self, schema: &'s Value, value: &mut Value) {
        self.take_below(&[schema], false, value);
    }

    /// Takes out of the members of a value what is marked; its place is kept, even if it is marked as a whole.
    pub(super) fn take_members<'v>(
        &mut self,
        schema: &'s Value,
        members: impl Iterator<Item = (&'v String, &'v mut Value)>,
    ) {
        let applied = self.applied(&[schema]);
        for (name, value) in members {
            if applied.is_marked && !is_nothing(value) {
                self.take_whole(value);
            } else {
                let below = self.of_member(&applied, name);
                self.take_below(&below, applied.is_opaque, value);
            }
        }
    }

    fn take_below(&mut self, start: &[&'s Value], is_opaque: bool, value: &mut Value) {
        let applied = self.applied(start);
        let is_opaque = is_opaque || applied.is_opaque || self.steps_left == 0;
        let is_secret = applied.is_marked || value.is_string() && (is_opaque || applied.marks_text);
        if is_secret && !is_nothing(value) {
            self.take_whole(value);
            return;
        }
        if applied.schemas.is_empty() && !is_opaque {
            return;
        }
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let below = self.of_member(&applied, name);
                    self.take_below(&below, is_opaque, value);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let below = self.of_item(&applied, index);
                    self.take_below(&below, is_opaque, item);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn take_whole(&mut self, value: &mut Value) {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        self.taken.push(Secret::new(text));
        *value = omitted::secret();
    }

    /// Whether there is another step.
    fn step(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0
    }

    /// Finds all that applies where these schemas do.
    pub(super) fn applied(&mut self, start: &[&'s Value]) -> Rc<Applied<'s>> {
        let key: Vec<*const Value> = start.iter().copied().map(std::ptr::from_ref).collect();
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let mut applied = Applied::default();
        let mut seen = HashSet::new();
        let mut waiting = start.to_vec();
        while let Some(schema) = waiting.pop() {
            if !self.step() {
                applied.is_opaque = true;
                break;
            }
            if !schema.is_object() || !seen.insert(std::ptr::from_ref(schema)) {
                continue;
            }
            applied.schemas.push(schema);
            applied.is_marked |= marks_itself(schema);
            applied.marks_text |= self.document.marks_text(schema);
            for reference in references(schema) {
                let behind = self.document.behind(reference);
                applied.is_opaque |= behind.is_empty();
                waiting.extend(behind);
            }
            for word in ["allOf", "anyOf", "oneOf", "if", "then", "else"] {
                waiting.extend(one_or_more(&schema[word]));
            }
            for word in ["dependentSchemas", "dependencies"] {
                let named = schema[word].as_object().into_iter().flatten();
                waiting.extend(named.map(|(_, schema)| schema));
            }
        }
        let applied = Rc::new(applied);
        self.known.insert(key, Rc::clone(&applied));
        applied
    }

    /// What may apply to a member. Patterns are not read: each may be meant.
    fn of_member(&mut self, applied: &Applied<'s>, name: &str) -> Vec<&'s Value> {
        let mut found = Vec::new();
        for schema in &applied.schemas {
            if !self.step() {
                return found;
            }
            if let Some(patterns) = schema["patternProperties"].as_object() {
                found.extend(patterns.values());
            }
            match schema["properties"].get(name) {
                Some(property) => found.push(property),
                None => found.extend(
                    ["additionalProperties", "unevaluatedProperties"]
                        .iter()
                        .filter_map(|word| schema.get(word)),
                ),
            }
        }
        found.retain(|schema| schema.is_object());
        found
    }

    /// What may apply to an item.
    fn of_item(&mut self, applied: &Applied<'s>, index: usize) -> Vec<&'s Value> {
        let mut found = Vec::new();
        for schema in &applied.schemas {
            if !self.step() {
                return found;
            }
            found.extend(schema.get("contains"));
            // Before 2020-12, `items` could be what `prefixItems` is.
            let (first, rest) = match (&schema["prefixItems"], &schema["items"]) {
                (_, Value::Array(first)) => (first.as_slice(), "additionalItems"),
                (Value::Array(first), _) => (first.as_slice(), "items"),
                _ => (&[][..], "items"),
            };
            match first.get(index) {
                Some(item) => found.push(item),
                None => found.extend(
                    [rest, "unevaluatedItems"]
                        .iter()
                        .filter_map(|word| schema.get(word)),
                ),
            }
        }
        found.retain(|schema| schema.is_object());
        found
    }
}

/// Whether there is nothing in a value that could be secret.
pub fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.is_empty(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

//! One schema document: what it marks by itself, where its references lead, and which parts of it are schemas.
//!
//! Not here: which of its schemas apply to a value (`walk`).

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use url::form_urlencoded;

use crate::limits;

/// Keywords with one schema, or with a list of them.
const SCHEMAS: [&str; 16] = [
    "allOf",
    "anyOf",
    "oneOf",
    "prefixItems",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "contentSchema",
    "if",
    "then",
    "else",
    "not",
];

/// Keywords with a schema for each name.
const NAMED_SCHEMAS: [&str; 6] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependencies",
    "$defs",
    "definitions",
];

/// Keywords that refer to another schema.
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// A schema with the places its references may mean.
pub(super) struct Document<'s> {
    pub(super) root: &'s Value,
    /// Schemas by the name they give themselves (`$anchor`, `$dynamicAnchor`).
    anchors: HashMap<&'s str, Vec<&'s Value>>,
    /// Schemas with an `$id`: references within them may begin there.
    resources: Vec<(&'s str, &'s Value)>,
    /// Whether following each reference to all that it may mean takes too many steps.
    is_too_linked: bool,
    /// Schemas of texts that hold what is marked (`contentSchema`).
    marked_texts: HashSet<*const Value>,
    /// Whether anything in it is marked, or refers to what is not in it.
    pub(super) marks: bool,
}

impl<'s> Document<'s> {
    /// Reads a schema, once through.
    pub(super) fn new(root: &'s Value) -> Self {
        let mut document = Self {
            root,
            anchors: HashMap::new(),
            resources: Vec::new(),
            is_too_linked: false,
            marked_texts: HashSet::new(),
            marks: false,
        };
        let mut references_found = Vec::new();
        let marks = document.scan(root, &mut references_found);
        let namesakes = document.anchors.values().map(Vec::len).max();
        let meanings = document.resources.len() + namesakes.unwrap_or_default();
        document.is_too_linked =
            references_found.len().saturating_mul(meanings) > limits::MARK_STEPS;
        document.marks = marks
            || references_found
                .iter()
                .any(|reference| document.behind(reference).is_empty());
        document
    }

    /// Notes names and references; returns whether anything in it is marked.
    fn scan(&mut self, value: &'s Value, found: &mut Vec<&'s str>) -> bool {
        match value {
            Value::Array(items) => items.iter().fold(false, |marks, item| {
                let item = self.scan(item, found);
                marks || item
            }),
            Value::Object(members) => {
                for word in ["$anchor", "$dynamicAnchor", "$id", "id"] {
                    match members.get(word).and_then(Value::as_str) {
                        // Older drafts name a schema by an `$id` that is a fragment.
                        Some(name) if word.ends_with("nchor") || name.starts_with('#') => {
                            let name = name.trim_start_matches('#');
                            self.anchors.entry(name).or_default().push(value);
                        }
                        Some(id) => self.resources.push((id.trim_end_matches('#'), value)),
                        None => {}
                    }
                }
                found.extend(references(value));
                let mut marks = marks_itself(value);
                for (name, member) in members {
                    let referred = found.len();
                    let is_marked = self.scan(member, found);
                    if name == "contentSchema" && (is_marked || found.len() > referred) {
                        self.marked_texts.insert(std::ptr::from_ref(value));
                    }
                    marks |= is_marked;
                }
                marks
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }

    /// All that a reference may mean; nothing = it leads out of the document, or nowhere, or there is too much to follow.
    pub(super) fn behind(&self, reference: &str) -> Vec<&'s Value> {
        if self.is_too_linked {
            return Vec::new();
        }
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let roots: Vec<&'s Value> = self
            .resources
            .iter()
            .filter(|(id, _)| base.is_empty() || *id == base)
            .map(|(_, schema)| *schema)
            .chain(base.is_empty().then_some(self.root))
            .collect();
        let fragment = decoded(fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            let found = roots.iter().filter_map(|root| root.pointer(&fragment));
            return found.collect();
        }
        match self.anchors.get(fragment.as_str()) {
            Some(named) if !roots.is_empty() => named.clone(),
            _ => Vec::new(),
        }
    }

    /// Whether a schema says of a text that what is marked is in it.
    pub(super) fn marks_text(&self, schema: &Value) -> bool {
        self.marked_texts.contains(&std::ptr::from_ref(schema))
    }

    /// Finds what is a schema: the root, what stands in its keywords, and what is referred to.
    pub(super) fn schemas(&self) -> HashSet<*const Value> {
        let mut found = HashSet::new();
        let mut waiting = vec![self.root];
        while let Some(schema) = waiting.pop() {
            if !schema.is_object() || !found.insert(std::ptr::from_ref(schema)) {
                continue;
            }
            for word in SCHEMAS {
                waiting.extend(one_or_more(&schema[word]));
            }
            for word in NAMED_SCHEMAS {
                let named = schema[word].as_object().into_iter().flatten();
                waiting.extend(named.map(|(_, schema)| schema));
            }
            waiting.extend(references(schema).flat_map(|reference| self.behind(reference)));
        }
        found
    }
}

/// Whether a schema itself says that its value is not to be seen or given back; not what it is combined of.
pub(super) fn marks_itself(schema: &Value) -> bool {
    schema["format"] == "password" || schema["writeOnly"] == true
}

/// The references of a schema.
pub(super) fn references(schema: &Value) -> impl Iterator<Item = &str> {
    REFERENCES
        .iter()
        .filter_map(|word| schema.get(word)?.as_str())
}

/// The schema of a keyword, or all of its list.
pub(super) fn one_or_more(value: &Value) -> &[Value] {
    match value {
        Value::Array(list) => list,
        one => std::slice::from_ref(one),
    }
}

/// The text of a percent-encoded fragment.
fn decoded(fragment: &str) -> String {
    if !fragment.contains('%') {
        return fragment.to_owned();
    }
    // Nothing but the percent sign means anything here.
    let text = [("+", "%2B"), ("=", "%3D"), ("&", "%26")]
        .into_iter()
        .fold(fragment.to_owned(), |text, (mark, code)| {
            text.replace(mark, code)
        });
    let mut pairs = form_urlencoded::parse(text.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(text, _)| text.into_owned())
}

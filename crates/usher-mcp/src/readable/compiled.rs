//! Tells whether the validator of a client could compile the schema of a tool's results. The TypeScript SDK compiles
//! each one while it reads the list, and loses the whole list for one that it cannot (Ajv, lenient about all else).

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use url::Url;

/// Longest pattern that is looked at, in bytes, and its deepest nesting.
const PATTERN_BYTES: usize = 20_000;
const PATTERN_DEPTH: usize = 100;

/// References that may follow each other.
const MOST_REFERENCES: usize = 64;

/// The one schema that is known without being sent, and its other name.
const KNOWN: &str = "http://json-schema.org/draft-07/schema";

const TYPES: [&str; 7] = [
    "string", "number", "integer", "boolean", "null", "object", "array",
];

/// Whose members are no schemas (json-schema-traverse, `skipKeywords`).
const PLAIN: [&str; 4] = ["const", "default", "enum", "examples"];

/// Returns whether everything that is reached from a schema can be compiled.
pub(super) fn compiles(schema: &Value) -> bool {
    let mut names = Names {
        base: schema["$id"].as_str().and_then(|id| Url::parse(id).ok()),
        schemas: HashMap::new(),
    };
    if !schema["$id"].is_null() && !schema["$id"].is_string() || !names.collect(schema) {
        return false;
    }
    let mut compiling = Compiling {
        names,
        seen: HashSet::new(),
        referred: vec![Place {
            schema,
            resource: schema,
        }],
    };
    while let Some(place) = compiling.referred.pop() {
        // The same value may be reached in several ways.
        if compiling.seen.insert(place.schema) && !compiling.schema(place) {
            return false;
        }
    }
    true
}

/// A schema within the schema of a tool.
#[derive(Clone, Copy)]
struct Place<'a> {
    schema: &'a Value,
    /// The nearest one around it that has an id of its own: pointers begin there.
    resource: &'a Value,
}

impl<'a> Place<'a> {
    fn inner(self, schema: &'a Value) -> Self {
        let has_id = schema
            .get("$id")
            .and_then(Value::as_str)
            .is_some_and(|id| !id.starts_with('#'));
        Self {
            schema,
            resource: if has_id { schema } else { self.resource },
        }
    }
}

/// The schemas that have a name.
struct Names<'a> {
    base: Option<Url>,
    schemas: HashMap<String, &'a Value>,
}

impl<'a> Names<'a> {
    /// Finds all names; `false` if two schemas have the same.
    fn collect(&mut self, value: &'a Value) -> bool {
        match value {
            Value::Array(entries) => entries.iter().all(|entry| self.collect(entry)),
            Value::Object(members) => {
                let anchors = ["$anchor", "$dynamicAnchor"].map(|name| members.get(name));
                let anchors = anchors
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .map(|name| format!("#{name}"));
                let id = members.get("$id").and_then(Value::as_str);
                let id = id.map(|id| self.absolute(id));
                anchors.chain(id).all(|name| {
                    let other = self.schemas.insert(name, value);
                    other.is_none_or(|other| other == value)
                }) && members
                    .iter()
                    .filter(|(name, _)| !PLAIN.contains(&name.as_str()))
                    .all(|(_, member)| self.collect(member))
            }
            _ => true,
        }
    }

    fn absolute(&self, id: &str) -> String {
        let id = id.strip_suffix('#').unwrap_or(id);
        match &self.base {
            Some(base) if !id.starts_with('#') => base
                .join(id)
                .map_or_else(|_| id.to_owned(), |id| id.to_string()),
            _ => id.to_owned(),
        }
    }

    /// Finds what a reference means: `Err` if there is nothing, `Ok(None)` if it is known to all.
    fn find(&self, reference: &str, from: Place<'a>) -> Result<Option<Place<'a>>, ()> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if address == KNOWN && fragment.is_empty() {
            return Ok(None);
        }
        let resource = if address.is_empty() {
            from.resource
        } else {
            self.schemas
                .get(&self.absolute(address))
                .copied()
                .ok_or(())?
        };
        let start = Place {
            schema: resource,
            resource,
        };
        if fragment.is_empty() {
            return Ok(Some(start));
        }
        let fragment = percent_decode_str(fragment).decode_utf8().map_err(drop)?;
        let Some(path) = fragment.strip_prefix('/') else {
            let named = self.schemas.get(&format!("#{fragment}")).copied();
            let named = named.ok_or(())?;
            return Ok(Some(start.inner(named)));
        };
        let mut place = start;
        for part in path.split('/') {
            let part = part.replace("~1", "/").replace("~0", "~");
            let next = match place.schema {
                Value::Array(entries) => part.parse().ok().and_then(|at: usize| entries.get(at)),
                other => other.get(&part),
            };
            place = place.inner(next.ok_or(())?);
        }
        Ok(Some(place))
    }

    /// Returns whether references that follow each other come to an end.
    fn is_ended(&self, mut place: Option<Place<'a>>) -> bool {
        for _ in 0..MOST_REFERENCES {
            let Some(from) = place else { return true };
            let Some(next) = from.schema.get("$ref").and_then(Value::as_str) else {
                return true;
            };
            // One that leads nowhere is found where it stands.
            place = self.find(next, from).unwrap_or_default();
        }
        false
    }
}

struct Compiling<'a> {
    names: Names<'a>,
    seen: HashSet<*const Value>,
    /// What is still to be looked at, as references may go in circles.
    referred: Vec<Place<'a>>,
}

impl<'a> Compiling<'a> {
    fn schema(&mut self, place: Place<'a>) -> bool {
        match place.schema {
            Value::Bool(_) => true,
            Value::Object(members) => members
                .iter()
                .all(|(name, member)| self.keyword(name, member, members, place)),
            _ => false,
        }
    }

    fn keyword(
        &mut self,
        name: &str,
        value: &'a Value,
        around: &Map<String, Value>,
        place: Place<'a>,
    ) -> bool {
        match name {
            // Draft 4 named schemas so, and it is refused.
            "id" => false,
            "type" => match value {
                Value::Array(types) => types.iter().all(is_type),
                one => is_type(one),
            },
            "nullable" => {
                let types = around.get("type");
                let is_null = types.is_some_and(|types| {
                    types == "null"
                        || types
                            .as_array()
                            .is_some_and(|all| all.iter().any(|one| one == "null"))
                });
                value.is_boolean() && types.is_some() && !(is_null && *value == Value::Bool(false))
            }
            "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum" | "multipleOf"
            | "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties"
            | "minProperties" => value.is_number(),
            "uniqueItems" => value.is_boolean(),
            "format" => value.is_string(),
            "formatMaximum"
            | "formatMinimum"
            | "formatExclusiveMaximum"
            | "formatExclusiveMinimum" => value.is_string() && around.contains_key("format"),
            "required" => value.is_array(),
            "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
            "pattern" => value.as_str().is_some_and(is_pattern),
            "$ref" => {
                let found = value.as_str().map(|to| self.names.find(to, place));
                let Some(Ok(found)) = found else {
                    return false;
                };
                self.referred.extend(found);
                self.names.is_ended(found)
            }
            "properties" => self.each(value, place),
            "patternProperties" => {
                let patterns = value.as_object().into_iter().flat_map(Map::keys);
                patterns.into_iter().all(|pattern| is_pattern(pattern)) && self.each(value, place)
            }
            "dependencies" => value.as_object().is_some_and(|all| {
                all.values()
                    .all(|one| one.is_array() || self.schema(place.inner(one)))
            }),
            "allOf" | "anyOf" | "oneOf" => value.is_array() && self.all(value, place),
            "items" if value.is_array() => self.all(value, place),
            "items" | "additionalProperties" | "not" | "contains" | "propertyNames" | "if" => {
                self.schema(place.inner(value))
            }
            "then" | "else" if around.contains_key("if") => self.schema(place.inner(value)),
            "additionalItems" if around.get("items").is_some_and(Value::is_array) => {
                self.schema(place.inner(value))
            }
            "then" | "else" | "additionalItems" => value.is_object() || value.is_boolean(),
            // Those of later drafts are passed over.
            _ => true,
        }
    }

    fn each(&mut self, schemas: &'a Value, place: Place<'a>) -> bool {
        schemas
            .as_object()
            .is_some_and(|all| all.values().all(|one| self.schema(place.inner(one))))
    }

    fn all(&mut self, schemas: &'a Value, place: Place<'a>) -> bool {
        let schemas = schemas.as_array().into_iter().flatten();
        schemas.into_iter().all(|one| self.schema(place.inner(one)))
    }
}

fn is_type(value: &Value) -> bool {
    value.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// Whether a text is a pattern of ECMAScript with the flag `u`.
fn is_pattern(text: &str) -> bool {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    text.len() <= PATTERN_BYTES
        && deepest <= PATTERN_DEPTH
        && regress::Regex::with_flags(text, "u").is_ok()
}

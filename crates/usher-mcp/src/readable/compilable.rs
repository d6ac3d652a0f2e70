//! Tells whether the validator of a client could compile the schema of a tool's results. The TypeScript SDK compiles
//! each one while it reads the list, and loses the whole list for one that it cannot (Ajv, lenient about all else).

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Longest pattern that is looked at, in bytes, its deepest nesting and most alternatives: what is built of one stays
/// small.
const PATTERN_BYTES: usize = 1_000;
const PATTERN_DEPTH: usize = 50;
const PATTERN_ALTERNATIVES: usize = 200;

/// Most patterns of one schema.
const PATTERNS: usize = 200;

/// Most references of one schema, the longest, in bytes, and how many may follow each other.
const REFERENCES: usize = 1_000;
const REFERENCE_BYTES: usize = 1_000;
const REFERENCES_IN_A_ROW: usize = 64;

/// The one schema that is known without being sent.
const KNOWN: [&str; 2] = [
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema#",
];

const TYPES: [&str; 7] = [
    "string", "number", "integer", "boolean", "null", "object", "array",
];

/// Whose members are no schemas (json-schema-traverse, `skipKeywords`).
const PLAIN: [&str; 4] = ["const", "default", "enum", "examples"];

/// Returns whether everything that is reached from a schema can be compiled.
///
/// One with a `$id` cannot: a client has one register of ids for the tools of all servers.
pub(super) fn compiles(schema: &Value) -> bool {
    let mut anchors = HashMap::new();
    let has = |name: &str| schema.get(name).is_some_and(|value| !value.is_null());
    if has("$id") || has("$anchor") || !collect(schema, &mut anchors) {
        return false;
    }
    let mut compiling = Compiling {
        root: schema,
        anchors,
        seen: HashSet::new(),
        referred: vec![schema],
        patterns: 0,
        references: 0,
    };
    while let Some(part) = compiling.referred.pop() {
        // The same value may be reached in several ways.
        if compiling.seen.insert(part) && !compiling.schema(part) {
            return false;
        }
    }
    true
}

/// Finds all anchors; `false` if two are the same or one is no name, or if a part has an id or is asynchronous.
fn collect<'a>(value: &'a Value, anchors: &mut HashMap<&'a str, &'a Value>) -> bool {
    match value {
        Value::Array(entries) => entries.iter().all(|entry| collect(entry, anchors)),
        Value::Object(members) => {
            if members.get("$id").is_some_and(Value::is_string)
                || members.get("$async") == Some(&Value::Bool(true))
            {
                return false;
            }
            let names = ["$anchor", "$dynamicAnchor"].map(|name| members.get(name));
            let mut names = names.into_iter().flatten().filter_map(Value::as_str);
            names.all(|name| is_anchor(name) && anchors.insert(name, value).is_none())
                && members
                    .iter()
                    .filter(|(name, _)| !PLAIN.contains(&name.as_str()))
                    .all(|(_, member)| collect(member, anchors))
        }
        _ => true,
    }
}

fn is_anchor(name: &str) -> bool {
    let is_first = |first: char| first.is_ascii_alphabetic() || first == '_';
    name.starts_with(is_first)
        && name
            .chars()
            .all(|sign| sign.is_ascii_alphanumeric() || "-._".contains(sign))
}

struct Compiling<'a> {
    root: &'a Value,
    anchors: HashMap<&'a str, &'a Value>,
    seen: HashSet<*const Value>,
    /// What is still to be looked at, as references may go in circles.
    referred: Vec<&'a Value>,
    patterns: usize,
    references: usize,
}

impl<'a> Compiling<'a> {
    /// Finds what a reference means: `Err` if there is nothing, `Ok(None)` if it is known to all.
    fn find(&self, reference: &str) -> Result<Option<&'a Value>, ()> {
        if KNOWN.contains(&reference) {
            return Ok(None);
        }
        let fragment = reference.strip_prefix('#').ok_or(())?;
        if reference.len() > REFERENCE_BYTES {
            return Err(());
        }
        if fragment.is_empty() {
            return Ok(Some(self.root));
        }
        let fragment = percent_decode_str(fragment).decode_utf8().map_err(drop)?;
        let Some(path) = fragment.strip_prefix('/') else {
            return Ok(Some(*self.anchors.get(&*fragment).ok_or(())?));
        };
        let mut found = self.root;
        for part in path.split('/') {
            let part = part.replace("~1", "/").replace("~0", "~");
            let next = match found {
                Value::Array(entries) => part.parse().ok().and_then(|at: usize| entries.get(at)),
                other => other.get(&part),
            };
            found = next.ok_or(())?;
        }
        Ok(Some(found))
    }

    /// Returns whether references that follow each other come to an end.
    fn is_ended(&self, mut part: Option<&'a Value>) -> bool {
        for _ in 0..REFERENCES_IN_A_ROW {
            let next = part.and_then(|part| part.get("$ref")?.as_str());
            let Some(next) = next else { return true };
            // One that leads nowhere is found where it stands.
            part = self.find(next).unwrap_or_default();
        }
        false
    }

    fn schema(&mut self, schema: &'a Value) -> bool {
        match schema {
            Value::Bool(_) => true,
            Value::Object(members) => members
                .iter()
                .all(|(name, member)| self.keyword(name, member, members)),
            _ => false,
        }
    }

    fn keyword(&mut self, name: &str, value: &'a Value, around: &Map<String, Value>) -> bool {
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
            "pattern" => value.as_str().is_some_and(|text| self.pattern(text)),
            "$ref" => {
                self.references += 1;
                let found = value.as_str().map(|to| self.find(to));
                let Some(Ok(found)) = found else {
                    return false;
                };
                self.referred.extend(found);
                self.references <= REFERENCES && self.is_ended(found)
            }
            "properties" => self.each(value),
            "patternProperties" => value.as_object().is_some_and(|all| {
                // Without anything to check no pattern is compiled.
                let is_trivial = |one: &Value| {
                    *one == Value::Bool(true) || one.as_object().is_some_and(Map::is_empty)
                };
                all.values().all(is_trivial)
                    || all.keys().all(|pattern| self.pattern(pattern)) && self.each(value)
            }),
            "dependencies" => value
                .as_object()
                .is_some_and(|all| all.values().all(|one| one.is_array() || self.schema(one))),
            "allOf" | "anyOf" | "oneOf" => value.is_array() && self.all(value),
            "items" if value.is_array() => self.all(value),
            "items" | "additionalProperties" | "not" | "contains" | "propertyNames" | "if" => {
                self.schema(value)
            }
            "then" | "else" if around.contains_key("if") => self.schema(value),
            "additionalItems" if around.get("items").is_some_and(Value::is_array) => {
                self.schema(value)
            }
            "then" | "else" | "additionalItems" => value.is_object() || value.is_boolean(),
            // Those of later drafts are passed over.
            _ => true,
        }
    }

    fn pattern(&mut self, text: &str) -> bool {
        self.patterns += 1;
        self.patterns <= PATTERNS && is_pattern(text)
    }

    fn each(&mut self, schemas: &'a Value) -> bool {
        schemas
            .as_object()
            .is_some_and(|all| all.values().all(|one| self.schema(one)))
    }

    fn all(&mut self, schemas: &'a Value) -> bool {
        let schemas = schemas.as_array().into_iter().flatten();
        schemas.into_iter().all(|one| self.schema(one))
    }
}

fn is_type(value: &Value) -> bool {
    value.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// Whether a text is a pattern of ECMAScript with the flag `u`, as every version of it has had them. One with modifiers
/// (`(?i:a)`) is not.
fn is_pattern(text: &str) -> bool {
    let flags = regress::Flags {
        unicode: true,
        // What repeats would be written out otherwise.
        no_opt: true,
        ..Default::default()
    };
    text.len() <= PATTERN_BYTES && is_small(text) && regress::Regex::with_flags(text, flags).is_ok()
}

/// Whether a pattern nests little and has few alternatives. What is escaped or in a class is neither.
fn is_small(text: &str) -> bool {
    let (mut depth, mut alternatives, mut is_class) = (0_usize, 0, false);
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '\\' => {
                rest = rest
                    .get(rest.chars().next().map_or(0, char::len_utf8)..)
                    .unwrap_or_default();
            }
            '[' => is_class = true,
            ']' => is_class = false,
            _ if is_class => {}
            '(' => {
                depth += 1;
                let has_modifier = rest.strip_prefix('?').is_some_and(|rest| {
                    rest.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '-')
                });
                if has_modifier || depth > PATTERN_DEPTH {
                    return false;
                }
            }
            ')' => depth = depth.saturating_sub(1),
            '|' => {
                alternatives += 1;
                if alternatives > PATTERN_ALTERNATIVES {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

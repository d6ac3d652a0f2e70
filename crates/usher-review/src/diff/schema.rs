//! Two versions of one JSON Schema side by side.

use serde_json::{Map, Value};

use super::place::{Noun, Place, Zone};
use super::{came, gone};
use crate::canonical::canonical;
use crate::difference::{Difference, Kind};
use crate::phrase::quoted;

pub(super) fn walk(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    noun: Noun,
    place: &Place,
    out: &mut Vec<Difference>,
) {
    let names = old
        .keys()
        .chain(new.keys().filter(|name| !old.contains_key(*name)));
    for name in names {
        let (was, is) = (old.get(name), new.get(name));
        if was == is {
            continue;
        }
        match (name.as_str(), was, is) {
            ("properties", _, _) if both_objects(was, is) => properties(old, new, noun, place, out),
            ("required", _, _) if lists_of_names(was, is) => required(old, new, noun, place, out),
            ("enum", Some(Value::Array(was)), Some(Value::Array(is))) => {
                choices(was, is, place, out);
            }
            (_, Some(was), Some(is)) => super::walk(was, is, &keyword(name, noun, place), out),
            (_, Some(was), None) => gone(was, &keyword(name, noun, place), out),
            (_, None, Some(is)) => came(is, &keyword(name, noun, place), out),
            (_, None, None) => {}
        }
    }
}

fn both_objects(old: Option<&Value>, new: Option<&Value>) -> bool {
    [old, new]
        .iter()
        .all(|side| side.is_none_or(Value::is_object))
}

fn lists_of_names(old: Option<&Value>, new: Option<&Value>) -> bool {
    let is_names = |side: &Value| {
        side.as_array()
            .is_some_and(|names| names.iter().all(Value::is_string))
    };
    [old, new].iter().all(|side| side.is_none_or(is_names))
}

fn names_in<'a>(schema: &'a Map<String, Value>, list: &str) -> Vec<&'a str> {
    let names = schema.get(list).and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn property<'a>(schema: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

fn properties<'a>(
    old: &'a Map<String, Value>,
    new: &'a Map<String, Value>,
    noun: Noun,
    place: &Place,
    out: &mut Vec<Difference>,
) {
    let nothing = Map::new();
    let of = |schema: &'a Map<String, Value>| schema.get("properties").and_then(Value::as_object);
    let (was, is) = (of(old).unwrap_or(&nothing), of(new).unwrap_or(&nothing));
    let needed = names_in(new, "required");
    let before = out.len();
    for (name, was) in was {
        let there = place.property(name, noun);
        match is.get(name) {
            Some(is) => super::walk(was, is, &there, out),
            None => out.push(Difference::new(
                there.path.clone(),
                Kind::Schema,
                format!("{} was removed", there.subject()),
                Some(was),
                None,
            )),
        }
    }
    for (name, is) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
        let there = place.property(name, noun);
        let need = match noun {
            Noun::Result => "",
            Noun::Parameter | Noun::Setting | Noun::Field if needed.contains(&name.as_str()) => {
                " and is required"
            }
            Noun::Parameter | Noun::Setting | Noun::Field => " and is not required",
        };
        out.push(Difference::new(
            there.path.clone(),
            Kind::Schema,
            format!("{} was added{need}", there.subject()),
            None,
            Some(is),
        ));
    }
    // An empty list of properties came or went, which says nothing more than none.
    if out.len() == before && old.contains_key("properties") != new.contains_key("properties") {
        let there = keyword("properties", noun, place);
        match (old.get("properties"), new.get("properties")) {
            (None, Some(is)) => came(is, &there, out),
            (Some(was), None) => gone(was, &there, out),
            _ => {}
        }
    }
}

/// A parameter that has come or gone has said so already.
fn required(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    noun: Noun,
    place: &Place,
    out: &mut Vec<Difference>,
) {
    let (was, is) = (names_in(old, "required"), names_in(new, "required"));
    let path = format!("{}/required", place.path);
    let (before, now) = (old.get("required"), new.get("required"));
    let is_both = |name: &str| property(old, name).is_some() == property(new, name).is_some();
    let mut say = |words: String| {
        out.push(Difference::new(
            path.clone(),
            Kind::Schema,
            words,
            before,
            now,
        ));
    };
    let come: Vec<_> = is.iter().filter(|name| !was.contains(name)).collect();
    let gone: Vec<_> = was.iter().filter(|name| !is.contains(name)).collect();
    for name in come.iter().filter(|name| is_both(name)) {
        say(format!(
            "{} is required now",
            place.property(name, noun).subject()
        ));
    }
    for name in gone.iter().filter(|name| is_both(name)) {
        say(format!(
            "{} is no longer required",
            place.property(name, noun).subject()
        ));
    }
    if come.is_empty() && gone.is_empty() {
        say(format!("The order of the required {}s changed", noun.one()));
    }
}

fn choices(old: &[Value], new: &[Value], place: &Place, out: &mut Vec<Difference>) {
    let has =
        |list: &[Value], one: &Value| list.iter().any(|other| canonical(other) == canonical(one));
    let subject = place.subject();
    let path = format!("{}/enum", place.path);
    let shown = |value: &Value| match value {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    };
    let mut is_same_set = true;
    for value in new.iter().filter(|value| !has(old, value)) {
        is_same_set = false;
        let words = format!("{subject} accepts {} too", shown(value));
        out.push(Difference::new(
            path.clone(),
            Kind::Schema,
            words,
            None,
            Some(value),
        ));
    }
    for value in old.iter().filter(|value| !has(new, value)) {
        is_same_set = false;
        let words = format!("{subject} no longer accepts {}", shown(value));
        out.push(Difference::new(
            path.clone(),
            Kind::Schema,
            words,
            Some(value),
            None,
        ));
    }
    let (old, new) = (Value::from(old.to_vec()), Value::from(new.to_vec()));
    if is_same_set && canonical(&old) != canonical(&new) {
        let words = format!("{subject} lists its values in another order");
        out.push(Difference::new(
            path,
            Kind::Schema,
            words,
            Some(&old),
            Some(&new),
        ));
    }
}

/// A keyword of a schema. Its owner is what the schema is of.
fn keyword(name: &str, noun: Noun, place: &Place) -> Place {
    let of = if place.called.is_empty() {
        place.owner.clone()
    } else {
        format!(" of {}{}", place.called, place.owner)
    };
    let (zone, called) = match name {
        "description" | "title" | "$comment" | "examples" => {
            (Zone::Plain(Kind::Text), plain(name).to_owned())
        }
        "type" | "default" | "format" | "pattern" | "properties" | "required" | "enum" => {
            (Zone::Plain(Kind::Schema), plain(name).to_owned())
        }
        "items"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else"
        | "additionalProperties"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "anyOf"
        | "oneOf"
        | "allOf"
        | "prefixItems" => (Zone::Schema(noun), quoted(name)),
        "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
            (Zone::Schemas(noun), quoted(name))
        }
        other => (Zone::Plain(Kind::Schema), format!("rule {}", quoted(other))),
    };
    let mut there = place.below(name, zone, format!("the {called}"));
    there.owner = of;
    there
}

fn plain(name: &str) -> &str {
    match name {
        "$comment" => "comment",
        "properties" => "list of properties",
        other => other,
    }
}

impl Place {
    /// A property of a schema, called by its whole way: `options.depth`.
    fn property(&self, name: &str, noun: Noun) -> Self {
        let mut there = self.below("properties", Zone::Schema(noun), String::new());
        let dotted = if self.dotted.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.dotted)
        };
        let called = format!("{} {}", noun.one(), quoted(&dotted));
        there = there.below(name, Zone::Schema(noun), called);
        there.dotted = dotted;
        there
    }
}

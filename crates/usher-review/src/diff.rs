//! Going through two documents side by side, knowing what the places in a definition mean.
//!
//! Not here: the sentences (`phrase`) and what becomes of the differences (`difference`).

mod api;
mod place;
mod schema;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use place::{Place, Zone};

use super::canonical::canonical;
use super::difference::{Difference, Differences, Kind};
use super::named::{by_name, common_ends};
use super::phrase;

/// More differences than this are counted, not listed.
const MAX_LISTED: usize = 300;

/// What differs between two documents; nothing if and only if their canonical forms are the same.
pub fn differences(old: &Value, new: &Value) -> Differences {
    let mut listed = Vec::new();
    walk(old, new, &Place::document(), &mut listed);
    if listed.is_empty() && canonical(old) != canonical(new) {
        let words = "The definition changed".into();
        listed.push(Difference::new(
            String::new(),
            Kind::Other,
            words,
            Some(old),
            Some(new),
        ));
    }
    listed.sort_by_key(|difference| difference.kind);
    let left_out = listed.len().saturating_sub(MAX_LISTED);
    listed.truncate(MAX_LISTED);
    Differences { listed, left_out }
}

/// Adds what differs at a place.
fn walk(old: &Value, new: &Value, place: &Place, out: &mut Vec<Difference>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Value::Object(was), Value::Object(is)) => match &place.zone {
            Zone::Schema(noun) => schema::walk(was, is, *noun, place, out),
            _ => members(was, is, place, out),
        },
        (Value::Array(was), Value::Array(is)) => entries(was, is, place, out),
        _ => leaf(old, new, place, out),
    }
}

fn members(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    place: &Place,
    out: &mut Vec<Difference>,
) {
    for (name, was) in old {
        let there = place.member(name);
        match new.get(name) {
            Some(is) => walk(was, is, &there, out),
            None => gone(was, &there, out),
        }
    }
    for (name, is) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
        came(is, &place.member(name), out);
    }
}

fn entries(old: &[Value], new: &[Value], place: &Place, out: &mut Vec<Difference>) {
    if let (Some(was), Some(is)) = (by_name(old), by_name(new)) {
        named_entries(&was, &is, place, out);
        return;
    }
    let (start, end) = common_ends(old, new);
    let (was, is) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    if was.len() == is.len() {
        for (at, (was, is)) in was.iter().zip(is).enumerate() {
            walk(was, is, &place.entry(start + at), out);
        }
        return;
    }
    for (at, was) in was.iter().enumerate() {
        gone(was, &place.entry(start + at), out);
    }
    for (at, is) in is.iter().enumerate() {
        came(is, &place.entry(start + at), out);
    }
}

fn named_entries(
    old: &[(&str, &Value)],
    new: &[(&str, &Value)],
    place: &Place,
    out: &mut Vec<Difference>,
) {
    let position =
        |list: &[(&str, &Value)], name: &str| list.iter().position(|(other, _)| *other == name);
    let mut common = Vec::new();
    for (at, (name, was)) in old.iter().enumerate() {
        match position(new, name) {
            Some(now_at) => {
                common.push(now_at);
                walk(was, new[now_at].1, &place.named_entry(name, now_at), out);
            }
            None => gone(was, &place.named_entry(name, at), out),
        }
    }
    for (at, (name, is)) in new.iter().enumerate() {
        if position(old, name).is_none() {
            came(is, &place.named_entry(name, at), out);
        }
    }
    if !common.is_sorted() {
        let names = |list: &[(&str, &Value)]| list.iter().map(|(name, _)| *name).collect::<Value>();
        let words = format!("The order of {} changed", place.plural());
        out.push(Difference::new(
            place.path.clone(),
            place.kind(),
            words,
            Some(&names(old)),
            Some(&names(new)),
        ));
    }
}

fn leaf(old: &Value, new: &Value, place: &Place, out: &mut Vec<Difference>) {
    // The same number can be written in more than one way.
    if canonical(old) == canonical(new) {
        return;
    }
    // A document that is a text and nothing else: what a server tells a model about itself.
    if place.path.is_empty() {
        let words = "The text changed".to_owned();
        out.push(Difference::new(
            String::new(),
            Kind::Text,
            words,
            Some(old),
            Some(new),
        ));
        return;
    }
    let (kind, words) = match phrase::address(&place.of(), old, new) {
        Some((words, true)) => (Kind::Host, words),
        Some((words, false)) => (place.kind(), words),
        None => (place.kind(), in_words(place, old, new)),
    };
    out.push(Difference::new(
        place.path.clone(),
        kind,
        words,
        Some(old),
        Some(new),
    ));
}

fn in_words(place: &Place, old: &Value, new: &Value) -> String {
    if place.kind() == Kind::Annotation
        && let Some(words) = phrase::annotation(&place.field, new)
    {
        return words.to_owned();
    }
    if place.is_prose() {
        return format!("{} changed", place.subject());
    }
    phrase::changed(&place.subject(), old, new)
}

/// What is in a value that says nothing itself.
fn held<'a>(value: &'a Value, place: &Place) -> Option<&'a Map<String, Value>> {
    let Zone::Api(part) = place.zone else {
        return None;
    };
    let members = value.as_object().filter(|members| !members.is_empty())?;
    part.only_holds().then_some(members)
}

fn came(new: &Value, place: &Place, out: &mut Vec<Difference>) {
    if let Some(held) = held(new, place) {
        for (name, value) in held {
            came(value, &place.member(name), out);
        }
        return;
    }
    let words = match phrase::annotation(&place.field, new) {
        Some(words) if place.kind() == Kind::Annotation => words.to_owned(),
        _ if place.is_prose() => format!("{} was added", place.subject()),
        _ => phrase::added(&place.subject(), new),
    };
    out.push(Difference::new(
        place.path.clone(),
        place.kind(),
        words,
        None,
        Some(new),
    ));
}

fn gone(old: &Value, place: &Place, out: &mut Vec<Difference>) {
    if let Some(held) = held(old, place) {
        for (name, value) in held {
            gone(value, &place.member(name), out);
        }
        return;
    }
    let words = if place.is_prose() {
        format!("{} was removed", place.subject())
    } else {
        phrase::removed(&place.subject(), old)
    };
    out.push(Difference::new(
        place.path.clone(),
        place.kind(),
        words,
        Some(old),
        None,
    ));
}

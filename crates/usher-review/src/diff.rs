//! Compares two documents, knowing what the members of a definition mean.

mod entry;
mod path;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::{Map, Value};
use url::{Position, Url};
use usher_messages::Message;

use crate::canonical::canonical;
use crate::deceptive_text::deceptive_text;
use crate::difference::{Difference, Differences};
use crate::quoted::quoted;
use path::{NodeKind, Path};
use usher_types::review::DifferenceKind;

/// More differences than this are counted, not listed.
const MAX_LISTED: usize = 300;

/// Lists what differs between two documents; nothing if and only if their canonical forms are the same.
pub fn differences(old: &Value, new: &Value) -> Differences {
    let mut listed = Vec::new();
    let root = Path::root(old, new);
    compare(Some(old), Some(new), &root, &mut listed);
    if listed.is_empty() && canonical(old) != canonical(new) {
        listed.push(difference(Some(old), Some(new), &root));
    }
    listed.sort_by_key(|difference| difference.kind);
    let left_out = listed.len().saturating_sub(MAX_LISTED);
    listed.truncate(MAX_LISTED);
    Differences { listed, left_out }
}

/// Names what is at a JSON pointer (RFC 6901) of a definition.
pub(crate) fn subject_at(definition: &Value, pointer: &str) -> Message {
    let mut path = Path::root(definition, definition);
    let mut value = Some(definition);
    for name in pointer.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        if let Some(Value::Array(entries)) = value {
            let at = name.parse().unwrap_or_default();
            let keys = keys(entries, &path).unwrap_or_default();
            value = entries.get(at);
            path = path.entry(at, keys.get(at).map(String::as_str));
        } else {
            value = value.and_then(|value| value.get(&name));
            path = path.member(&name);
        }
    }
    path.subject()
}

/// Adds differences at a path; a value may be absent on one side.
fn compare(old: Option<&Value>, new: Option<&Value>, path: &Path, out: &mut Vec<Difference>) {
    // A collection that is absent has no entries.
    let empty = match old.or(new) {
        Some(Value::Object(members)) if !members.is_empty() => Value::Object(Map::new()),
        Some(Value::Array(entries)) if !entries.is_empty() => Value::Array(Vec::new()),
        _ => Value::Null,
    };
    let absent = (path.kind.lists_its_entries() && !empty.is_null()).then_some(&empty);
    match (old.or(absent), new.or(absent)) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => members(old, new, path, out),
        (Some(Value::Array(old)), Some(Value::Array(new))) => entries(old, new, path, out),
        // The same number can be written in more than one way.
        _ if old.map(canonical) == new.map(canonical) => {}
        _ => out.push(difference(old, new, path)),
    }
}

fn members(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    path: &Path,
    out: &mut Vec<Difference>,
) {
    let added = new.keys().filter(|name| !old.contains_key(*name));
    for name in old.keys().chain(added) {
        let (was, is) = (old.get(name), new.get(name));
        if was != is {
            compare(was, is, &path.member(name), out);
        }
    }
}

fn entries(old: &[Value], new: &[Value], path: &Path, out: &mut Vec<Difference>) {
    let (Some(old_keys), Some(new_keys)) = (keys(old, path), keys(new, path)) else {
        return entries_by_position(old, new, path, out);
    };
    let mut common = Vec::new();
    for ((at, was), key) in old.iter().enumerate().zip(&old_keys) {
        let now_at = new_keys.iter().position(|other| other == key);
        common.extend(now_at);
        let place = path.entry(now_at.unwrap_or(at), Some(key));
        compare(Some(was), now_at.map(|at| &new[at]), &place, out);
    }
    for ((at, is), key) in new.iter().enumerate().zip(&new_keys) {
        if !old_keys.contains(key) {
            compare(None, Some(is), &path.entry(at, Some(key)), out);
        }
    }
    if !common.is_sorted() {
        let (old, new) = (Value::from(old_keys), Value::from(new_keys));
        out.push(Difference {
            message: of(path, "difference.reordered"),
            ..difference(Some(&old), Some(&new), path)
        });
    }
}

/// Returns the key of a list's entries, if each has its own.
fn keys(entries: &[Value], path: &Path) -> Option<Vec<String>> {
    let key = |entry: &Value| match entry {
        Value::Object(members) => Some(members.get("name")?.as_str()?.to_owned()),
        Value::String(text) if path.kind.is_set() => Some(text.clone()),
        scalar if path.kind.is_set() => Some(canonical(scalar)),
        _ => None,
    };
    let keys: Vec<_> = entries.iter().map(key).collect::<Option<_>>()?;
    let distinct: HashSet<_> = keys.iter().collect();
    (distinct.len() == keys.len()).then_some(keys)
}

/// Compares two lists between their equal beginnings and ends.
fn entries_by_position(old: &[Value], new: &[Value], path: &Path, out: &mut Vec<Difference>) {
    let is_same = |(old, new): &(&Value, &Value)| old == new;
    let start = old.iter().zip(new).take_while(is_same).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(is_same);
    let end = end.count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let is_paired = old.len() == new.len();
    for (at, was) in old.iter().enumerate() {
        let is = new.get(at).filter(|_| is_paired);
        compare(Some(was), is, &path.entry(start + at, None), out);
    }
    for (at, is) in new.iter().enumerate().filter(|_| !is_paired) {
        compare(None, Some(is), &path.entry(start + at, None), out);
    }
}

fn difference(old: Option<&Value>, new: Option<&Value>, path: &Path) -> Difference {
    let moved = old.zip(new).and_then(|(old, new)| origins(old, new));
    let message = match (path.kind, old, new) {
        (NodeKind::Requirement, None, _) => of(path, "difference.required"),
        (NodeKind::Requirement, _, None) => of(path, "difference.notRequired"),
        (NodeKind::Choice, None, Some(new)) => {
            of(path, "difference.accepts").with("value", shown(new))
        }
        (NodeKind::Choice, Some(old), None) => {
            of(path, "difference.acceptsNot").with("value", shown(old))
        }
        (_, None, new) => match detail(new, path) {
            Some(value) => of(path, "difference.addedValue").with("value", value),
            None => of(path, "difference.added"),
        },
        (_, old, None) => match detail(old, path) {
            Some(value) => of(path, "difference.removedValue").with("value", value),
            None => of(path, "difference.removed"),
        },
        (_, Some(_), Some(_)) if let Some((old, new)) = &moved => of(path, "difference.changedTo")
            .with("old", format!("`{old}`"))
            .with("new", format!("`{new}`")),
        (_, old, new) => match (detail(old, path), detail(new, path)) {
            (Some(old), Some(new)) => of(path, "difference.changedTo")
                .with("old", old)
                .with("new", new),
            _ => of(path, "difference.changed"),
        },
    };
    let claim = new.and_then(|new| path.claim(new));
    Difference {
        path: path.pointer.clone(),
        kind: if moved.is_some() {
            DifferenceKind::Host
        } else {
            path.kind.about()
        },
        message: claim.unwrap_or(message),
        old: old.cloned(),
        new: new.cloned(),
        hidden: new.map(deceptive_text).unwrap_or_default().hidden,
    }
}

/// A message about what is at a path.
fn of(path: &Path, code: &'static str) -> Message {
    Message::new(code).with("subject", path.subject())
}

/// Returns how two addresses begin that lead to different places.
fn origins(old: &Value, new: &Value) -> Option<(String, String)> {
    let origin = |value: &Value| {
        let url = Url::parse(value.as_str()?).ok().filter(Url::has_host)?;
        Some(url[..Position::BeforePath].to_owned())
    };
    let (old, new) = (origin(old)?, origin(new)?);
    (old != new).then_some((old, new))
}

fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| quoted(&value.to_string()), quoted)
}

/// Returns a value if it is short; prose is not repeated.
fn detail(value: Option<&Value>, path: &Path) -> Option<String> {
    let value = match value {
        // A server of a document is its address.
        Some(Value::Object(members)) => members.get("url").filter(|url| url.is_string()),
        other => other,
    };
    match value? {
        _ if path.kind == NodeKind::Prose => None,
        Value::Object(_) | Value::Array(_) => None,
        Value::String(text) if text.chars().count() > 60 || text.contains('\n') => None,
        short => Some(shown(short)),
    }
}

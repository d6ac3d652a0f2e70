//! Edits YAML where the servers are a plain block mapping at the top of the file, and refuses every other form.
//!
//! Lines are added and removed as text; `edit` parses the outcome, so that a misread line ends in a refusal.

use std::ops::Range;

use serde_json::Value;
use usher_config::file_format::nested;

use crate::place::{self, Place, Problem};
use crate::splice::{Splice, newline, next_line};

/// The pieces that add the entry, which is not there.
pub(crate) fn add(text: &str, place: Place, value: &Value) -> Result<Vec<Splice>, Problem> {
    let key = only_key(place)?;
    let newline = newline(text);
    let entry = nested(&[place.name], value.clone());
    let Some(header) = header(text, key)? else {
        let start = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            newline
        };
        let added = block(&nested(&[key], entry), 0, newline);
        return Ok(vec![Splice::insert(text.len(), format!("{start}{added}"))]);
    };
    match header.value {
        HeaderValue::Block => {
            let indent = child_indent(text, header.line.end).unwrap_or(2);
            let start = if text[..header.line.end].ends_with('\n') {
                ""
            } else {
                newline
            };
            let added = block(&entry, indent, newline);
            Ok(vec![Splice::insert(
                header.line.end,
                format!("{start}{added}"),
            )])
        }
        // JSON is YAML: the entry fits between the braces.
        HeaderValue::EmptyBraces(inside) => {
            let added = entry.to_string();
            let added = &added[1..added.len() - 1];
            Ok(vec![Splice::insert(inside, added)])
        }
        HeaderValue::Other => Err(Problem::Form),
    }
}

/// The pieces that remove the entry; none if it is not there.
pub(crate) fn remove(text: &str, place: Place) -> Result<Vec<Splice>, Problem> {
    let Some(header) = header(text, only_key(place)?)? else {
        return Ok(Vec::new());
    };
    if !matches!(header.value, HeaderValue::Block) {
        return in_braces(text, &header, place);
    }
    let Some(indent) = child_indent(text, header.line.end) else {
        return Ok(Vec::new());
    };
    let mut entry: Option<Range<usize>> = None;
    for line in lines(text, header.line.end) {
        let Some(depth) = depth(&text[line.clone()]) else {
            continue;
        };
        if depth < indent {
            break;
        }
        match &mut entry {
            Some(entry) if depth > indent => entry.end = line.end,
            Some(_) => break,
            None if depth == indent && names(text[line.clone()].trim(), place.name) => {
                entry = Some(line);
            }
            None => {}
        }
    }
    Ok(entry.map(Splice::remove).into_iter().collect())
}

/// The piece that removes the entry from the braces it was put into.
fn in_braces(text: &str, header: &Header, place: Place) -> Result<Vec<Splice>, Problem> {
    let Some(entry) = place::entry(text, place)? else {
        return Ok(Vec::new());
    };
    let entry = nested(&[place.name], entry).to_string();
    let entry = &entry[1..entry.len() - 1];
    match text[header.line.clone()].find(entry) {
        Some(at) => {
            let start = header.line.start + at;
            Ok(vec![Splice::remove(start..start + entry.len())])
        }
        None => Err(Problem::Form),
    }
}

/// A mapping in block form, each line indented by so many spaces more.
pub(crate) fn block(value: &Value, indent: usize, newline: &str) -> String {
    let mut text = String::new();
    let space = &" ".repeat(indent);
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                text.push_str(&[space, &scalar(key), ":", newline].concat());
                text.push_str(&block(value, indent + 2, newline));
            }
            Value::Array(items) if !items.is_empty() => {
                text.push_str(&[space, &scalar(key), ":", newline].concat());
                for item in items {
                    text.push_str(&[space, "  - ", &flow(item), newline].concat());
                }
            }
            _ => text.push_str(&[space, &scalar(key), ": ", &flow(value), newline].concat()),
        }
    }
    text
}

fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// A text without quotation marks where nothing can take it for anything else.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_./- ".contains(c))
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if is_plain {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}

fn only_key(place: Place<'_>) -> Result<&str, Problem> {
    match place.keys {
        [key] => Ok(key),
        _ => Err(Problem::Form),
    }
}

/// The line at the top of the file that begins the servers.
struct Header {
    line: Range<usize>,
    value: HeaderValue,
}

enum HeaderValue {
    /// Nothing stands behind the key: lines below it, or none.
    Block,
    /// `{}`, and where its inside is.
    EmptyBraces(usize),
    Other,
}

fn header(text: &str, key: &str) -> Result<Option<Header>, Problem> {
    let mut found = lines(text, 0).filter(|line| names(&text[line.clone()], key));
    let (Some(line), None) = (found.next(), found.next()) else {
        // None: the key may still be written in another form, which the check of the outcome finds.
        return if count(text, key) > 1 {
            Err(Problem::Twice(key.to_owned()))
        } else {
            Ok(None)
        };
    };
    let start = line.start + text[line.clone()].find(':').map_or(0, |colon| colon + 1);
    let behind = without_comment(&text[start..line.end]);
    let value = if behind.trim().is_empty() {
        HeaderValue::Block
    } else if behind.trim().starts_with('{') && behind.trim()[1..].trim() == "}" {
        HeaderValue::EmptyBraces(start + behind.find('{').map_or(0, |brace| brace + 1))
    } else {
        HeaderValue::Other
    };
    Ok(Some(Header { line, value }))
}

fn count(text: &str, key: &str) -> usize {
    lines(text, 0)
        .filter(|line| names(&text[line.clone()], key))
        .count()
}

/// Whether a line begins with this key.
fn names(line: &str, key: &str) -> bool {
    let quoted = [format!("\"{key}\""), format!("'{key}'"), key.to_owned()];
    let rest = quoted
        .iter()
        .find_map(|key| line.strip_prefix(key.as_str()));
    let behind = rest.and_then(|rest| rest.trim_start_matches(' ').strip_prefix(':'));
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '\t', '\r', '\n']))
}

fn without_comment(text: &str) -> &str {
    match text.find(" #") {
        Some(at) => &text[..at],
        None => text,
    }
}

/// The lines of a text from a place on, with their newlines.
fn lines(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = from;
    std::iter::from_fn(move || {
        let start = at;
        at = next_line(text, start);
        (start < at).then_some(start..at)
    })
}

/// By how many spaces a line is indented; `None` = it is empty or a comment.
fn depth(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    let is_nothing = content.trim().is_empty() || content.starts_with('#');
    (!is_nothing).then(|| line.len() - content.len())
}

/// By how much the entries below a header are indented; `None` = there are none.
fn child_indent(text: &str, from: usize) -> Option<usize> {
    let first = lines(text, from).find_map(|line| depth(&text[line]))?;
    (first > 0).then_some(first)
}

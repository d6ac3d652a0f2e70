//! Edits TOML: a table is added at the end, and removed with its sub-tables.
//!
//! `toml_edit` tells where each value is. It does not write the text, because it would turn every CRLF into LF.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Array, Document, InlineTable, Item, Table, TableLike, Value as TomlValue};
use usher_config::file_format::Fault;

use crate::place::{Place, Problem};
use crate::splice::{Splice, line_start, newline, next_line};

/// The pieces that add the entry, which is not there.
pub(crate) fn add(text: &str, place: Place, value: &Value) -> Result<Vec<Splice>, Problem> {
    let document = parse(text)?;
    let mut table: &dyn TableLike = document.as_table();
    for key in place.keys {
        match table.get(key) {
            None => break,
            Some(Item::Table(inner)) if !inner.is_dotted() => table = inner,
            // An inline table ends where it ends: no header can add to it.
            Some(_) => return Err(Problem::Form),
        }
    }
    let mut keys = place.keys.to_vec();
    keys.push(place.name);
    let newline = newline(text);
    let start = match text {
        "" => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    let added = format!("{start}{}", block(&keys, value, newline));
    Ok(vec![Splice::insert(text.len(), added)])
}

/// The pieces that remove the entry; none if it is not there.
pub(crate) fn remove(text: &str, place: Place) -> Result<Vec<Splice>, Problem> {
    let document = parse(text)?;
    let mut table: &dyn TableLike = document.as_table();
    for key in place.keys {
        match table.get(key) {
            None => return Ok(Vec::new()),
            Some(item) => table = item.as_table_like().ok_or(Problem::Form)?,
        }
    }
    match table.get_key_value(place.name) {
        None => Ok(Vec::new()),
        Some((_, Item::Table(entry))) if !entry.is_dotted() => {
            let mut ranges = Vec::new();
            tables(entry, &mut ranges)?;
            let splices = ranges
                .into_iter()
                .map(|range| Splice::remove(lines(text, range)));
            Ok(splices.collect())
        }
        Some((key, Item::Value(value))) => {
            let (key, value) = (key.span(), value.span());
            let (Some(key), Some(value)) = (key, value) else {
                return Err(Problem::Form);
            };
            let start = line_start(text, key.start);
            let end = next_line(text, value.end);
            let is_alone =
                text[start..key.start].trim().is_empty() && is_nothing(&text[value.end..end]);
            if is_alone {
                Ok(vec![Splice::remove(start..end)])
            } else {
                Err(Problem::Form)
            }
        }
        Some(_) => Err(Problem::Form),
    }
}

/// A table with its header: `[mcp_servers.usher]`.
pub(crate) fn block(keys: &[&str], value: &Value, newline: &str) -> String {
    let header: Vec<String> = keys.iter().map(|key| key_text(key)).collect();
    let mut text = format!("[{}]{newline}", header.join("."));
    for (key, value) in value.as_object().into_iter().flatten() {
        let value = toml_value(value).to_string();
        text.push_str(&[&key_text(key), " = ", value.trim(), newline].concat());
    }
    text
}

fn key_text(key: &str) -> String {
    toml_edit::Key::new(key).display_repr().into_owned()
}

fn toml_value(value: &Value) -> TomlValue {
    match value {
        Value::String(text) => text.as_str().into(),
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.as_f64().unwrap_or_default().into(),
        },
        Value::Array(items) => TomlValue::Array(items.iter().map(toml_value).collect::<Array>()),
        Value::Object(object) => {
            let entries = object
                .iter()
                .map(|(key, value)| (key.as_str(), toml_value(value)));
            TomlValue::InlineTable(entries.collect::<InlineTable>())
        }
        // TOML has no null; no entry has one.
        Value::Null => "".into(),
    }
}

fn parse(text: &str) -> Result<Document<&str>, Problem> {
    // The caller has parsed the same text already.
    Document::parse(text).map_err(|_| {
        Problem::Broken(Fault {
            text: String::new(),
            at: None,
        })
    })
}

/// The places of a table and its sub-tables, each from its header to its last value.
fn tables(table: &Table, ranges: &mut Vec<Range<usize>>) -> Result<(), Problem> {
    let header = table.span().filter(|span| !span.is_empty());
    let mut end = header.as_ref().map_or(0, |header| header.end);
    for (_, item) in table {
        match item {
            Item::Table(inner) if !inner.is_dotted() => tables(inner, ranges)?,
            Item::Value(value) => end = end.max(value.span().ok_or(Problem::Form)?.end),
            _ => return Err(Problem::Form),
        }
    }
    match header {
        Some(header) => ranges.push(header.start..end),
        None if table.is_implicit() => {}
        None => return Err(Problem::Form),
    }
    Ok(())
}

/// The lines of a range, with the empty line before them where an empty line or nothing follows.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    let (start, end) = (line_start(text, range.start), next_line(text, range.end));
    let before = line_start(text, start.saturating_sub(1));
    let is_blank = start > 0 && text[before..start].trim().is_empty();
    let follows = &text[end..next_line(text, end)];
    if is_blank && follows.trim().is_empty() {
        before..end
    } else {
        start..end
    }
}

fn is_nothing(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || rest.starts_with('#')
}

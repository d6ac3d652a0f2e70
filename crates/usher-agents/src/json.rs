//! Edits JSON with comments and trailing commas. The parser tells where each value is; text is inserted or removed there.

mod write;

use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, parse_to_ast};
use serde_json::Value;
use usher_config::file_format::{Fault, json_options, nested};

use crate::place::{Place, Problem};
use crate::splice::{Splice, line_start, newline, next_line, own_line};
use write::Style;

/// The pieces that add the entry, or replace its value.
pub(crate) fn add(text: &str, place: Place, value: &Value) -> Result<Vec<Splice>, Problem> {
    let Some(root) = parse(text)? else {
        return Ok(whole_document(text, place, value));
    };
    let unit = write::indent_unit(text, &root);
    let mut keys = place.keys.to_vec();
    keys.push(place.name);
    let mut object = root.as_object().ok_or(Problem::Form)?;
    for (index, key) in keys.iter().enumerate() {
        let rest = &keys[index + 1..];
        let Some(property) = the_only(object, key)? else {
            return Ok(insert(
                text,
                object,
                key,
                &nested(rest, value.clone()),
                unit,
            ));
        };
        match (&property.value, rest) {
            (found, []) => return Ok(replace(text, property, found, value, unit)),
            (Node::Object(inner), _) => object = inner,
            _ => return Err(Problem::Form),
        }
    }
    Err(Problem::Form)
}

/// The pieces that remove the entry; none if it is not there.
pub(crate) fn remove(text: &str, place: Place) -> Result<Vec<Splice>, Problem> {
    let Some(root) = parse(text)? else {
        return Ok(Vec::new());
    };
    let mut object = root.as_object().ok_or(Problem::Form)?;
    for key in place.keys {
        match the_only(object, key)?.map(|property| &property.value) {
            None => return Ok(Vec::new()),
            Some(Node::Object(inner)) => object = inner,
            Some(_) => return Err(Problem::Form),
        }
    }
    let Some(property) = the_only(object, place.name)? else {
        return Ok(Vec::new());
    };
    Ok(removal(text, object, property))
}

fn parse(text: &str) -> Result<Option<Node<'_>>, Problem> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &json_options());
    // The caller has parsed the same text already.
    let unexpected = |_| {
        Problem::Broken(Fault {
            text: String::new(),
            at: None,
        })
    };
    Ok(parsed.map_err(unexpected)?.value)
}

fn the_only<'o, 'a>(
    object: &'o Object<'a>,
    key: &str,
) -> Result<Option<&'o ObjectProp<'a>>, Problem> {
    let mut found = object
        .properties
        .iter()
        .filter(|property| property.name.as_str() == key);
    match (found.next(), found.next()) {
        (property, None) => Ok(property),
        _ => Err(Problem::Twice(key.to_owned())),
    }
}

/// The text has no value, only comments and white space.
fn whole_document(text: &str, place: Place, value: &Value) -> Vec<Splice> {
    let mut keys = place.keys.to_vec();
    keys.push(place.name);
    let newline = newline(text);
    let style = Style::lines("  ", "", newline);
    let start = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        newline
    };
    let document = style.value(&nested(&keys, value.clone()));
    vec![Splice::insert(
        text.len(),
        format!("{start}{document}{newline}"),
    )]
}

fn replace(
    text: &str,
    property: &ObjectProp,
    found: &Node,
    value: &Value,
    unit: &str,
) -> Vec<Splice> {
    let old = found.range();
    let style = match own_line(text, property.start()) {
        Some(indent) if text[old.start..old.end].contains('\n') => {
            Style::lines(unit, indent, newline(text))
        }
        _ => Style::inline(is_spaced(text, property)),
    };
    vec![Splice {
        at: old.start..old.end,
        text: style.value(value),
    }]
}

fn insert(text: &str, object: &Object, key: &str, value: &Value, unit: &str) -> Vec<Splice> {
    match object.properties.last() {
        Some(last) => insert_after(text, object, last, key, value, unit),
        None => vec![insert_first(text, object, key, value, unit)],
    }
}

fn insert_after(
    text: &str,
    object: &Object,
    last: &ObjectProp,
    key: &str,
    value: &Value,
    unit: &str,
) -> Vec<Splice> {
    let Rest { comma, line_end } = rest(text, last.end()..object.end() - 1);
    let after = if comma.is_some() { "," } else { "" };
    let mut splices = Vec::new();
    let inserted = if let Some(indent) = own_line(text, last.start()) {
        let newline = newline(text);
        let property = Style::lines(unit, indent, newline).property(key, value);
        if comma.is_none() {
            splices.push(Splice::insert(last.end(), ","));
        }
        Splice::insert(line_end, format!("{newline}{indent}{property}{after}"))
    } else {
        let is_spaced = is_spaced(text, last);
        let property = Style::inline(is_spaced).property(key, value);
        let (comma_before, space) = (
            if comma.is_none() { "," } else { "" },
            if is_spaced { " " } else { "" },
        );
        let at = comma.map_or(last.end(), |comma| comma + 1);
        Splice::insert(at, format!("{comma_before}{space}{property}{after}"))
    };
    splices.push(inserted);
    splices
}

fn insert_first(text: &str, object: &Object, key: &str, value: &Value, unit: &str) -> Splice {
    let inside = object.start() + 1..object.end() - 1;
    let is_one_line =
        !text.trim().contains('\n') && text.trim() != &text[object.start()..object.end()];
    if is_one_line {
        let property = Style::inline(text.contains(": ")).property(key, value);
        return Splice::insert(inside.start, property);
    }
    let newline = newline(text);
    let start = line_start(text, object.start());
    let outer = write::leading_space(&text[start..]);
    let indent = format!("{outer}{unit}");
    let property = Style::lines(unit, &indent, newline).property(key, value);
    // Behind the last comment, so that a line comment does not swallow the entry.
    let at = last_comment(text, inside.clone()).unwrap_or(inside.start);
    let end = if text[at..inside.end].contains('\n') {
        String::new()
    } else {
        format!("{newline}{outer}")
    };
    Splice::insert(at, format!("{newline}{indent}{property}{end}"))
}

fn removal(text: &str, object: &Object, property: &ObjectProp) -> Vec<Splice> {
    let index = object
        .properties
        .iter()
        .position(|other| other.start() == property.start());
    let before = index.and_then(|index| object.properties.get(index.checked_sub(1)?));
    let next = index.and_then(|index| object.properties.get(index + 1));
    let limit = next.map_or(object.end() - 1, Ranged::start);
    let comma = rest(text, property.end()..limit).comma;
    let end = comma.map_or(property.end(), |comma| comma + 1);
    let mut splices = Vec::new();
    if comma.is_none()
        && let Some(before) = before
        && let Some(comma) = rest(text, before.end()..property.start()).comma
    {
        splices.push(Splice::remove(comma..comma + 1));
    }
    let line_end = next_line(text, end);
    let is_alone =
        own_line(text, property.start()).is_some() && text[end..line_end].trim().is_empty();
    let start = line_start(text, property.start());
    let behind = text[end..line_end].trim_start();
    let line_before = text[..start]
        .trim_end_matches('\n')
        .trim_end_matches('\r')
        .len();
    let no_comment = |before: &ObjectProp| last_comment(text, before.end()..start).is_none();
    let at = if is_alone {
        // The newline before goes with it, the one behind stays: the line before keeps its end.
        let start = text[..start].strip_suffix('\n').map_or(start, str::len);
        let start = text[..start].strip_suffix('\r').map_or(start, str::len);
        let kept = text[end..line_end].trim_end_matches(['\r', '\n']).len();
        start..end + kept
    } else if own_line(text, property.start()).is_some()
        && (behind.starts_with("//") || behind.starts_with("/*"))
    {
        // The comment behind it stays where it is, as one of the line.
        property.start()..line_end - behind.len()
    } else if own_line(text, property.start()).is_some()
        && next.is_none()
        && before.is_some_and(no_comment)
    {
        // The braces behind it go back to the line before.
        line_before..end
    } else {
        let space = text[..property.start()].trim_end_matches([' ', '\t']).len();
        space..end
    };
    splices.push(Splice::remove(at));
    splices
}

/// What follows a value up to the next one or the end of the object.
struct Rest {
    /// Where its comma is.
    comma: Option<usize>,
    /// The end of the value, its comma and the comments on the same line.
    line_end: usize,
}

fn rest(text: &str, within: Range<usize>) -> Rest {
    let mut rest = Rest {
        comma: None,
        line_end: within.start,
    };
    let mut is_same_line = true;
    for piece in pieces(text, within) {
        match piece.kind {
            PieceKind::Newline => is_same_line = false,
            PieceKind::Comma => {
                rest.comma = Some(piece.at.start);
                // A comma on a later line: what follows it is on that line.
                is_same_line = true;
                rest.line_end = piece.at.end;
            }
            PieceKind::Comment if is_same_line => {
                rest.line_end = piece.at.end;
                is_same_line = !text[piece.at].contains('\n');
            }
            PieceKind::Comment => {}
        }
    }
    rest
}

fn last_comment(text: &str, within: Range<usize>) -> Option<usize> {
    pieces(text, within)
        .filter(|piece| piece.kind == PieceKind::Comment)
        .last()
        .map(|piece| piece.at.end)
}

#[derive(PartialEq, Eq)]
enum PieceKind {
    Comma,
    Comment,
    Newline,
}

struct Piece {
    kind: PieceKind,
    at: Range<usize>,
}

/// The commas, comments and newlines between values, of which a text that was parsed has nothing but white space beside.
fn pieces(text: &str, within: Range<usize>) -> impl Iterator<Item = Piece> + '_ {
    let mut at = within.start;
    std::iter::from_fn(move || {
        loop {
            let left = text.get(at..within.end).filter(|left| !left.is_empty())?;
            let (kind, length) = if left.starts_with("//") {
                let line = left.find('\n').unwrap_or(left.len());
                (
                    Some(PieceKind::Comment),
                    left[..line].trim_end_matches('\r').len(),
                )
            } else if left.starts_with("/*") {
                (
                    Some(PieceKind::Comment),
                    left.find("*/").map_or(left.len(), |end| end + 2),
                )
            } else if left.starts_with(',') {
                (Some(PieceKind::Comma), 1)
            } else if left.starts_with('\n') {
                (Some(PieceKind::Newline), 1)
            } else {
                (None, left.chars().next().map_or(1, char::len_utf8))
            };
            let start = at;
            at += length;
            if let Some(kind) = kind {
                return Some(Piece {
                    kind,
                    at: start..at,
                });
            }
        }
    })
}

fn is_spaced(text: &str, property: &ObjectProp) -> bool {
    text[property.name.end()..property.value.start()].contains(' ')
}

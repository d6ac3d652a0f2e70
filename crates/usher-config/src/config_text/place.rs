//! Finds where in a JSON text a field of a server is written.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use usher_types::input::reference;

/// Line and column of a field of the one server in a text, from 1; of the server where the field is not written.
pub fn place_of(text: &str, field: &str) -> Option<(u32, u32)> {
    if let Some(name) = field.strip_prefix("inputs.") {
        return text
            .find(&reference(name))
            .map(|at| line_and_column(text, at));
    }
    let read = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?;
    let root = read.value?;
    let (server, label) = server_in(&root, None)?;
    let at = match field {
        "label" | "text" => label.unwrap_or_else(|| server.start()),
        _ => start_of(server, field).unwrap_or_else(|| server.start()),
    };
    Some(line_and_column(text, at))
}

/// The first object with a command or a URL, and where its name is.
fn server_in<'a, 'b>(
    value: &'b Value<'a>,
    label: Option<usize>,
) -> Option<(&'b Object<'a>, Option<usize>)> {
    match value {
        Value::Object(object) => {
            let is_server = object.properties.iter().any(|property| {
                let name = property.name.as_str();
                ["command", "cmd", "url", "httpUrl", "serverUrl", "uri"].contains(&name)
            });
            if is_server {
                return Some((object, label));
            }
            object
                .properties
                .iter()
                .find_map(|property| server_in(&property.value, Some(property.start())))
        }
        Value::Array(array) => array
            .elements
            .iter()
            .find_map(|element| server_in(element, None)),
        _ => None,
    }
}

/// Where `args[2]`, `env.NAME` or `command` is written.
fn start_of(server: &Object<'_>, field: &str) -> Option<usize> {
    if let Some((list, index)) = field
        .strip_suffix(']')
        .and_then(|field| field.split_once('['))
    {
        let property = server.get(list)?;
        let index: usize = index.parse().ok()?;
        let element = property.value.as_array()?.elements.get(index)?;
        return Some(element.start());
    }
    if let Some((list, name)) = field.split_once('.') {
        let list = server.get(list)?;
        let named = list.value.as_object()?.get(name);
        return Some(named.map_or_else(|| list.start(), Ranged::start));
    }
    server.get(field).map(Ranged::start)
}

fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
    (
        number(before.matches('\n').count()),
        number(before[line_start..].chars().count()),
    )
}

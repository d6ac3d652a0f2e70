//! Parses the text of a configuration file, whichever format it has, into one kind of value.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::{Map, Number, Value};
use toml_edit::{Document, Item, TableLike, Value as TomlValue};

/// The format of a configuration file. JSON may have comments and trailing commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Toml,
    Yaml,
}

/// Why a text cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What the parser says, in English; empty if it says nothing useful.
    pub text: String,
    /// Line and column, from 1.
    pub at: Option<(u32, u32)>,
}

/// JSON as apps write and read it: with comments and trailing commas, without the rest of JSON5.
pub fn json_options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// Parses a text. An empty one is `null`.
pub fn parse(text: &str, format: Format) -> Result<Value, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::Json => parse_to_serde_value(text, &json_options()).map_err(|error| Fault {
            text: error.kind().to_string(),
            at: Some((number(error.line_display()), number(error.column_display()))),
        }),
        Format::Toml => parse_toml(text),
        Format::Yaml if text.trim().is_empty() => Ok(Value::Null),
        Format::Yaml => serde_saphyr::from_str(text).map_err(|error| Fault {
            text: String::new(),
            at: error
                .location()
                .map(|place| (number(place.line()), number(place.column()))),
        }),
    }
}

fn parse_toml(text: &str) -> Result<Value, Fault> {
    let document = Document::parse(text).map_err(|error| Fault {
        text: error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned(),
        at: error.span().map(|span| line_and_column(text, span.start)),
    })?;
    Ok(table(document.as_table()))
}

fn table(table: &dyn TableLike) -> Value {
    let entries = table.iter();
    Value::Object(
        entries
            .map(|(key, item)| (key.to_owned(), item_value(item)))
            .collect(),
    )
}

fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => toml_value(value),
        Item::Table(inner) => table(inner),
        Item::ArrayOfTables(tables) => {
            Value::Array(tables.iter().map(|inner| table(inner)).collect())
        }
    }
}

fn toml_value(value: &TomlValue) -> Value {
    match value {
        TomlValue::String(text) => text.value().as_str().into(),
        TomlValue::Integer(number) => (*number.value()).into(),
        TomlValue::Boolean(flag) => (*flag.value()).into(),
        TomlValue::Array(items) => Value::Array(items.iter().map(toml_value).collect()),
        TomlValue::InlineTable(inner) => table(inner),
        // JSON has no infinity and no dates: they stay the text they are.
        TomlValue::Float(number) => Number::from_f64(*number.value())
            .map_or_else(|| number.value().to_string().into(), Value::Number),
        TomlValue::Datetime(moment) => moment.value().to_string().into(),
    }
}

/// Line and column of a byte of a text, from 1.
pub fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        number(before.matches('\n').count() + 1),
        number(before[line_start..].chars().count() + 1),
    )
}

fn number(place: impl TryInto<u32>) -> u32 {
    place.try_into().unwrap_or(u32::MAX)
}

/// The value to which keys lead.
pub fn value_at<'a>(root: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(root, |value, key| value.get(key))
}

/// An object that holds a value below these keys.
pub fn nested(keys: &[&str], value: Value) -> Value {
    keys.iter().rev().fold(value, |inner, key| {
        let mut object = Map::new();
        object.insert((*key).to_owned(), inner);
        Value::Object(object)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Fault, Format, parse};

    #[test]
    fn every_format_becomes_the_same_value() {
        let expected = json!({ "a": { "b": ["x", 1, true, 1.5] } });
        let check =
            |format, text: &str| assert_eq!(parse(text, format), Ok(expected.clone()), "{text}");
        check(
            Format::Json,
            "\u{feff}{ // c\n\"a\": {\"b\": [\"x\", 1, true, 1.5,],},}",
        );
        check(Format::Toml, "\u{feff}[a]\r\nb = [\"x\", 1, true, 1.5]\r\n");
        check(Format::Yaml, "\u{feff}a:\n  b: [x, 1, true, 1.5]\n");
        for format in [Format::Json, Format::Yaml] {
            assert_eq!(parse("", format), Ok(json!(null)), "{format:?}");
        }
        assert_eq!(parse("", Format::Toml), Ok(json!({})));
    }

    #[test]
    fn a_fault_names_its_place() {
        let at = |format, text: &str| parse(text, format).map_err(|Fault { at, .. }| at);
        assert_eq!(
            at(Format::Json, "{\n  \"a\": 1\n  \"b\": 2\n}"),
            Err(Some((2, 9)))
        );
        assert_eq!(at(Format::Toml, "a = 1\nb = \n"), Err(Some((2, 5))));
        assert_eq!(at(Format::Yaml, "a: 1\nb: [\n"), Err(Some((2, 4))));
    }
}

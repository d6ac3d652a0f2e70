//! Parses JSON as people write it (comments, trailing commas), with fault positions.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use super::problem::Problem;
use crate::file_format::{Fault, Format};
use usher_messages::Message;

/// Quotation marks that web pages and word processors put into a configuration.
const TYPOGRAPHIC: [char; 5] = ['“', '”', '„', '‘', '’'];

/// Reads JSON. A fault names its line and column.
pub(crate) fn parse(text: &str) -> Result<Value, Problem> {
    parse_to_serde_value::<Value>(text, &ParseOptions::default()).map_err(|error| {
        let at = (number(error.line_display()), number(error.column_display()));
        let code = if text.contains(TYPOGRAPHIC) {
            "paste.jsonQuotes"
        } else {
            "paste.json"
        };
        let message = Message::new(code)
            .with("fault", error.kind().to_string())
            .with("line", at.0)
            .with("column", at.1);
        Problem {
            message,
            at: Some(at),
            field: None,
        }
    })
}

/// Says why a text is not valid.
pub(crate) fn not_valid(text: &str, format: Format, fault: &Fault) -> Message {
    match (format, fault.at) {
        (Format::Json, _) => match parse(text) {
            Err(problem) => problem.message,
            // What only JSON5 allows.
            Ok(_) => Message::new("paste.file.notValid"),
        },
        (Format::Toml, Some((line, column))) => Message::new("paste.file.tomlAt")
            .with("line", line)
            .with("column", column),
        (Format::Yaml, Some((line, column))) => Message::new("paste.file.yamlAt")
            .with("line", line)
            .with("column", column),
        (Format::Toml | Format::Yaml, None) => Message::new("paste.file.notValid"),
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

//! Parses JSON as people write it (comments, trailing commas), with fault positions.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use super::{Problem, place_words};

/// Reads JSON. A fault names its line and column.
pub(crate) fn parse(text: &str) -> Result<Value, Problem> {
    parse_to_serde_value::<Value>(text, &ParseOptions::default()).map_err(|error| {
        let at = (number(error.line_display()), number(error.column_display()));
        Problem {
            message: format!(
                "This JSON cannot be read: {} {}.{}",
                error.kind(),
                place_words(at),
                hint(text)
            ),
            at: Some(at),
            field: None,
        }
    })
}

/// What web pages and word processors do to a configuration.
fn hint(text: &str) -> &'static str {
    if text.contains(['“', '”', '„', '‘', '’']) {
        " Its quotation marks are typographic ones: write \" instead."
    } else {
        ""
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

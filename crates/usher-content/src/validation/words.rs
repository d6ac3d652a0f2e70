//! Words a validator's errors so that a person can act on them.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use serde_json::Value;

use usher_types::fault::Fault;
use usher_types::text::visible;

/// The longest text from a schema or value that is quoted.
const MAX_QUOTED_CHARS: usize = 80;

/// What one error means; for members that are missing or not expected, each at its own place.
pub(super) fn faults(error: &ValidationError<'_>) -> Vec<Fault> {
    let here = path(error.instance_path());
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![fault(member(&here, name), "is missing")]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected
                .iter()
                .map(|name| fault(member(&here, name), "is not expected here"))
                .collect()
        }
        Kind::PropertyNames { error } => {
            vec![fault(
                here,
                format!("has a name that is not allowed: {}", message(error)),
            )]
        }
        _ => vec![fault(here, message(error))],
    }
}

/// Why a schema cannot be used.
pub(super) fn broken_schema(error: &ValidationError<'_>) -> String {
    if let Kind::Referencing(reason) = error.kind() {
        return format!(
            "The schema refers to something that is not in it, and Usher fetches nothing for a schema: {}.",
            quoted(&reason.to_string())
        );
    }
    let place = path(error.instance_path());
    let place = if place.is_empty() {
        String::new()
    } else {
        format!(" at {place}")
    };
    format!(
        "The schema is not valid JSON Schema{place}: {}.",
        message(error)
    )
}

fn fault(path: String, message: impl Into<String>) -> Fault {
    Fault {
        path,
        message: message.into(),
    }
}

fn message(error: &ValidationError<'_>) -> String {
    let value = error.instance();
    match error.kind() {
        Kind::Type { kind } => {
            let wanted = match kind {
                TypeKind::Single(kind) => article(kind.as_str()),
                TypeKind::Multiple(kinds) => kinds
                    .iter()
                    .map(|kind| article(kind.as_str()))
                    .collect::<Vec<_>>()
                    .join(" or "),
            };
            format!("must be {wanted}, but is {}", type_of(value))
        }
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            let shown: Vec<String> = options.iter().take(8).map(json).collect();
            let more = if options.len() > 8 { ", …" } else { "" };
            format!("must be one of {}{more}", shown.join(", "))
        }
        Kind::Constant { expected_value } => format!("must be {}", json(expected_value)),
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("must be more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
        Kind::MinLength { limit: 1 } if value.as_str() == Some("") => {
            "must not be empty".to_owned()
        }
        Kind::MinLength { limit } => format!("must have at least {}", counted(*limit, "character")),
        Kind::MaxLength { limit } => format!("must have at most {}", counted(*limit, "character")),
        Kind::MinItems { limit } => format!("must have at least {}", counted(*limit, "entry")),
        Kind::MaxItems { limit } => format!("must have at most {}", counted(*limit, "entry")),
        Kind::MinProperties { limit } => format!("must have at least {}", counted(*limit, "field")),
        Kind::MaxProperties { limit } => format!("must have at most {}", counted(*limit, "field")),
        Kind::AdditionalItems { limit } => {
            format!("must have at most {}", counted(*limit as u64, "entry"))
        }
        Kind::UnevaluatedItems { .. } => "has entries that are not expected".to_owned(),
        Kind::UniqueItems => "must not have the same entry twice".to_owned(),
        Kind::Contains => "does not have the entry it must have".to_owned(),
        Kind::Pattern { pattern } => format!("must match the pattern {}", quoted(pattern)),
        Kind::Format { format } => format!("must be {}", format_words(format)),
        Kind::FalseSchema => "is not allowed".to_owned(),
        Kind::Not { .. } => "has a form that is ruled out".to_owned(),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            format!("matches none of the {} allowed forms", context.len())
        }
        Kind::OneOfMultipleValid { .. } => {
            "matches more than one of the forms of which it must match exactly one".to_owned()
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "could not be checked: the pattern takes too long".to_owned()
        }
        // Rare kinds, and those a later version of the library adds: its own words, without the value in them.
        _ => quoted(&error.masked_with("the value").to_string()),
    }
}

/// `items[3].updated`; names that are not plain words are in brackets.
fn path(location: &Location) -> String {
    location
        .segments()
        .fold(String::new(), |path, segment| match segment {
            LocationSegment::Index(index) => format!("{path}[{index}]"),
            LocationSegment::Property(name) => member(&path, &name),
        })
}

fn member(path: &str, name: &str) -> String {
    let is_plain = !name.is_empty()
        && name
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | '$'));
    match (is_plain, path) {
        (true, "") => name.to_owned(),
        (true, path) => format!("{path}.{name}"),
        (false, path) => format!("{path}[{}]", json(&Value::from(name))),
    }
}

fn article(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "boolean" => "true or false".to_owned(),
        "number" => "a number".to_owned(),
        "integer" => "a whole number".to_owned(),
        "string" => "text".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "an object".to_owned(),
        other => format!("of type {other}"),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn format_words(format: &str) -> String {
    match format {
        "date-time" => "a date and time such as 2026-01-31T12:00:00Z".to_owned(),
        "date" => "a date such as 2026-01-31".to_owned(),
        "time" => "a time such as 12:00:00Z".to_owned(),
        "email" | "idn-email" => "an email address".to_owned(),
        "uri" | "iri" => "a full URI such as https://example.com".to_owned(),
        "uuid" => "a UUID".to_owned(),
        "ipv4" => "an IPv4 address".to_owned(),
        "ipv6" => "an IPv6 address".to_owned(),
        "hostname" | "idn-hostname" => "a host name".to_owned(),
        other => format!("in the format {}", quoted(other)),
    }
}

fn counted(number: u64, unit: &str) -> String {
    match (number, unit) {
        (1, unit) => format!("1 {unit}"),
        (number, "entry") => format!("{number} entries"),
        (number, unit) => format!("{number} {unit}s"),
    }
}

fn json(value: &Value) -> String {
    quoted(&value.to_string())
}

fn quoted(text: &str) -> String {
    let shown = visible(text);
    if shown.chars().count() <= MAX_QUOTED_CHARS {
        return shown.into_owned();
    }
    let cut: String = shown.chars().take(MAX_QUOTED_CHARS).collect();
    format!("{cut}…")
}

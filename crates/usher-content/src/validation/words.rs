//! Makes messages of a validator's errors, so that a person can act on them.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use serde_json::Value;
use usher_messages::Message;

use usher_types::fault::Fault;
use usher_types::json_type::type_of;
use usher_types::text::visible;

/// The longest text from a schema or value that is quoted.
const MAX_QUOTED_CHARS: usize = 80;

/// What one error means; for members that are missing or not expected, each at its own place.
pub(super) fn faults(error: &ValidationError<'_>) -> Vec<Fault> {
    let here = path(error.instance_path());
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![fault(member(&here, name), Message::new("schema.missing"))]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected
                .iter()
                .map(|name| fault(member(&here, name), Message::new("schema.unexpected")))
                .collect()
        }
        Kind::PropertyNames { error } => {
            let wrong = Message::new("schema.propertyName").with("fault", message(error));
            vec![fault(here, wrong)]
        }
        _ => vec![fault(here, message(error))],
    }
}

/// Why a schema cannot be used.
pub(super) fn broken_schema(error: &ValidationError<'_>) -> Message {
    if let Kind::Referencing(reason) = error.kind() {
        return Message::new("schema.reference").with("reference", quoted(&reason.to_string()));
    }
    let place = path(error.instance_path());
    let invalid = if place.is_empty() {
        Message::new("schema.invalid")
    } else {
        Message::new("schema.invalidAt").with("path", place)
    };
    invalid.with("fault", message(error))
}

/// Says that a pattern was left out of a check, because it cannot be read.
pub(super) fn unread_pattern(pattern: &Value) -> Message {
    let pattern = quoted(pattern.as_str().unwrap_or_default());
    Message::new("schema.unreadPattern").with("pattern", pattern)
}

fn fault(path: String, message: Message) -> Fault {
    Fault { path, message }
}

fn message(error: &ValidationError<'_>) -> Message {
    let value = error.instance();
    let of_count = |code, limit: u64| Message::new(code).with("count", limit);
    match error.kind() {
        Kind::Type { kind } => Message::new("schema.type")
            .with("wanted", wanted(kind))
            .with("found", type_of(value)),
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            let shown: Vec<String> = options.iter().take(8).map(json).collect();
            let more = if options.len() > 8 { ", …" } else { "" };
            Message::new("schema.enum").with("options", shown.join(", ") + more)
        }
        Kind::Constant { expected_value } => {
            Message::new("schema.const").with("value", json(expected_value))
        }
        Kind::Minimum { limit } => limited("schema.minimum", limit),
        Kind::Maximum { limit } => limited("schema.maximum", limit),
        Kind::ExclusiveMinimum { limit } => limited("schema.exclusiveMinimum", limit),
        Kind::ExclusiveMaximum { limit } => limited("schema.exclusiveMaximum", limit),
        Kind::MultipleOf { multiple_of } => {
            Message::new("schema.multipleOf").with("factor", multiple_of.to_string())
        }
        Kind::MinLength { limit: 1 } if value.as_str() == Some("") => Message::new("schema.empty"),
        Kind::MinLength { limit } => of_count("schema.minLength", *limit),
        Kind::MaxLength { limit } => of_count("schema.maxLength", *limit),
        Kind::MinItems { limit } => of_count("schema.minItems", *limit),
        Kind::MaxItems { limit } => of_count("schema.maxItems", *limit),
        Kind::MinProperties { limit } => of_count("schema.minProperties", *limit),
        Kind::MaxProperties { limit } => of_count("schema.maxProperties", *limit),
        Kind::AdditionalItems { limit } => of_count("schema.maxItems", *limit as u64),
        Kind::UnevaluatedItems { .. } => Message::new("schema.unevaluatedItems"),
        Kind::UniqueItems => Message::new("schema.uniqueItems"),
        Kind::Contains => Message::new("schema.contains"),
        Kind::Pattern { pattern } => {
            Message::new("schema.pattern").with("pattern", quoted(pattern))
        }
        Kind::Format { format } => of_format(format),
        Kind::FalseSchema => Message::new("schema.notAllowed"),
        Kind::Not { .. } => Message::new("schema.not"),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            Message::new("schema.anyOf").with("count", context.len())
        }
        Kind::OneOfMultipleValid { .. } => Message::new("schema.oneOf"),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            Message::new("schema.slowPattern")
        }
        // Rare kinds, and those a later version of the library adds: its own words, without the value in them.
        _ => {
            let fault = quoted(&error.masked_with("the value").to_string());
            Message::new("schema.other").with("fault", fault)
        }
    }
}

fn limited(code: &'static str, limit: &Value) -> Message {
    Message::new(code).with("limit", limit.to_string())
}

/// Names the types that are allowed, as a chain of alternatives.
fn wanted(kind: &TypeKind) -> Message {
    match kind {
        TypeKind::Single(kind) => type_name(kind.as_str()),
        TypeKind::Multiple(kinds) => kinds
            .iter()
            .map(|kind| type_name(kind.as_str()))
            .reduce(|first, last| {
                Message::new("schema.typeName.several")
                    .with("first", first)
                    .with("last", last)
            })
            .unwrap_or(Message::new("schema.notAllowed")),
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

fn type_name(kind: &str) -> Message {
    Message::new(match kind {
        "null" => "schema.typeName.null",
        "boolean" => "schema.typeName.boolean",
        "number" => "schema.typeName.number",
        "integer" => "schema.typeName.integer",
        "string" => "schema.typeName.string",
        "array" => "schema.typeName.array",
        "object" => "schema.typeName.object",
        other => return Message::new("schema.typeName.other").with("type", other),
    })
}

fn of_format(format: &str) -> Message {
    Message::new(match format {
        "date-time" => "schema.format.dateTime",
        "date" => "schema.format.date",
        "time" => "schema.format.time",
        "email" | "idn-email" => "schema.format.email",
        "uri" | "iri" => "schema.format.uri",
        "uuid" => "schema.format.uuid",
        "ipv4" => "schema.format.ipv4",
        "ipv6" => "schema.format.ipv6",
        "hostname" | "idn-hostname" => "schema.format.hostname",
        other => return Message::new("schema.format.other").with("format", quoted(other)),
    })
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

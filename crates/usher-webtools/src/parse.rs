//! Parses a document's bytes: JSON, or YAML for `OpenAPI`.
//!
//! Webtools 2025-06-30; `OpenAPI` 3.1.1, "Format".

use serde_json::Value;

use usher_messages::Message;
use usher_types::media_type::essence;

/// Why bytes are no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// Neither JSON nor an `OpenAPI` document in YAML.
    NotJson,
    /// They are an `OpenAPI` document in YAML that cannot be read; what is wrong, as a part of a sentence.
    Yaml(Message),
}

/// Parses bytes to a value. Aliases of YAML are followed as far as the reader's own bounds allow.
pub fn value_of(bytes: &[u8]) -> Result<Value, Unreadable> {
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable::NotJson)?;
    if !is_openapi_yaml(text) {
        return Err(Unreadable::NotJson);
    }
    // `no` and `on` are words in a JSON value; only `true` and `false` are not.
    let options = serde_saphyr::options! { strict_booleans: true };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        Unreadable::Yaml(match error.location() {
            Some(place) => Message::new("document.yamlAt")
                .with("line", place.line())
                .with("column", place.column()),
            None => Message::new("document.yaml"),
        })
    })
}

/// Whether text is meant as an `OpenAPI` document in YAML: then one of its outermost lines says so.
pub fn is_openapi_yaml(text: &str) -> bool {
    text.lines().any(|line| {
        ["openapi", "swagger"].iter().any(|name| {
            let rest = line.strip_prefix(name).map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with(':'))
        })
    })
}

/// Whether a content type is YAML (RFC 9512) or an older name.
pub fn is_yaml(media_type: &str) -> bool {
    let essence = essence(media_type).to_ascii_lowercase();
    let names = [
        "application/yaml",
        "application/x-yaml",
        "application/vnd.oai.openapi",
        "text/yaml",
        "text/x-yaml",
    ];
    names.contains(&essence.as_str())
        || (essence.starts_with("application/") && essence.ends_with("+yaml"))
}

#[cfg(test)]
mod tests;

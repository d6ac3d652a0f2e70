//! Finds form fields that seem to ask for a secret. Servers must not do that (2025-11-25, client/elicitation,
//! security); a person who fills one in all the same has it sent, and nowhere kept.

use serde_json::{Map, Value};
use usher_types::secret::Secret;

use usher_config::definition::looks_secret;

/// Stands where a value was that is not kept.
const NOT_KEPT: &str = "(not kept: it looks like a secret)";

/// Names of the fields of this schema that look like secrets.
pub fn secret_fields(schema: &Value) -> Vec<String> {
    let Some(properties) = schema["properties"].as_object() else {
        return Vec::new();
    };
    properties
        .iter()
        .filter(|(name, field)| {
            let title = field["title"].as_str().unwrap_or_default();
            let hides = field["format"] == "password" || field["writeOnly"] == true;
            hides || looks_secret(name, "") || looks_secret(title, "")
        })
        .map(|(name, _)| name.clone())
        .collect()
}

/// What was filled in, as it may be kept. An answer that is no object has no fields and is kept as it is.
pub(super) fn without_secret_fields(schema: &Value, content: &Value) -> Value {
    let Value::Object(content) = content else {
        return content.clone();
    };
    let secret = secret_fields(schema);
    let kept: Map<String, Value> = content
        .iter()
        .map(|(name, value)| {
            let kept = if hides(&secret, name, value) && !is_nothing(value) {
                Value::from(NOT_KEPT)
            } else {
                value.clone()
            };
            (name.clone(), kept)
        })
        .collect();
    Value::Object(kept)
}

/// A schema as it may be kept: what it fills secret fields with beforehand stays out.
pub(super) fn without_secret_defaults(schema: &Value) -> Value {
    let mut schema = schema.clone();
    for name in secret_fields(&schema) {
        if let Some(default) = schema["properties"][&name].get_mut("default") {
            *default = Value::from(NOT_KEPT);
        }
    }
    schema
}

/// Collects values of secret fields, for the connection's redactor.
pub(super) fn typed_secrets(schema: &Value, content: &Value) -> Vec<Secret> {
    let secret = secret_fields(schema);
    let typed = content.as_object().into_iter().flatten();
    typed
        .filter(|(name, value)| hides(&secret, name, value))
        .filter_map(|(_, value)| value.as_str().map(Secret::new))
        .collect()
}

fn hides(secret: &[String], name: &String, value: &Value) -> bool {
    secret.contains(name) || looks_secret(name, value.as_str().unwrap_or_default())
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.is_empty(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_typed_into_a_secret_field_is_not_kept() {
        let schema = json!({"properties": {
            "name": {"type": "string"},
            "storage_token": {"type": "string", "default": "hunter2"},
            "x1": {"type": "string", "title": "Passwort"},
            "x2": {"type": "string", "format": "password"},
            "rotate_keys": {"type": "boolean"},
        }});
        let rows = [
            (
                json!({"name": "Ada", "storage_token": "abc", "x1": "def", "x2": "g", "rotate_keys": true}),
                json!({"name": "Ada", "storage_token": NOT_KEPT, "x1": NOT_KEPT, "x2": NOT_KEPT, "rotate_keys": true}),
            ),
            (json!({"storage_token": ""}), json!({"storage_token": ""})),
            (
                json!({"name": "ghp_0123456789abcdef0123456789abcdef0123"}),
                json!({"name": NOT_KEPT}),
            ),
            (
                json!({"password": "undeclared"}),
                json!({"password": NOT_KEPT}),
            ),
            (json!([1]), json!([1])),
        ];
        for (content, kept) in rows {
            assert_eq!(without_secret_fields(&schema, &content), kept, "{content}");
        }
        let kept = without_secret_defaults(&schema);
        assert_eq!(kept["properties"]["storage_token"]["default"], NOT_KEPT);
        assert_eq!(kept["properties"]["name"], schema["properties"]["name"]);
    }
}

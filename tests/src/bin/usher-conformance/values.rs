//! What a person would type into a form: the proposed value where there is one, something fitting where not.

use serde_json::{Map, Value, json};

/// The arguments for a tool: everything its schema requires or proposes a value for.
pub(crate) fn arguments(schema: &Value) -> Map<String, Value> {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    properties(schema)
        .filter(|(name, field)| required.contains(name) || field.get("default").is_some())
        .map(|(name, field)| (name.to_owned(), value(field)))
        .collect()
}

/// The answer to a form: every field filled in.
pub(crate) fn answer(schema: &Value) -> Value {
    let fields = properties(schema).map(|(name, field)| (name.to_owned(), value(field)));
    Value::Object(fields.collect())
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.map(|(name, field)| (name.as_str(), field))
}

fn value(field: &Value) -> Value {
    if let Some(proposed) = field.get("default").or_else(|| field.get("const")) {
        return proposed.clone();
    }
    let first = |list: &str| field[list].as_array().and_then(|all| all.first());
    if let Some(choice) = first("enum") {
        return choice.clone();
    }
    if let Some(choice) = first("oneOf").or_else(|| first("anyOf")) {
        return value(choice);
    }
    match field["type"].as_str() {
        Some("integer" | "number") => field.get("minimum").cloned().unwrap_or(json!(2)),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => Value::Object(arguments(field)),
        Some("null") => Value::Null,
        _ => json!("hello"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_filled_in_as_proposed() {
        let schema = json!({"required": ["a", "c"], "properties": {
            "a": {"type": "number"}, "b": {"type": "string"}, "c": {"enum": ["x", "y"]},
            "d": {"type": "integer", "default": 7}, "e": {"oneOf": [{"const": "one"}]}
        }});
        let given = Value::Object(arguments(&schema));
        assert_eq!(
            given,
            json!({"a": 2, "c": "x", "d": 7}),
            "a tool's arguments"
        );
        let answered = json!({"a": 2, "b": "hello", "c": "x", "d": 7, "e": "one"});
        assert_eq!(answer(&schema), answered, "an answer to a form");
    }
}

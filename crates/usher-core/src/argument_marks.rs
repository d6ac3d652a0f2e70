//! Arguments that the schema of a tool marks as secret (`format: password`, `writeOnly`). They are sent, and nowhere kept.
//!
//! Not here: fields that only seem to ask for a secret (`approval_queue`).

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_types::secret::Secret;

use crate::omitted;

/// What a schema marks, as it was when a call was let through. Clones share it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArgumentMarks(
    /// The schema; `None` = it marks nothing.
    Option<Arc<Value>>,
);

impl ArgumentMarks {
    /// Reads the input schema of a tool.
    pub(crate) fn of(schema: &Value) -> Self {
        Self(marks_anything(schema).then(|| Arc::new(schema.clone())))
    }

    /// Takes marked arguments out, at any depth. Returns the arguments as they may be kept, and what was taken out.
    pub(crate) fn split(
        &self,
        mut arguments: Map<String, Value>,
    ) -> (Map<String, Value>, Vec<Secret>) {
        let mut taken = Vec::new();
        if let Some(schema) = &self.0 {
            for (name, value) in &mut arguments {
                take_marked(&schema["properties"][name], value, &mut taken);
            }
        }
        (arguments, taken)
    }

    /// Collects the marked arguments.
    pub(crate) fn marked(&self, arguments: &Map<String, Value>) -> Vec<Secret> {
        match &self.0 {
            Some(_) => self.split(arguments.clone()).1,
            None => Vec::new(),
        }
    }
}

/// Whether a schema itself says that its value is not to be seen or given back.
pub(crate) fn is_marked(schema: &Value) -> bool {
    // A secret that may be missing is described as one of two (`anyOf`).
    let combined = ["allOf", "anyOf", "oneOf"].into_iter();
    let mut combined = combined
        .filter_map(|word| schema[word].as_array())
        .flatten();
    schema["format"] == "password" || schema["writeOnly"] == true || combined.any(is_marked)
}

/// Whether there is nothing in a value that could be secret.
pub(crate) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.is_empty(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

fn marks_anything(schema: &Value) -> bool {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut below = properties
        .map(|(_, schema)| schema)
        .chain(schema.get("items"));
    is_marked(schema) || below.any(marks_anything)
}

fn take_marked(schema: &Value, value: &mut Value, taken: &mut Vec<Secret>) {
    if is_marked(schema) && !is_nothing(value) {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        taken.push(Secret::new(text));
        *value = omitted::secret();
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                take_marked(&schema["properties"][name], value, taken);
            }
        }
        Value::Array(items) => {
            for item in items {
                take_marked(&schema["items"], item, taken);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn marked_arguments_are_not_kept_at_any_depth() {
        let schema = json!({"properties": {
            "login": {"properties": {"word": {"type": "string", "writeOnly": true}, "user": {}}},
            "codes": {"items": {"type": "integer", "format": "password"}},
            "key": {"anyOf": [{"type": "string", "format": "password"}, {"type": "null"}]},
        }});
        let arguments = json!({
            "login": {"word": "pw", "user": "ada"}, "codes": [12], "key": "k", "x": 1,
        });
        let arguments = arguments.as_object().expect("an object");
        let marks = ArgumentMarks::of(&schema);
        let (kept, taken) = marks.split(arguments.clone());
        let secret = omitted::secret();
        assert_eq!(
            Value::Object(kept),
            json!({"login": {"word": secret, "user": "ada"}, "codes": [secret], "key": secret, "x": 1})
        );
        let mut taken: Vec<&str> = taken.iter().map(Secret::expose).collect();
        taken.sort_unstable();
        assert_eq!(taken, ["12", "k", "pw"]);
    }

    #[test]
    fn a_schema_without_marks_is_not_held() {
        let schema = json!({"properties": {"x": {"items": {"type": "string"}}}, "items": {"format": "date"}});
        assert_eq!(ArgumentMarks::of(&schema), ArgumentMarks::default());
    }
}

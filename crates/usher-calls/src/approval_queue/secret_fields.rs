//! Finds form fields that seem to ask for a secret. Servers must not do that (2025-11-25, client/elicitation,
//! security); a person who fills one in all the same has it sent, and nowhere kept.

use serde_json::{Map, Value};
use usher_types::secret::Secret;

use usher_config::definition::{asks_for_secret, looks_secret};

use usher_content::argument_marks::{
    ArgumentMarks, is_nothing, marked_properties, without_marked_values,
};
use usher_content::omitted;
use usher_servers::snapshot::CallRequest;

/// The fields of one form that seem to ask for a secret.
pub struct SecretFields {
    names: Vec<String>,
}

impl SecretFields {
    /// Looks at a schema, and at what the server says about the form. Where the words ask for a secret and no field
    /// says which, every free text may be it.
    pub fn of(schema: &Value, message: &str) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let about = [
            message.to_owned(),
            text(&schema["title"]),
            text(&schema["description"]),
        ];
        let properties = schema["properties"].as_object();
        let fields = || properties.into_iter().flatten();
        let marked = marked_properties(schema);
        let mut names: Vec<String> = fields()
            .filter(|(name, field)| {
                marked.contains(name.as_str())
                    || looks_secret(name, "")
                    || looks_secret(&text(&field["title"]), "")
                    || asks_for_secret(&text(&field["description"]))
            })
            .map(|(name, _)| name.clone())
            .collect();
        if names.is_empty() && about.iter().any(|text| asks_for_secret(text)) {
            let is_free = |field: &Value| field["type"] == "string" && field.get("enum").is_none();
            names = fields()
                .filter(|(_, field)| is_free(field))
                .map(|(name, _)| name.clone())
                .collect();
        }
        Self { names }
    }

    /// Names of the fields.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    /// What was filled in, as it may be kept. An answer that is no object has no fields and is kept as it is.
    pub(super) fn without(&self, content: &Value) -> Value {
        let Value::Object(content) = content else {
            return content.clone();
        };
        let kept: Map<String, Value> = content
            .iter()
            .map(|(name, value)| {
                let kept = if self.hides(name, value) && !is_nothing(value) {
                    omitted::secret()
                } else {
                    value.clone()
                };
                (name.clone(), kept)
            })
            .collect();
        Value::Object(kept)
    }

    /// A schema as it may be kept: what it fills secret fields with beforehand stays out, as do all values it gives for what
    /// it marks, at any depth.
    pub(super) fn without_defaults(&self, schema: &Value) -> Value {
        let mut schema = without_marked_values(schema);
        for name in &self.names {
            if let Some(default) = schema["properties"][name].get_mut("default") {
                *default = omitted::secret();
            }
        }
        schema
    }

    /// Collects values of secret fields, for the connection's redactor.
    pub(crate) fn typed(&self, content: &Value) -> Vec<Secret> {
        let typed = content.as_object().into_iter().flatten();
        typed
            .filter(|(name, value)| self.hides(name, value))
            .filter_map(|(_, value)| value.as_str().map(Secret::new))
            .collect()
    }

    fn hides(&self, name: &String, value: &Value) -> bool {
        self.names.contains(name) || looks_secret(name, value.as_str().unwrap_or_default())
    }
}

/// Arguments of a call as they may be recorded: without what the schema of its tool marks, at any depth, and without what
/// names and values show to be secret.
pub(super) fn recorded_arguments(call: &CallRequest, arguments: &Map<String, Value>) -> Value {
    let (kept, _) = ArgumentMarks::of(&call.input_schema).split(arguments.clone());
    SecretFields::of(&call.input_schema, "").without(&Value::Object(kept))
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
                json!({"name": "Ada", "storage_token": omitted::secret(), "x1": omitted::secret(), "x2": omitted::secret(), "rotate_keys": true}),
            ),
            (json!({"storage_token": ""}), json!({"storage_token": ""})),
            (
                json!({"name": "ghp_0123456789abcdef0123456789abcdef0123"}),
                json!({"name": omitted::secret()}),
            ),
            (
                json!({"password": "undeclared"}),
                json!({"password": omitted::secret()}),
            ),
            (json!([1]), json!([1])),
        ];
        for (content, kept) in rows {
            let fields = SecretFields::of(&schema, "");
            assert_eq!(fields.without(&content), kept, "{content}");
        }
        let kept = SecretFields::of(&schema, "").without_defaults(&schema);
        assert_eq!(
            kept["properties"]["storage_token"]["default"],
            omitted::secret()
        );
        assert_eq!(kept["properties"]["name"], schema["properties"]["name"]);
    }

    #[test]
    fn a_question_for_a_password_makes_its_field_a_secret() {
        let answer =
            json!({"answer": {"type": "string"}, "row": {"type": "string", "enum": ["a"]}});
        let check = |message: &str, properties: &Value, expected: &[&str]| {
            let fields = SecretFields::of(&json!({ "properties": properties }), message);
            assert_eq!(fields.into_names(), expected, "{message} {properties}");
        };
        check("Type your GitHub password", &answer, &["answer"]);
        check("Enter the API key of your account.", &answer, &["answer"]);
        check(
            "How many tokens may be used?",
            &json!({"n": {"type": "integer"}}),
            &[],
        );
        check("Which row?", &answer, &[]);
        let described = json!({"x": {"type": "string", "description": "Your one-time code"}});
        check("", &described, &["x"]);
        let named = json!({"password": {"type": "string"}, "name": {"type": "string"}});
        check("Your name and password", &named, &["password"]);
    }
}

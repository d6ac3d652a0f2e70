//! The official JSON Schema of 2025-11-25, one validator per definition.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use parking_lot::Mutex;
use serde_json::{Value, json};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../data/mcp-2025-11-25.schema.json");
    serde_json::from_str(text).expect("the schema is JSON")
});

static VALIDATORS: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);

/// Panics with every problem if `value` is not what `definition` says.
pub(crate) fn assert_fits(definition: &str, value: &Value) {
    let mut validators = VALIDATORS.lock();
    let validator = validators.entry(definition.to_owned()).or_insert_with(|| {
        assert!(
            SCHEMA["$defs"].get(definition).is_some(),
            "no {definition} in the schema"
        );
        compile(&json!({
            "$schema": SCHEMA["$schema"],
            "$ref": format!("#/$defs/{definition}"),
            "$defs": SCHEMA["$defs"],
        }))
    });
    let problems = problems(validator, value);
    assert!(
        problems.is_empty(),
        "not a {definition}: {problems:#?}\n{value:#}"
    );
}

/// What is wrong with `value` by `schema`; nothing, if it fits.
pub(crate) fn misfits(schema: &Value, value: &Value) -> Vec<String> {
    problems(&compile(schema), value)
}

fn compile(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .expect("the schema is a schema")
}

fn problems(validator: &Validator, value: &Value) -> Vec<String> {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

//! Validates JSON against a schema: tool arguments, structured results, answers.
//!
//! Schemas come from servers, so nothing is ever fetched for them and the work they can cause is bounded.
//! A schema without `$schema` is read as 2020-12 (MCP 2025-11-25, basic/json-schema).

mod bounds;
mod words;

use jsonschema::{Draft, PatternOptions};
use serde_json::{Map, Value};
pub use usher_types::call::Verdict;
pub use usher_types::fault::Fault;

use crate::limits;
use crate::run_limited::run_limited;

/// The most faults that are named.
const MAX_FAULTS: usize = 20;

/// Holds a structured result against what the tool declares.
pub fn verdict(output_schema: Option<&Value>, structured: Option<&Value>) -> Verdict {
    match (output_schema, structured) {
        (None, _) => Verdict::NotDeclared,
        (Some(_), None) => Verdict::Missing,
        (Some(schema), Some(value)) => check(schema, value),
    }
}

/// Where arguments break a tool's input schema. A broken schema finds nothing: the server then judges for itself.
pub fn check_arguments(input_schema: &Value, arguments: &Map<String, Value>) -> Vec<Fault> {
    faults_of(check(input_schema, &Value::Object(arguments.clone())))
}

/// Where an answer breaks the schema of the question. A broken schema finds nothing.
pub fn check_answer(requested_schema: &Value, answer: &Value) -> Vec<Fault> {
    faults_of(check(requested_schema, answer))
}

fn faults_of(verdict: Verdict) -> Vec<Fault> {
    match verdict {
        Verdict::Mismatch { faults } => faults,
        Verdict::Matches { .. }
        | Verdict::NotDeclared
        | Verdict::Missing
        | Verdict::BrokenSchema { .. } => Vec::new(),
    }
}

/// Blocks during the check, which a hostile schema can make slow.
fn check(schema: &Value, value: &Value) -> Verdict {
    let (schema, value) = (schema.clone(), value.clone());
    run_limited(move || check_here(&schema, &value)).unwrap_or_else(|| Verdict::BrokenSchema {
        message: "Checking a value against this schema takes too long.".to_owned(),
    })
}

fn check_here(schema: &Value, value: &Value) -> Verdict {
    if let Err(message) = bounds::check(schema) {
        return Verdict::BrokenSchema { message };
    }
    let declared = Draft::default().detect(schema);
    let draft = match declared {
        Draft::Unknown => Draft::Draft202012,
        known => known,
    };
    let built = jsonschema::options()
        .with_draft(draft)
        .offline()
        .should_validate_formats(true)
        .with_pattern_options(
            PatternOptions::fancy_regex().backtrack_limit(limits::PATTERN_BACKTRACKS),
        )
        .build(schema);
    let validator = match built {
        Ok(validator) => validator,
        Err(error) => {
            return Verdict::BrokenSchema {
                message: words::broken_schema(&error),
            };
        }
    };
    // Only this first look remembers what it has checked, so it comes first: it is quick even where naming
    // every fault would not be.
    if validator.is_valid(value) {
        return Verdict::Matches {
            values_checked: count(value),
        };
    }
    let mut faults: Vec<Fault> = validator
        .iter_errors(value)
        .take(MAX_FAULTS)
        .flat_map(|error| words::faults(&error))
        .collect();
    faults.truncate(MAX_FAULTS);
    Verdict::Mismatch { faults }
}

/// How many single values there are; an empty list or object is one.
fn count(value: &Value) -> u32 {
    let inner: u32 = match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 1,
    };
    inner.max(1)
}

#[cfg(test)]
mod tests;

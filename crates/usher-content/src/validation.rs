//! Validates a value against a schema, in the process that calls it: for workers.
//!
//! Nothing is ever fetched, and the size of what a schema stands for is bounded. A schema without `$schema` is read as
//! 2020-12 (MCP 2025-11-25, basic/json-schema).

mod bounds;
mod words;

use jsonschema::{Draft, PatternOptions};
use serde_json::Value;
use usher_types::call::Verdict;
use usher_types::fault::Fault;

use crate::limits;

/// The most faults that are named.
const MAX_FAULTS: usize = 20;

/// Checks a value here and however long it takes: for workers.
pub(crate) fn check(schema: &Value, value: &Value) -> Verdict {
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

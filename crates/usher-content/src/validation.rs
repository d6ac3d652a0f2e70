//! Validates a value against a schema, in the process that calls it: for workers.
//!
//! Nothing is ever fetched, and the size of what a schema stands for is bounded. A schema without `$schema` is read as
//! 2020-12 (MCP 2025-11-25, basic/json-schema).

mod bounds;
mod words;

use std::borrow::Cow;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_messages::Message;
use usher_types::call::Verdict;

use crate::limits;

/// The most faults that are named.
const MAX_FAULTS: usize = 20;

/// What `format` is in a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formats {
    /// A value has to follow it: in the forms of elicitation (MCP 2025-11-25, client/elicitation) and of webtools.
    Asserted,
    /// It says what is meant and refuses nothing (JSON Schema 2020-12, validation 7.2.1).
    Annotated,
}

/// Checks a value here and however long it takes: for workers.
pub(crate) fn check(schema: &Value, value: &Value, formats: Formats) -> Verdict {
    if let Err(message) = bounds::check(schema) {
        return Verdict::BrokenSchema { message };
    }
    let (validator, mut unchecked) = match build(schema, formats) {
        Ok(built) => built,
        Err(message) => return Verdict::BrokenSchema { message },
    };
    // Only this first look remembers what it has checked, so it comes first: it is quick even where naming
    // every fault would not be.
    let mut faults = Vec::new();
    if !validator.is_valid(value) {
        for error in validator.iter_errors(value) {
            if is_unchecked(&error) {
                unchecked = Some(Message::new("schema.slowPattern"));
                continue;
            }
            faults.extend(words::faults(&error));
            if faults.len() >= MAX_FAULTS {
                break;
            }
        }
        faults.truncate(MAX_FAULTS);
    }
    match unchecked {
        _ if !faults.is_empty() => Verdict::Mismatch { faults },
        Some(message) => Verdict::MatchesInPart { message },
        None => Verdict::Matches {
            values_checked: count(value),
        },
    }
}

/// Builds the validator of a schema, without the patterns that cannot be read, and says of one that there was one.
fn build(schema: &Value, formats: Formats) -> Result<(Validator, Option<Message>), Message> {
    let draft = match Draft::default().detect(schema) {
        Draft::Unknown => Draft::Draft202012,
        known => known,
    };
    let options = jsonschema::options()
        .with_draft(draft)
        .offline()
        .should_validate_formats(formats == Formats::Asserted)
        .with_pattern_options(
            PatternOptions::fancy_regex().backtrack_limit(limits::PATTERN_BACKTRACKS),
        );
    let mut readable = Cow::Borrowed(schema);
    let mut unread = None;
    loop {
        let error = match options.build(&readable) {
            Ok(validator) => return Ok((validator, unread)),
            Err(error) => error,
        };
        let pattern = unread_pattern(&error);
        let message = words::broken_schema(&error);
        drop(error);
        let Some(parent) = pattern.and_then(|at| readable.to_mut().pointer_mut(&at)) else {
            return Err(message);
        };
        let removed = parent.as_object_mut().and_then(|it| it.remove("pattern"));
        let Some(pattern) = removed else {
            return Err(message);
        };
        unread = Some(words::unread_pattern(&pattern));
    }
}

/// Returns the pointer to the schema whose pattern a build failed for.
fn unread_pattern(error: &ValidationError<'_>) -> Option<String> {
    if !matches!(error.kind(), ValidationErrorKind::Format { format } if format == "regex") {
        return None;
    }
    // The check against the metaschema names it as the instance, the compilation as the schema.
    let at = match error.instance_path().as_str() {
        "" => error.schema_path().as_str(),
        instance => instance,
    };
    at.strip_suffix("/pattern").map(str::to_owned)
}

/// Returns whether the library gave up the pattern of an error.
fn is_unchecked(error: &ValidationError<'_>) -> bool {
    matches!(
        error.kind(),
        ValidationErrorKind::BacktrackLimitExceeded { .. }
            | ValidationErrorKind::RegexEngineFailure { .. }
    )
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

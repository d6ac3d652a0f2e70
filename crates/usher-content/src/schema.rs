//! Validates JSON against a schema: tool arguments, structured results, answers.
//!
//! Schemas come from servers, so a worker process does the work (`validation`).

use serde_json::Value;
use usher_system::blocking::spawn_blocking;
pub use usher_types::call::Verdict;
pub use usher_types::fault::Fault;

use usher_messages::Message;

pub use crate::validation::Formats;

use crate::worker::{NotDone, Subject, Worker, not_checked};

/// Holds a structured result against what the tool declares.
pub fn verdict(
    worker: &Worker,
    output_schema: Option<&Value>,
    structured: Option<Value>,
) -> Verdict {
    match (output_schema, structured) {
        (None, _) => Verdict::NotDeclared,
        (Some(_), None) => Verdict::Missing,
        (Some(schema), Some(value)) => worker.check(schema, &value.into(), Formats::Annotated),
    }
}

/// A value was not checked, and why. That is no sign that it is fine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotChecked(pub Message);

/// Where a value breaks the schema it was asked for with: arguments of a tool, an answer, a configuration.
pub async fn faults(
    worker: Worker,
    schema: Value,
    value: impl Into<Subject>,
    formats: Formats,
) -> Result<Vec<Fault>, NotChecked> {
    let value = value.into();
    spawn_blocking(move || faults_blocking(&worker, &schema, &value, formats))
        .await
        .unwrap_or_else(|| Err(NotChecked(not_checked_by_fault())))
}

/// Says that a check failed in Usher.
pub fn not_checked_by_fault() -> Message {
    not_checked(NotDone::Failed)
}

/// As [`faults`], on a thread that may wait.
pub fn faults_blocking(
    worker: &Worker,
    schema: &Value,
    value: &Subject,
    formats: Formats,
) -> Result<Vec<Fault>, NotChecked> {
    match worker.check(schema, value, formats) {
        Verdict::Mismatch { faults } => Ok(faults),
        Verdict::Matches { .. }
        | Verdict::MatchesInPart { .. }
        | Verdict::NotDeclared
        | Verdict::Missing => Ok(Vec::new()),
        Verdict::BrokenSchema { message } | Verdict::NotChecked { message } => {
            Err(NotChecked(message))
        }
    }
}

#[cfg(test)]
mod tests;

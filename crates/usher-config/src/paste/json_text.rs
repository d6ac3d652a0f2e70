//! Reads JSON of either kind: an entry of the registry, or the configuration of a client.

use serde_json::Value;
use usher_messages::Message;

use super::problem::Problem;
use super::summary::{Found, summary};
use super::{config, jsonc, registry};

pub(super) fn read_json(text: &str) -> Result<Found, Problem> {
    let value = jsonc::parse(text)?;
    match registry::read(&value) {
        Some(found) => found,
        None => found_in(&value),
    }
}

pub(super) fn found_in(value: &Value) -> Result<Found, Problem> {
    let found = config::read(value)?;
    let (mut servers, mut problems) = (Vec::new(), Vec::new());
    for entry in found.entries {
        match entry.server {
            Ok(server) => servers.push(server),
            Err(problem) => problems.push(problem),
        }
    }
    if servers.is_empty() {
        let mut problems = problems.into_iter();
        let first = problems
            .next()
            .ok_or_else(|| Problem::plain("paste.empty"))?;
        let message = problems.fold(first.message, |all, next| all.followed_by(next.message));
        return Err(Problem { message, ..first });
    }
    // What cannot be read is named beside the rest.
    let remarks = found.note.into_iter();
    let summary = remarks
        .chain(problems.into_iter().map(|problem| problem.message))
        .fold(summary(&servers, found.format), Message::followed_by);
    Ok((summary, servers))
}

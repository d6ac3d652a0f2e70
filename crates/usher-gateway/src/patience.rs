//! How long clients wait for an answer.

use std::time::Duration;

/// How long clients wait for an answer without hearing of progress, by the beginning of the name they give themselves;
/// read from their sources and issues, November 2026. Usher answers a little earlier.
const PATIENCE: [(&str, Duration); 4] = [
    ("claude-code", Duration::from_mins(25)),
    ("codex", Duration::from_secs(280)),
    ("claude-ai", Duration::from_secs(50)),
    ("cursor", Duration::from_secs(50)),
];

/// How long a client of this name waits; one that is not known as long as `least`.
pub(crate) fn patience(declared: &str, least: Duration) -> Duration {
    let known = PATIENCE
        .into_iter()
        .find(|(name, _)| declared.to_ascii_lowercase().starts_with(name));
    known.map_or(least, |(_, longest)| longest)
}

//! The revisions of the protocol that clients may speak.

use serde_json::{Map, Value};

/// The lifecycle a client uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// With `initialize`, to 2025-11-25.
    Legacy,
    /// Every request says who makes it, from 2026-07-28.
    Modern,
}

/// Revisions with `initialize`, the newest last.
pub(crate) const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Revisions without.
pub(crate) const MODERN: [&str; 1] = ["2026-07-28"];

/// The revision to answer an `initialize` with these parameters with.
pub(crate) fn asked_for(params: &Map<String, Value>) -> &'static str {
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    negotiated(wanted.unwrap_or_default())
}

/// The one asked for, else the newest (2025-11-25, basic/lifecycle).
fn negotiated(wanted: &str) -> &'static str {
    let known = LEGACY.into_iter().find(|revision| *revision == wanted);
    known.unwrap_or(LEGACY[LEGACY.len() - 1])
}

/// What of a message's `_meta` is about the message itself, and is not passed on.
pub(crate) const OWN_META: &str = "io.modelcontextprotocol/";

macro_rules! reserved {
    ($name:literal) => {
        concat!("io.modelcontextprotocol/", $name)
    };
}

/// The extension for tasks (2026-07-28).
pub(crate) const TASKS: &str = reserved!("tasks");

/// The revision of the legacy era that has tasks.
pub(crate) const WITH_TASKS: &str = "2025-11-25";

pub(crate) const PROTOCOL_VERSION: &str = reserved!("protocolVersion");
pub(crate) const CLIENT_INFO: &str = reserved!("clientInfo");
pub(crate) const CLIENT_CAPABILITIES: &str = reserved!("clientCapabilities");
pub(crate) const LOG_LEVEL: &str = reserved!("logLevel");
pub(crate) const SERVER_INFO: &str = reserved!("serverInfo");
pub(crate) const SUBSCRIPTION_ID: &str = reserved!("subscriptionId");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_revision_is_kept_and_any_other_becomes_the_newest() {
        let cases = [
            ("2024-11-05", "2024-11-05"),
            ("2025-06-18", "2025-06-18"),
            ("2026-07-28", "2025-11-25"),
            ("1999-01-01", "2025-11-25"),
            ("", "2025-11-25"),
        ];
        for (wanted, expected) in cases {
            assert_eq!(negotiated(wanted), expected, "{wanted:?}");
        }
    }
}

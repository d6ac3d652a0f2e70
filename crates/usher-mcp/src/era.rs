//! Detects which of the two lifecycles a server uses.
//!
//! See 2026-07-28, basic/transports, backward compatibility. Rules only: the requests are sent in
//! [`crate::connection`].

mod http;

use std::time::Duration;

use serde_json::{Map, Value};

use crate::dialect::ProtocolRevision;
use crate::error::{CallError, ConnectError};
use crate::limits::Limits;
use crate::model::{Era, Found};
pub(crate) use http::{FirstPost, HttpEvidence, read_refusal};
use usher_jsonrpc::{HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION};
pub use usher_types::protocol::EraChoice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `initialize`.
    Initialize(Found),
    /// `server/discover`, and `initialize` if that is not understood.
    ///
    /// After this time without an answer a program gets both, and an address `initialize` alone.
    Probe {
        found: Found,
        probe_timeout: Duration,
    },
    /// `server/discover` only.
    Discover,
}

/// Why an opening failed, as far as it determines the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpeningFailure {
    /// `server/discover` timed out.
    Silent,
    Ended,
    /// `initialize` timed out.
    TimedOut,
    /// The server refused.
    Refused,
}

impl Opening {
    /// Returns the first opening for a server.
    pub(crate) fn first(
        choice: EraChoice,
        remembered: Option<Era>,
        connect_timeout: Duration,
        limits: &Limits,
    ) -> Self {
        match (choice, remembered) {
            (EraChoice::Legacy, _) => Self::Initialize(Found::Chosen),
            (EraChoice::Modern, _) => Self::Discover,
            (EraChoice::Auto, Some(Era::Legacy)) => Self::Initialize(Found::Remembered),
            (EraChoice::Auto, Some(Era::Modern)) => Self::Probe {
                found: Found::Remembered,
                probe_timeout: connect_timeout / 2,
            },
            (EraChoice::Auto, None) => Self::probe(connect_timeout, limits),
        }
    }

    fn probe(connect_timeout: Duration, limits: &Limits) -> Self {
        Self::Probe {
            found: Found::Probed,
            probe_timeout: limits.probe_wait.min(connect_timeout / 2),
        }
    }

    /// Returns the opening after a failure, with a new process; `None` after the last.
    pub(crate) fn retry(
        self,
        failed: OpeningFailure,
        connect_timeout: Duration,
        limits: &Limits,
    ) -> Option<Self> {
        match (self, failed) {
            // Silence proves nothing: a modern program that is slow to start is silent, too.
            (Self::Probe { .. }, OpeningFailure::Silent) => Some(Self::Initialize(Found::Assumed)),
            (Self::Probe { .. }, OpeningFailure::Ended) => Some(Self::Initialize(Found::Probed)),
            (
                Self::Initialize(Found::Remembered),
                OpeningFailure::Ended | OpeningFailure::Refused,
            ) => Some(Self::probe(connect_timeout, limits)),
            _ => None,
        }
    }
}

/// The meaning of the answer to `server/discover`.
#[derive(Debug)]
pub(crate) enum Evidence {
    /// A modern server, with its result.
    Modern {
        version: ProtocolRevision,
        result: Map<String, Value>,
    },
    /// A modern server that asks for this version.
    RetryIn(ProtocolRevision),
    /// A legacy server, or one whose common revision is legacy.
    Legacy,
    /// A modern server that cannot be used.
    Fatal(ConnectError),
}

/// Reads the answer to `server/discover`.
///
/// Only what no older server can have sent counts as modern.
pub(crate) fn read_discovered(answer: Result<Value, CallError>) -> Evidence {
    match answer {
        Ok(Value::Object(result)) => match versions(result.get("supportedVersions")) {
            None => Evidence::Legacy,
            Some(supported) => match choose(&supported) {
                Chosen::Modern(version) => Evidence::Modern { version, result },
                Chosen::Legacy => Evidence::Legacy,
                Chosen::Nothing => unsupported(&supported),
            },
        },
        Err(CallError::Rejected {
            code: UNSUPPORTED_VERSION,
            data,
            ..
        }) => match versions(data.as_ref().and_then(|data| data.get("supported"))) {
            None => Evidence::Legacy,
            Some(supported) => match choose(&supported) {
                Chosen::Modern(version) => Evidence::RetryIn(version),
                Chosen::Legacy => Evidence::Legacy,
                Chosen::Nothing => unsupported(&supported),
            },
        },
        Err(CallError::Rejected {
            code: code @ (HEADER_MISMATCH | MISSING_CAPABILITY),
            message,
            data,
        }) => Evidence::Fatal(ConnectError::Rejected {
            status: None,
            code,
            message,
            data,
        }),
        Ok(_) | Err(_) => Evidence::Legacy,
    }
}

/// Returns the modern version an error -32022 offers.
pub(crate) fn offered_version(data: Option<&Value>) -> Option<ProtocolRevision> {
    match choose(&versions(data?.get("supported"))?) {
        Chosen::Modern(version) => Some(version),
        Chosen::Legacy | Chosen::Nothing => None,
    }
}

enum Chosen {
    Modern(ProtocolRevision),
    Legacy,
    Nothing,
}

fn choose(supported: &[String]) -> Chosen {
    let newest = supported
        .iter()
        .filter_map(|name| ProtocolRevision::from_name(name))
        .max();
    match newest {
        Some(version) if version.era() == Era::Modern => Chosen::Modern(version),
        Some(_) => Chosen::Legacy,
        None => Chosen::Nothing,
    }
}

fn unsupported(supported: &[String]) -> Evidence {
    Evidence::Fatal(ConnectError::UnsupportedVersion {
        picked: supported.join(", "),
    })
}

/// Reads a list of versions; `None` for anything else and an empty one.
fn versions(list: Option<&Value>) -> Option<Vec<String>> {
    let names: Option<Vec<String>> = list?
        .as_array()?
        .iter()
        .map(|name| name.as_str().map(str::to_owned))
        .collect();
    names.filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_first_word_follows_choice_and_memory() {
        let limits = Limits {
            probe_wait: 5 * SECOND,
            ..Limits::default()
        };
        let probe = |found, seconds| Opening::Probe {
            found,
            probe_timeout: seconds * SECOND,
        };
        let cases = [
            (EraChoice::Auto, None, 60, probe(Found::Probed, 5)),
            (EraChoice::Auto, None, 4, probe(Found::Probed, 2)),
            (
                EraChoice::Auto,
                Some(Era::Legacy),
                60,
                Opening::Initialize(Found::Remembered),
            ),
            (
                EraChoice::Auto,
                Some(Era::Modern),
                60,
                probe(Found::Remembered, 30),
            ),
            (
                EraChoice::Legacy,
                Some(Era::Modern),
                60,
                Opening::Initialize(Found::Chosen),
            ),
            (EraChoice::Modern, Some(Era::Legacy), 60, Opening::Discover),
        ];
        for (choice, remembered, timeout, expected) in cases {
            let first = Opening::first(choice, remembered, timeout * SECOND, &limits);
            assert_eq!(first, expected, "{choice:?} {remembered:?} {timeout}");
        }
    }

    #[test]
    fn a_fresh_start_is_made_once_and_only_for_a_reason() {
        let limits = Limits::default();
        let probed = Opening::probe(60 * SECOND, &limits);
        let initialize = Opening::Initialize;
        let cases = [
            (
                probed,
                OpeningFailure::Silent,
                Some(initialize(Found::Assumed)),
            ),
            (
                probed,
                OpeningFailure::Ended,
                Some(initialize(Found::Probed)),
            ),
            (probed, OpeningFailure::Refused, None),
            (probed, OpeningFailure::TimedOut, None),
            (
                initialize(Found::Remembered),
                OpeningFailure::Refused,
                Some(probed),
            ),
            (
                initialize(Found::Remembered),
                OpeningFailure::Ended,
                Some(probed),
            ),
            (
                initialize(Found::Remembered),
                OpeningFailure::TimedOut,
                None,
            ),
            (initialize(Found::Probed), OpeningFailure::Ended, None),
            (initialize(Found::Assumed), OpeningFailure::Ended, None),
            (initialize(Found::Chosen), OpeningFailure::Refused, None),
            (Opening::Discover, OpeningFailure::Ended, None),
            (Opening::Discover, OpeningFailure::Silent, None),
        ];
        for (opening, failed, expected) in cases {
            assert_eq!(
                opening.retry(failed, 60 * SECOND, &limits),
                expected,
                "{opening:?} {failed:?}"
            );
        }
    }

    fn describe(evidence: &Evidence) -> String {
        match evidence {
            Evidence::Modern { version, .. } => format!("modern {}", version.as_str()),
            Evidence::RetryIn(version) => format!("ask in {}", version.as_str()),
            Evidence::Legacy => "legacy".into(),
            Evidence::Fatal(error) => error.to_string(),
        }
    }

    #[test]
    fn only_what_no_older_server_says_is_modern() {
        let rejected = |code, data: Value| {
            Err(CallError::Rejected {
                code,
                message: "m".into(),
                data: Some(data),
            })
        };
        let unsupported = |list: Value| rejected(UNSUPPORTED_VERSION, json!({"supported": list}));
        let closed = CallError::Closed(crate::error::CloseReason::default());
        let cases = [
            (
                Ok(json!({"supportedVersions": ["2026-07-28"]})),
                "modern 2026-07-28",
            ),
            (
                Ok(json!({"supportedVersions": ["2025-11-25", "2026-07-28", "2027-01-01"]})),
                "modern 2026-07-28",
            ),
            (Ok(json!({"supportedVersions": ["2025-11-25"]})), "legacy"),
            (
                Ok(json!({"supportedVersions": ["2027-01-01"]})),
                r#"the server speaks protocol version "2027-01-01", which this host does not know"#,
            ),
            (Ok(json!({"supportedVersions": []})), "legacy"),
            (Ok(json!({"supportedVersions": "2026-07-28"})), "legacy"),
            (Ok(json!({})), "legacy"),
            (Ok(Value::Null), "legacy"),
            (unsupported(json!(["2026-07-28"])), "ask in 2026-07-28"),
            (unsupported(json!(["2025-06-18", "2024-11-05"])), "legacy"),
            (
                unsupported(json!(["3000-01-01"])),
                r#"the server speaks protocol version "3000-01-01", which this host does not know"#,
            ),
            (unsupported(json!([])), "legacy"),
            (unsupported(json!([1])), "legacy"),
            (
                rejected(HEADER_MISMATCH, Value::Null),
                "the server refused the connection: m (code -32020)",
            ),
            (
                rejected(MISSING_CAPABILITY, Value::Null),
                "the server refused the connection: m (code -32021)",
            ),
            (rejected(-32601, Value::Null), "legacy"),
            (rejected(-32602, Value::Null), "legacy"),
            (rejected(-32001, Value::Null), "legacy"),
            (
                rejected(-32000, json!({"supported": ["2026-07-28"]})),
                "legacy",
            ),
            (Err(closed), "legacy"),
        ];
        for (answer, expected) in cases {
            let shown = format!("{answer:?}");
            assert_eq!(describe(&read_discovered(answer)), expected, "{shown}");
        }
    }
}

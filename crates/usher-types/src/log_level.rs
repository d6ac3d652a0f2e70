//! The levels of log messages.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The levels of log messages, lowest first (RFC 5424; 2025-11-25, server/utilities/logging).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "camelCase")]
pub enum LogLevel {
    /// What only a developer wants to see.
    Debug,
    #[default]
    Info,
    /// What is normal but worth a look.
    Notice,
    /// What may become a problem.
    Warning,
    Error,
    /// What failed and takes more with it.
    Critical,
    /// What somebody has to act on at once.
    Alert,
    Emergency,
}

const NAMES: [(LogLevel, &str); 8] = [
    (LogLevel::Debug, "debug"),
    (LogLevel::Info, "info"),
    (LogLevel::Notice, "notice"),
    (LogLevel::Warning, "warning"),
    (LogLevel::Error, "error"),
    (LogLevel::Critical, "critical"),
    (LogLevel::Alert, "alert"),
    (LogLevel::Emergency, "emergency"),
];

impl LogLevel {
    /// Its name in the protocol.
    pub fn as_str(self) -> &'static str {
        NAMES
            .iter()
            .find(|(level, _)| *level == self)
            .map_or("info", |(_, name)| name)
    }
}

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        NAMES
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(level, _)| *level)
            .ok_or_else(|| format!("{text} is no log level"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (level, name) in NAMES {
            assert_eq!(
                (level.as_str(), name.parse()),
                (name, Ok(level)),
                "{level:?} is {name}"
            );
        }
        assert_eq!(
            "warn".parse::<LogLevel>(),
            Err("warn is no log level".into())
        );
    }
}

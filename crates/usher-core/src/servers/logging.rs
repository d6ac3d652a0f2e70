//! From which level on a server is to log, chosen by the person and kept.

use std::str::FromStr;

use super::edit::ServerError;
use super::request::RequestError;
use super::snapshot::ServerSnapshot;
use crate::host::Host;
use crate::id::ServerId;

/// The levels of log messages, lowest first (RFC 5424; 2025-11-25, server/utilities/logging).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// What only a developer wants to see.
    Debug,
    /// What goes on.
    #[default]
    Info,
    /// What is normal but worth a look.
    Notice,
    /// What may become a problem.
    Warning,
    /// What failed.
    Error,
    /// What failed and takes more with it.
    Critical,
    /// What somebody has to act on at once.
    Alert,
    /// Nothing works.
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

impl Host {
    /// From now on a server logs from this level on, also after its next starts.
    pub async fn set_log_level(
        &self,
        id: &ServerId,
        level: LogLevel,
    ) -> Result<ServerSnapshot, ServerError> {
        let room = self.known(id)?;
        self.around().store.set_log_level(id, level).await?;
        room.set_log_level(level);
        room.tell();
        // One that does not run is told when it does, one that knows no logging never.
        if let Ok(connection) = room.connection()
            && let Err(error) = connection.set_log_level(level.as_str()).await
            && !matches!(error, usher_mcp::CallError::NotOffered { .. })
        {
            let doing = format!("Setting the log level of “{}”", room.label());
            return Err(RequestError::of(&doing, error).into());
        }
        Ok(room.snapshot())
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

//! Names the protocol revision of a connection and its request metadata.
//!
//! How the revision is detected is in [`crate::era`]; transports and calls use it.

use serde_json::{Map, Value, json};

use crate::model::Era;

/// A protocol revision this host knows, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ProtocolRevision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl ProtocolRevision {
    pub(crate) const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// The revision `initialize` offers.
    pub(crate) const NEWEST_LEGACY: Self = Self::V2025_11_25;
    /// The revision of the first `server/discover`.
    pub(crate) const NEWEST: Self = Self::V2026_07_28;

    /// Returns its name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Returns the revision of that name, if this host knows it.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == name)
    }

    /// Returns the lifecycle it belongs to.
    pub(crate) fn era(self) -> Era {
        match self {
            Self::V2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }
}

/// The lifecycle and revision used on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// A session that began with `initialize`.
    Legacy { version: ProtocolRevision },
    /// Requests that each carry their metadata.
    Modern { version: ProtocolRevision },
}

impl Dialect {
    /// Returns the dialect of a revision.
    pub(crate) fn from_revision(version: ProtocolRevision) -> Self {
        match version.era() {
            Era::Legacy => Self::Legacy { version },
            Era::Modern => Self::Modern { version },
        }
    }
}

/// Prefixes the `_meta` members of the protocol itself (2026-07-28, basic).
macro_rules! reserved {
    ($name:literal) => {
        concat!("io.modelcontextprotocol/", $name)
    };
}

/// The member of a result that names the server.
pub(crate) const SERVER_INFO: &str = reserved!("serverInfo");
/// The member of a notification that names its listen request.
pub(crate) const SUBSCRIPTION_ID: &str = reserved!("subscriptionId");
/// The request answered with notifications (2026-07-28, basic/patterns/subscriptions).
pub(crate) const LISTEN: &str = "subscriptions/listen";
const PROTOCOL_VERSION: &str = reserved!("protocolVersion");
const CLIENT_INFO: &str = reserved!("clientInfo");
/// The member of a request that declares what its client can do.
pub(crate) const CLIENT_CAPABILITIES: &str = reserved!("clientCapabilities");
const LOG_LEVEL: &str = reserved!("logLevel");

/// The name and version of this client.
#[derive(Debug, Clone)]
pub struct ClientIdentity {
    pub name: String,
    pub title: String,
    pub version: String,
}

/// The client's identity and capabilities.
///
/// Every modern request carries them, and `initialize` once.
#[derive(Debug, Clone)]
pub(crate) struct ClientDescription {
    /// `clientInfo`.
    info: Value,
    /// `clientCapabilities` in the terms of each era.
    capabilities: fn(Era) -> Value,
}

impl ClientDescription {
    pub(crate) fn new(client: &ClientIdentity, capabilities: fn(Era) -> Value) -> Self {
        let info = json!({"name": client.name, "title": client.title, "version": client.version});
        Self { info, capabilities }
    }

    /// Returns the parameters of `initialize` (2025-11-25, basic/lifecycle).
    pub(crate) fn initialize(&self) -> Map<String, Value> {
        Map::from_iter([
            (
                "protocolVersion".to_owned(),
                ProtocolRevision::NEWEST_LEGACY.as_str().into(),
            ),
            ("capabilities".to_owned(), (self.capabilities)(Era::Legacy)),
            ("clientInfo".to_owned(), self.info.clone()),
        ])
    }

    /// Returns the `_meta` of a modern request (2026-07-28, basic, request metadata).
    ///
    /// A log level asks for log messages about this request.
    pub(crate) fn meta(
        &self,
        version: ProtocolRevision,
        log_level: Option<&str>,
    ) -> Map<String, Value> {
        let mut meta = Map::from_iter([
            (PROTOCOL_VERSION.to_owned(), version.as_str().into()),
            (CLIENT_INFO.to_owned(), self.info.clone()),
            (
                CLIENT_CAPABILITIES.to_owned(),
                (self.capabilities)(Era::Modern),
            ),
        ]);
        if let Some(level) = log_level {
            meta.insert(LOG_LEVEL.to_owned(), level.into());
        }
        meta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_known_by_its_name_only() {
        for revision in ProtocolRevision::ALL {
            assert_eq!(
                ProtocolRevision::from_name(revision.as_str()),
                Some(revision)
            );
        }
        for name in ["", "1999-01-01", "2027-01-01", "2025-11-25 "] {
            assert_eq!(ProtocolRevision::from_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_request_speaks_for_itself() {
        let client = ClientIdentity {
            name: "n".into(),
            title: "T".into(),
            version: "1".into(),
        };
        let introduction = ClientDescription::new(&client, |_| json!({"roots": {}}));
        let meta = introduction.meta(ProtocolRevision::NEWEST, Some("debug"));
        let expected = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "n", "title": "T", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"roots": {}},
            "io.modelcontextprotocol/logLevel": "debug",
        });
        assert_eq!(Value::Object(meta), expected);
        let quiet = introduction.meta(ProtocolRevision::NEWEST, None);
        assert_eq!(quiet.get("io.modelcontextprotocol/logLevel"), None);
    }
}

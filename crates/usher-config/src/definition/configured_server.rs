//! Holds a configured server: its definition and what the host stores with it.

use usher_types::group::ServerGroup;
use usher_types::id::ServerId;
use usher_types::log_level::LogLevel;
use usher_types::signed_in::SignedIn;

use super::{CachedProtocol, ServerDefinition};

/// A configured server: its definition and what the host stores with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredServer {
    pub id: ServerId,
    pub definition: ServerDefinition,
    /// The [`ServerDefinition::fingerprint`] the person agreed to by saving.
    pub consent: String,
    /// The group it is listed in.
    pub group: Option<ServerGroup>,
    /// Whether the person has turned it on.
    pub enabled: bool,
    /// When it was added, Unix ms.
    pub created_at: i64,
    /// What was found out about how it is spoken to.
    pub cached_protocol: Option<CachedProtocol>,
    /// From which level on it is to log.
    pub log_level: LogLevel,
    /// That the person has signed in to it.
    pub sign_in: Option<SignedIn>,
}

impl ConfiguredServer {
    /// Whether the database says that the person agreed to exactly this definition. That alone starts nothing.
    pub fn is_consented(&self) -> bool {
        self.definition.fingerprint() == self.consent
    }
}

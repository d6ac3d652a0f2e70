//! What makes two calls the same, and whose call is taken up by an identical one.

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_review::policy::arguments::arguments_digest;
use usher_types::client::KnownClient;
use usher_types::id::{ClientId, SourceId};

use crate::eras::revision::Era;

/// What makes two calls the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CallKey {
    pub(crate) client: ClientId,
    pub(crate) source: SourceId,
    /// The era and the method, with the name of the tool or prompt, or the URI.
    pub(crate) item: String,
    /// The digest of the arguments as canonical JSON (RFC 8785).
    pub(crate) arguments: String,
}

impl CallKey {
    pub(crate) fn new(
        client: &KnownClient,
        source: &SourceId,
        era: Era,
        (method, name): (&str, &str),
        arguments: &Map<String, Value>,
    ) -> Self {
        Self {
            client: client.id.clone(),
            source: source.clone(),
            item: format!("{era:?} {method} {name}"),
            arguments: arguments_digest(arguments).to_string(),
        }
    }
}

/// The connection that made a call.
#[derive(Debug, Clone)]
pub(crate) struct CallOwner {
    pub(crate) session: u64,
    /// Cancelled when the connection ends; `None` over HTTP, where a client may begin another session without ending one.
    pub(crate) ended: Option<CancellationToken>,
}

impl CallOwner {
    /// Returns whether an identical call of a connection takes up what this one's call has begun: its own next call, or
    /// that of a connection which came after this one has ended. Another window of an agent makes a call of its own.
    pub(crate) fn is_followed_by(&self, session: u64) -> bool {
        let has_ended = |ended: &CancellationToken| ended.is_cancelled();
        self.session == session || self.ended.as_ref().is_none_or(has_ended)
    }
}

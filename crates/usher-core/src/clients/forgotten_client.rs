//! A client that was forgotten, with what brings it back.

use usher_review::policy::Rule;
use usher_types::client::KnownClient;
use usher_types::id::ClientId;

use super::connected::Connected;

/// What the person is told once a client is forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgottenClient {
    pub id: ClientId,
    pub name: String,
    /// How many permissions went with it.
    pub permissions: usize,
    /// Until when [`super::Clients::restore`] works, Unix ms.
    pub undo_until_at: i64,
}

/// All that is needed to bring a client back.
pub(super) struct Forgotten {
    pub(super) client: KnownClient,
    /// Its connections, which get nothing meanwhile.
    pub(super) connected: Connected,
    pub(super) rules: Vec<Rule>,
    pub(super) until_at: i64,
}

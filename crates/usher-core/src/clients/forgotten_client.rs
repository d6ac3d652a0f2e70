//! A client that was forgotten, with what brings it back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_review::policy::Rule;
use usher_types::client::KnownClient;
use usher_types::id::ClientId;

use super::connected::Connected;

/// A client that was removed can be brought back for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RemovedClient {
    pub client_id: ClientId,
    pub name: String,
    /// How many permissions went with it.
    pub permissions: usize,
    /// Until when `client.restore` works, Unix ms.
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

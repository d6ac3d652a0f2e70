//! What a server was told to remember, so that it can be told again when a new session takes the place of
//! a lost one (2025-11-25, basic/transports, session management).

use std::collections::BTreeSet;

use super::Connection;
use crate::lock::lock;

/// What the server was told to remember; a session that takes the place of a lost one is told again.
#[derive(Clone, Default)]
pub(super) struct SessionState {
    pub(super) subscriptions: BTreeSet<String>,
    pub(super) log_level: Option<String>,
}

impl Connection {
    pub(super) fn remember<T>(&self, change: impl FnOnce(&mut SessionState) -> T) -> T {
        change(&mut lock(&self.shared.session_state))
    }

    /// Tells a new session what the lost one knew; what it refuses was its own affair before, too.
    pub(super) async fn restore(&self) {
        let state = self.remember(|state| state.clone());
        if let Some(level) = &state.log_level
            && let Err(error) = self.set_log_level(level).await
        {
            tracing::warn!(%error, "the log level could not be set again");
        }
        for uri in &state.subscriptions {
            if let Err(error) = self.subscribe(uri).await {
                tracing::warn!(%error, "a resource could not be subscribed to again");
            }
        }
    }
}

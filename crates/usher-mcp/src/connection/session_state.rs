//! Restores the state of a lost session in a new one.
//!
//! See 2025-11-25, basic/transports, session management.

use super::connection_state::{Connection, SessionState};

impl Connection {
    pub(super) fn remember<T>(&self, change: impl FnOnce(&mut SessionState) -> T) -> T {
        change(&mut self.shared.session_state.lock())
    }

    /// Restores the state in a new session; failures are only logged.
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

//! Checks whether a server answers.

use std::time::Duration;

use tokio::time::Instant;

use super::connection_state::Connection;
use crate::error::CallError;
use crate::model::Era;

impl Connection {
    /// Pings the server and returns the time it took.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        let sent_at = Instant::now();
        let method = match self.agreed().era {
            Era::Legacy => "ping",
            // The modern era has no ping; every server answers this.
            Era::Modern => "server/discover",
        };
        self.request(method, None).await?;
        Ok(sent_at.elapsed())
    }

    /// Returns the number of pending requests, without those given up.
    pub fn in_flight(&self) -> usize {
        self.shared.rpc.wire.pending.len()
    }
}

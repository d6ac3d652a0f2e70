//! Whether a server still answers.

use std::time::Duration;

use tokio::time::Instant;

use super::Connection;
use crate::error::CallError;
use crate::model::Era;

impl Connection {
    /// Asks for a sign of life; how long it took.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        let sent_at = Instant::now();
        let method = match self.agreed().era {
            Era::Legacy => "ping",
            // The modern era has no ping; this is what every server answers.
            Era::Modern => "server/discover",
        };
        self.request(method, None).await?;
        Ok(sent_at.elapsed())
    }

    /// How many requests wait for their answer. One that was given up does not.
    pub fn in_flight(&self) -> usize {
        self.shared.rpc.wire.pending.len()
    }
}

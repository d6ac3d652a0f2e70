//! Limits how fast a server's unrequested output is read.
//!
//! Within the limits it is read at once; beyond them the reader pauses, so that the pipe fills and the server has to
//! wait, and a flood costs the other servers nothing.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_types::rate_limit::Throttle;

use crate::limits::{self, Limits};

/// The cost of a server's unrequested output, as time.
#[derive(Debug)]
pub(crate) struct Backpressure {
    per_message: Duration,
    bytes_per_s: u64,
    throttle: Mutex<Throttle>,
    /// Cancelled when only the rest in the pipe is to come.
    ended: CancellationToken,
}

impl Backpressure {
    /// Limits its unrequested messages.
    pub(crate) fn for_messages(limits: &Limits) -> Self {
        Self::new(limits.unasked_per_s, limits)
    }

    /// Limits the lines of its stderr.
    pub(crate) fn for_stderr(limits: &Limits) -> Self {
        Self::new(limits.stderr_lines_per_s, limits)
    }

    fn new(per_s: u32, limits: &Limits) -> Self {
        Self {
            per_message: Duration::from_secs(1) / per_s.max(1),
            bytes_per_s: limits.unasked_bytes_per_s.max(1),
            throttle: Mutex::new(Throttle::new(
                limits::UNASKED_BURST,
                Instant::now().into_std(),
            )),
            ended: CancellationToken::new(),
        }
    }

    /// Ends the limit, so that the last output is read at once.
    pub(crate) fn end(&self) {
        self.ended.cancel();
    }

    /// Accounts for received output, and pauses if it was too much.
    pub(crate) async fn received(&self, messages: u32, bytes: u64) {
        if let Some(until) = self.spend(Instant::now(), messages, bytes) {
            tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                () = self.ended.cancelled() => {}
            }
        }
    }

    /// Returns until when to pause, if at all.
    fn spend(&self, now: Instant, messages: u32, bytes: u64) -> Option<Instant> {
        let byte_cost = Duration::from_micros(bytes.saturating_mul(1_000_000) / self.bytes_per_s);
        let cost = self.per_message * messages + byte_cost;
        let until = self.throttle.lock().spend(cost, now.into_std())?;
        Some(until.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_heard_at_once_and_a_flood_at_the_speed_that_is_allowed() {
        let limits = Limits {
            unasked_per_s: 1000,
            unasked_bytes_per_s: 1_000_000,
            ..Limits::default()
        };
        let began = Instant::now();
        let after = |ms: u64| began + Duration::from_millis(ms);
        // When output arrives, how much, and until when reading pauses.
        let check = |steps: &[(u64, u32, u64, Option<u64>)]| {
            let pace = Backpressure::for_messages(&limits);
            *pace.throttle.lock() = Throttle::new(limits::UNASKED_BURST, began.into_std());
            for (at, messages, bytes, expected) in steps {
                assert_eq!(
                    pace.spend(after(*at), *messages, *bytes),
                    expected.map(after),
                    "{messages} messages, {bytes} bytes at {at} ms of {steps:?}"
                );
            }
        };
        check(&[(0, 2000, 0, None), (0, 1, 0, Some(1)), (1, 1, 0, Some(2))]);
        check(&[(0, 1, 4_000_000, Some(2001)), (9000, 2000, 0, None)]);
        check(&[
            (0, 2000, 0, None),
            (500, 500, 0, None),
            (500, 10, 0, Some(510)),
        ]);
        check(&[(0, 0, 0, None), (9000, 1, 1_999_000, None)]);
    }
}

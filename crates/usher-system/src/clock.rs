//! Tells the wall-clock time, which tests can fix. Durations use `Instant`.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the host gets the time of day from.
#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// A clock that moves only when advanced.
    Fixed(FixedClock),
}

/// A clock that moves only when advanced; clones share the time.
#[derive(Debug, Clone)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// Makes a clock that shows this time (Unix ms).
    pub fn at(now_ms: i64) -> Self {
        Self(Arc::new(AtomicI64::new(now_ms)))
    }

    pub fn advance_ms(&self, by_ms: i64) {
        self.0.fetch_add(by_ms, Ordering::SeqCst);
    }
}

impl Clock {
    /// The time now, Unix ms.
    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => system_now_ms(),
            Self::Fixed(clock) => clock.0.load(Ordering::SeqCst),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that asks the system for the time"
)]
fn system_now_ms() -> i64 {
    // A clock set before 1970 reads as zero: wrong, but harmless and without a panic.
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

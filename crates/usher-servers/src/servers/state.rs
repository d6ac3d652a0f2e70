//! The private state of one supervisor. Each variant owns what is valid in it: leaving a state by
//! dropping it cancels its work.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, Sleep};
use tokio_util::task::AbortOnDropHandle;
use url::Url;
use usher_mcp::{Challenge, CloseReason, Connection};

use super::access::WantedAccess;
use super::failure::StartFault;
use super::phase::Phase;
use crate::limits;
use crate::servers::heartbeat::Lost;
use crate::snapshot::{Failure, ServerState};
use usher_messages::Message;
use usher_oauth::SignInError;

pub(super) enum State {
    Disabled,
    NeedsReview {
        reason: Message,
    },
    Starting {
        since_at: i64,
        /// How many tries have failed before this one.
        failed: u32,
        phase: watch::Receiver<Phase>,
        work: AbortOnDropHandle<Result<ActiveConnection, StartFault>>,
    },
    Running {
        since_at: i64,
        since: Instant,
        failed: u32,
        active: ActiveConnection,
    },
    Retrying {
        failed: u32,
        next_at: i64,
        wake: Pin<Box<Sleep>>,
        failure: Failure,
    },
    NeedsSignIn {
        reason: Message,
    },
    SigningIn {
        since_at: i64,
        issuer: String,
        /// What the person was shown of it.
        shown: Value,
        work: AbortOnDropHandle<Result<(), SignInError>>,
    },
    Failed {
        failure: Failure,
    },
}

/// A connection in use, and what belongs to it.
pub(super) struct ActiveConnection {
    pub(super) connection: Connection,
    /// Resolved by the event loop when the connection has ended by itself.
    pub(super) closed: oneshot::Receiver<CloseReason>,
    /// Keeps the server's lists fresh.
    pub(super) reader: AbortOnDropHandle<()>,
    /// Ends when the server gives no sign of life any more.
    pub(super) heartbeat: AbortOnDropHandle<Lost>,
    /// Has the heartbeat ping at once.
    pub(super) check_now: Arc<Notify>,
    /// What the server wants that only a person can give; `None` for a local program.
    pub(super) challenges: Option<Challenges>,
}

/// What the server at an address wants that only a person can give.
pub(super) struct Challenges {
    pub(super) server: Url,
    pub(super) unmet: watch::Receiver<Option<Challenge>>,
}

impl ActiveConnection {
    /// Waits until the server wants something only a person can give.
    pub(super) async fn next_challenge(challenges: &mut Option<Challenges>) -> WantedAccess {
        while let Some(Challenges { server, unmet }) = challenges {
            if unmet.changed().await.is_err() {
                break;
            }
            let wanted = unmet.borrow_and_update().clone();
            if let Some(challenge) = wanted {
                let server = server.clone();
                return WantedAccess { server, challenge };
            }
        }
        std::future::pending().await
    }
}

impl State {
    /// What others may see of it.
    pub(super) fn shown(&self) -> ServerState {
        match self {
            Self::Disabled => ServerState::Disabled,
            Self::NeedsReview { reason } => ServerState::NeedsReview {
                reason: reason.clone(),
            },
            Self::Starting {
                since_at, phase, ..
            } => match &*phase.borrow() {
                Phase::Queued => ServerState::Queued {
                    since_at: *since_at,
                },
                Phase::Starting => ServerState::Starting {
                    since_at: *since_at,
                    sign_in_url: None,
                },
                Phase::SignInAwaited(url) => ServerState::Starting {
                    since_at: *since_at,
                    sign_in_url: Some(url.clone()),
                },
            },
            Self::Running {
                since_at, active, ..
            } => ServerState::Running {
                since_at: *since_at,
                pid: active.connection.pid(),
            },
            Self::Retrying {
                failed,
                next_at,
                failure,
                ..
            } => ServerState::Retrying {
                attempt: *failed,
                max_attempts: limits::RETRIES,
                next_at: *next_at,
                failure: failure.clone(),
            },
            Self::NeedsSignIn { reason } => ServerState::NeedsSignIn {
                reason: reason.clone(),
            },
            Self::SigningIn {
                since_at, issuer, ..
            } => ServerState::SigningIn {
                since_at: *since_at,
                issuer: issuer.clone(),
            },
            Self::Failed { failure } => ServerState::Failed {
                failure: failure.clone(),
            },
        }
    }
}

/// Returns the wait before the retry after so many failures (from 1): 0.5 s doubling to 30 s, ±20 %. `jitter` in 0..=1
/// chooses within the spread.
pub(super) fn delay(failed: u32, jitter: f64) -> Duration {
    let doublings = failed.saturating_sub(1).min(16);
    let whole = (limits::RETRY_FIRST_DELAY * 2_u32.pow(doublings)).min(limits::RETRY_LONGEST_DELAY);
    whole.mul_f64(0.8 + 0.4 * jitter.clamp(0.0, 1.0))
}

/// Returns how many failures still count after a run this long.
pub(super) fn failures_that_count(failed: u32, ran: Duration) -> u32 {
    if ran >= limits::HEALTHY_AFTER {
        0
    } else {
        failed
    }
}

/// A number in 0..=1, different each time.
pub(super) fn jitter() -> f64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    let hash = std::hash::RandomState::new().build_hasher().finish();
    // Sixteen bits are more than a spread of 20 % can show.
    f64::from(u16::try_from(hash >> 48).unwrap_or(0)) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_and_stay_in_bounds() {
        let check = |failed: u32, jitter: f64, expected_ms: u128| {
            assert_eq!(
                delay(failed, jitter).as_millis(),
                expected_ms,
                "delay after {failed} failures with dice {jitter}"
            );
        };
        check(1, 0.5, 500);
        check(1, 0.0, 400);
        check(1, 1.0, 600);
        check(2, 0.5, 1000);
        check(5, 0.5, 8000);
        check(7, 0.5, 30000);
        check(1000, 1.0, 36000);
    }

    #[test]
    fn a_server_that_ran_a_minute_begins_anew() {
        let cases = [(0, 4), (59_999, 4), (60_000, 0), (3_600_000, 0)];
        for (ran_ms, expected) in cases {
            let counted = failures_that_count(4, Duration::from_millis(ran_ms));
            assert_eq!(counted, expected, "lost after {ran_ms} ms");
        }
    }

    #[test]
    fn the_dice_stay_in_bounds() {
        for _ in 0..100 {
            let jitter = jitter();
            assert!((0.0..=1.0).contains(&jitter), "{jitter} is no share of one");
        }
    }
}

//! Runs work on a server's input: deep stack, deadline, few threads at once.
//!
//! A thread that overruns cannot be stopped, so it counts until it ends: however many hostile inputs come, no more than
//! [`limits::CHECKS_AT_ONCE`] threads are busy with them.

use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::limits;

/// Nesting that the input limits allow must not overflow it.
const STACK_BYTES: usize = 64 * 1024 * 1024;

static BUSY: Mutex<usize> = Mutex::new(0);
static ONE_ENDED: Condvar = Condvar::new();

/// Runs `act` and waits for it; `None` if it took too long or panicked.
pub(crate) fn run_limited<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let until = Instant::now() + limits::CHECK_WITHIN;
    let permit = Permit::wait(until)?;
    let (done, result) = sync_channel(1);
    std::thread::Builder::new()
        .name("bounded".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _held_until_the_end = permit;
            // After the deadline the receiver is gone; the result is dropped here.
            let _ = done.send(act());
        })
        .ok()?;
    result
        .recv_timeout(until.saturating_duration_since(Instant::now()))
        .ok()
}

/// The right to be one of the busy threads.
struct Permit;

impl Permit {
    fn wait(until: Instant) -> Option<Self> {
        let busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        let left = until.saturating_duration_since(Instant::now());
        let (mut busy, _) = ONE_ENDED
            .wait_timeout_while(busy, left, |busy| *busy >= limits::CHECKS_AT_ONCE)
            .unwrap_or_else(PoisonError::into_inner);
        if *busy >= limits::CHECKS_AT_ONCE {
            return None;
        }
        *busy += 1;
        Some(Self)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *BUSY.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ONE_ENDED.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::{limits, run_limited};

    #[test]
    fn a_panic_is_no_result() {
        for _ in 0..=limits::CHECKS_AT_ONCE {
            assert_eq!(run_limited(|| -> u8 { panic!("hostile") }), None);
        }
        assert_eq!(
            run_limited(|| 8),
            Some(8),
            "a permit comes back after a panic"
        );
    }
}

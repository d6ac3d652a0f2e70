//! Work on input a server wrote: on a thread of its own with a deep stack, until a deadline, and little of it at once.
//!
//! A thread that overruns cannot be stopped, so it keeps its permit until it ends: however many hostile inputs come,
//! no more than [`AT_ONCE`] threads are busy with them.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};

/// How many threads may be at it.
const AT_ONCE: usize = 3;
/// Nesting that the input limits allow must not overflow it.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// Ordinary input takes milliseconds; this leaves room for a slow, busy machine.
const DEADLINE: Duration = Duration::from_secs(5);

static PERMITS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(AT_ONCE)));

/// Runs `act`; `None` if it took too long or panicked.
pub(crate) async fn bounded<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let acted = async {
        let permit = PERMITS.clone().acquire_owned().await.ok()?;
        let (done, result) = oneshot::channel();
        std::thread::Builder::new()
            .name("bounded".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let _held_until_the_end = permit;
                // Nobody waits any more after the deadline; the result is then dropped here.
                let _ = done.send(act());
            })
            .ok()?;
        result.await.ok()
    };
    tokio::time::timeout(DEADLINE, acted).await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::bounded;

    #[tokio::test]
    async fn a_panic_is_no_result() {
        assert_eq!(bounded(|| 7).await, Some(7));
        assert_eq!(bounded(|| -> u8 { panic!("hostile") }).await, None);
        assert_eq!(bounded(|| 8).await, Some(8), "its permit came back");
    }
}

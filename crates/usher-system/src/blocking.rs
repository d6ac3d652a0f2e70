//! Runs work that may block, away from the threads of the runtime.

/// Runs work on a thread that may block; `None` if it panicked.
pub async fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(fault) => {
            tracing::error!(%fault, "blocking work panicked");
            None
        }
    }
}

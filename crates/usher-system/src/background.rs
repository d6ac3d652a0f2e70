//! Work that may take a while, kept off the threads that must not be held up.

/// Does the work on a thread that may wait; `None` if it panicked.
pub async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(fault) => {
            tracing::error!(%fault, "work in the background failed");
            None
        }
    }
}

//! Runs work that may block, away from the threads of the runtime.

use std::io;

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

/// Runs file work that may block. Work that panicked has failed.
pub async fn spawn_io<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|fault| Err(io::Error::other(fault)))
}

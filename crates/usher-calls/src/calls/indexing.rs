//! When recorded calls are indexed for the search: once no further ones are recorded, so that calls that run do not wait
//! for it.

use std::sync::atomic::Ordering;

use super::Calls;
use crate::limits;

impl Calls {
    /// Lets calls that were just recorded be indexed once nothing was recorded for [`limits::INDEX_AFTER`], or
    /// [`limits::INDEX_WITHIN`] have passed.
    pub(super) fn index_later(&self) {
        let to_index = &self.0.to_index;
        to_index.recorded.fetch_add(1, Ordering::Relaxed);
        if to_index.is_waiting.swap(true, Ordering::AcqRel) {
            return;
        }
        let calls = self.clone();
        self.context().tasks.spawn(async move {
            tokio::select! {
                _ = tokio::time::timeout(limits::INDEX_WITHIN, calls.nothing_recorded()) => {}
                // The first search after the next start indexes them.
                () = calls.context().closing.cancelled() => return,
            }
            // Calls that are recorded from now on start the next wait.
            calls.0.to_index.is_waiting.store(false, Ordering::Release);
            if let Err(error) = calls.context().store.index_calls().await {
                tracing::warn!(%error, "recorded calls could not be indexed");
            }
        });
    }

    /// Returns once nothing was recorded for a while.
    async fn nothing_recorded(&self) {
        let recorded = &self.0.to_index.recorded;
        loop {
            let before = recorded.load(Ordering::Relaxed);
            tokio::time::sleep(limits::INDEX_AFTER).await;
            if recorded.load(Ordering::Relaxed) == before {
                return;
            }
        }
    }
}

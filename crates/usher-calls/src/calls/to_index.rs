//! What of the recorded calls is to be indexed for the search.

use std::sync::atomic::{AtomicBool, AtomicU64};

/// What of the calls is to be indexed.
#[derive(Default)]
pub(super) struct ToIndex {
    /// How often calls were recorded.
    pub(super) recorded: AtomicU64,
    /// A task waits for the time to index them.
    pub(super) is_waiting: AtomicBool,
}

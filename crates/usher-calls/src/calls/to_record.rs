//! Calls of agents on their way into the history, and the permits that bound how many there are.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use usher_types::id::{CallId, HistoryId};

use super::ended_call::EndedCall;
use crate::limits;

/// Calls of agents that have their answers and are not in the history yet.
pub(super) struct ToRecord {
    pub(super) waiting: Mutex<Vec<Waiting>>,
    pub(super) permits: RecordPermits,
}

pub(super) struct Waiting {
    pub(super) ended: EndedCall,
    /// Hears where it is kept.
    pub(super) is_kept: watch::Sender<Option<HistoryId>>,
    pub(super) permit: OwnedSemaphorePermit,
}

impl ToRecord {
    pub(super) fn new(permits: RecordPermits) -> Self {
        Self {
            waiting: Mutex::default(),
            permits,
        }
    }
}

/// One permit for each call that has its answer and is not in the history yet; cheap to clone.
#[derive(Clone)]
pub struct RecordPermits(pub Arc<Semaphore>);

impl Default for RecordPermits {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(limits::CALLS_TO_RECORD as usize)))
    }
}

impl RecordPermits {
    /// Waits until all calls that have their answers are in the history.
    pub async fn recorded(&self) {
        let _all = self.0.acquire_many(limits::CALLS_TO_RECORD).await;
    }
}

/// A call of an agent that is on record, or soon will be.
#[derive(Clone)]
pub struct RecordedCall {
    pub(super) call: CallId,
    /// Where; its sender goes once that is known.
    pub(super) row: watch::Receiver<Option<HistoryId>>,
}

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
    /// One for each call that has its answer and is not in the history yet.
    pub(super) permits: Arc<Semaphore>,
}

pub(super) struct Waiting {
    pub(super) ended: EndedCall,
    /// Hears where it is kept.
    pub(super) is_kept: watch::Sender<Option<HistoryId>>,
    pub(super) permit: OwnedSemaphorePermit,
}

impl Default for ToRecord {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            permits: Arc::new(Semaphore::new(limits::CALLS_TO_RECORD as usize)),
        }
    }
}

impl ToRecord {
    /// Waits until all calls that have their answers are in the history.
    pub(super) async fn recorded(&self) {
        let _all = self.permits.acquire_many(limits::CALLS_TO_RECORD).await;
    }
}

/// A call of an agent that is on record, or soon will be.
#[derive(Clone)]
pub struct RecordedCall {
    pub(super) call: CallId,
    /// Where; its sender goes once that is known.
    pub(super) row: watch::Receiver<Option<HistoryId>>,
}

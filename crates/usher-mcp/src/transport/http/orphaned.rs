//! Matches requests whose exchange brought no answer with answers on other streams.

use std::collections::{HashSet, VecDeque};

use parking_lot::Mutex;
use serde_json::Value;

use crate::limits;
use crate::wire::Wire;

/// Requests accepted without an answer, which may come on the GET stream.
///
/// Some servers send every answer to every stream. So an answer counts there only for a request whose own exchange
/// brought none.
#[derive(Default)]
pub(super) struct OrphanedRequests(Mutex<Option<OrphanedState>>);

#[derive(Default)]
struct OrphanedState {
    requests: HashSet<Value>,
    /// Answers that came before their exchange ended, oldest first.
    early: VecDeque<(Value, Vec<u8>)>,
}

impl OrphanedState {
    fn drop_oldest(&mut self) {
        let mut bytes: usize = self.early.iter().map(|(_, answer)| answer.len()).sum();
        while self.early.len() > 1
            && (self.early.len() > limits::EARLY_ANSWERS || bytes > limits::EARLY_ANSWERS_BYTES)
        {
            if let Some((_, oldest)) = self.early.pop_front() {
                bytes -= oldest.len();
            }
        }
    }
}

/// What happens to a request without an answer.
pub(super) enum OrphanedAnswer {
    /// No stream is open for an answer.
    NoStream,
    Waiting,
    /// Its answer has arrived already.
    Early(Vec<u8>),
}

impl OrphanedRequests {
    pub(super) fn add(&self, id: &Value, wire: &Wire) -> OrphanedAnswer {
        let mut waiting = self.0.lock();
        let Some(waiting) = waiting.as_mut() else {
            return OrphanedAnswer::NoStream;
        };
        if let Some(index) = waiting.early.iter().position(|(early, _)| early == id) {
            return match waiting.early.remove(index) {
                Some((_, answer)) => OrphanedAnswer::Early(answer),
                None => OrphanedAnswer::Waiting,
            };
        }
        waiting.requests.retain(|id| wire.pending.contains(id));
        waiting.requests.insert(id.clone());
        OrphanedAnswer::Waiting
    }

    /// Returns whether an answer is awaited; others are kept for a while.
    pub(super) fn claims(&self, id: Value, answer: &[u8]) -> bool {
        let mut waiting = self.0.lock();
        let Some(waiting) = waiting.as_mut() else {
            return false;
        };
        if waiting.requests.contains(&id) {
            return true;
        }
        waiting.early.push_back((id, answer.to_vec()));
        waiting.drop_oldest();
        false
    }

    /// Returns whether a request still waits for its answer on the stream.
    pub(super) fn has_pending(&self, wire: &Wire) -> bool {
        let waiting = self.0.lock();
        let requests = waiting.as_ref().map(|waiting| &waiting.requests);
        requests.is_some_and(|requests| requests.iter().any(|id| wire.pending.contains(id)))
    }

    pub(super) fn open(&self) {
        self.0.lock().get_or_insert_default();
    }

    /// Closes the stream and returns the requests that waited.
    pub(super) fn close(&self) -> HashSet<Value> {
        self.0.lock().take().unwrap_or_default().requests
    }
}

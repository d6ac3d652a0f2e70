//! Joins a sent request with the call that waits for its answer.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

use crate::call_tag::CallTag;
use crate::error::CallError;

/// The state shared by the call and the wire.
#[derive(Debug)]
pub(crate) struct InFlight {
    pub(crate) tag: Option<CallTag>,
    /// Notified by each progress report.
    pub(crate) progress: Notify,
    /// Cancelled when the caller gave up; what the request caused is void.
    pub(crate) abandoned: CancellationToken,
    answer: Mutex<Option<oneshot::Sender<Answer>>>,
}

impl InFlight {
    pub(crate) fn new(tag: Option<CallTag>) -> (Arc<Self>, oneshot::Receiver<Answer>) {
        let (sender, receiver) = oneshot::channel();
        let in_flight = Self {
            tag,
            progress: Notify::new(),
            abandoned: CancellationToken::new(),
            answer: Mutex::new(Some(sender)),
        };
        (Arc::new(in_flight), receiver)
    }

    /// Delivers the answer; only the first one counts.
    pub(crate) fn settle(&self, answer: Answer) {
        if let Some(sender) = self.answer.lock().take() {
            // The call may have been given up meanwhile.
            let _ = sender.send(answer);
        }
    }
}

#[derive(Debug)]
pub(crate) enum Answer {
    /// The `result` member as received, and the size of the whole answer.
    Result {
        raw: Value,
        size_bytes: u64,
        /// The text of the whole answer to a list request, as it was read.
        text: Option<Box<str>>,
    },
    /// An error of the server or the transport.
    Failed(CallError),
}

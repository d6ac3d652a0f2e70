//! Joins a request that has left with the call that waits for its answer.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

use crate::call_tag::CallTag;
use crate::error::CallError;
use crate::lock::lock;

/// What the waiting call and the wire share.
#[derive(Debug)]
pub(crate) struct InFlight {
    pub(crate) tag: Option<CallTag>,
    /// Notified by each progress report.
    pub(crate) progress: Notify,
    /// Cancelled when the caller gave the request up; what it caused has no point any more.
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

    /// Hands the answer over; only the first one counts.
    pub(crate) fn settle(&self, answer: Answer) {
        if let Some(sender) = lock(&self.answer).take() {
            // Nobody waiting means the call was given up meanwhile.
            let _ = sender.send(answer);
        }
    }
}

#[derive(Debug)]
pub(crate) enum Answer {
    /// The `result` member as it came, and the size of the whole answer.
    Result { raw: Value, size_bytes: u64 },
    /// An error, of the server or of the transport.
    Failed(CallError),
}

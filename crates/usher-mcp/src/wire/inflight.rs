//! One of our requests between leaving and its answer.

use std::sync::{Arc, Mutex};

use rmcp::model::{ClientRequest, CustomRequest, Extensions};
use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::lock;
use crate::error::CallError;
use crate::event::CallTag;

/// What the waiting call and the wire share.
#[derive(Debug)]
pub(crate) struct InFlight {
    /// The host's identity of the call.
    pub(crate) tag: Option<CallTag>,
    /// Rung by each progress report.
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

/// Travels with a request through rmcp, so that the wire knows whose it is when it leaves.
#[derive(Debug, Clone)]
pub(crate) struct Ticket(pub(crate) Arc<InFlight>);

impl Ticket {
    /// A request whose answer goes to whoever holds the other end of this ticket.
    pub(crate) fn request(self, method: &str, params: Option<Value>) -> ClientRequest {
        let mut request = CustomRequest::new(method, params);
        let mut extensions = Extensions::new();
        extensions.insert(self);
        request.extensions = extensions;
        ClientRequest::CustomRequest(request)
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The `result` member as it came, and the size of the whole answer.
    Result { raw: Value, size_bytes: u64 },
    /// An error, of the server or of the transport.
    Failed(CallError),
}

/// What the wire remembers of a request.
pub(super) struct Pending {
    pub(super) method: String,
    pub(super) sent_at: Instant,
    pub(super) progress_token: Option<Value>,
    /// None for what rmcp might send by itself.
    pub(super) ticket: Option<Ticket>,
}

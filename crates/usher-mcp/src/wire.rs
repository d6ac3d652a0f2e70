//! Logs, reads and routes every message, whatever the transport.
//!
//! A raw result goes straight to the call that waits for it, so that nothing in it is lost.

mod backpressure;
mod incoming;
mod lifecycle;
mod log;
mod non_json;
mod outgoing;
mod route;
mod tasks;
mod tracked_tasks;

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::dialect::Dialect;
use crate::event::{ConnectionEvent, EventSender};
use crate::limits::Limits;
use crate::param_headers::ParamHeaders;
use crate::redact::Redactor;
use crate::rpc::PendingRequests;
use crate::server_request::OpenRequests;
pub(crate) use backpressure::Backpressure;
pub(crate) use incoming::{IncomingBytes, Source};
use lifecycle::Lifecycle;
pub(crate) use outgoing::OutgoingFrame;
pub(crate) use route::OPENING_METHODS;
pub(crate) use tasks::{RELATED_TASK, RelatedTask, TaskWatch};
use tracked_tasks::Tasks;

/// The shared state of one connection.
pub(crate) struct Wire {
    pub(crate) events: EventSender,
    pub(crate) redactor: Redactor,
    pub(crate) limits: Limits,
    pub(crate) pending: PendingRequests,
    /// The server's open requests: method and arrival, by id as JSON text.
    served: Mutex<HashMap<String, (String, Instant)>>,
    /// The questions the user is being asked.
    pub(crate) open_requests: OpenRequests,
    dialect: Mutex<Option<Dialect>>,
    /// The header parameters of each tool.
    param_headers: Mutex<HashMap<String, Arc<ParamHeaders>>>,
    /// What the server last acknowledged (2026-07-28, basic/patterns/subscriptions).
    acknowledged: watch::Sender<Value>,
    tasks: Tasks,
    /// For unrequested messages.
    pub(crate) backpressure: Backpressure,
    /// For stderr.
    pub(crate) stderr_backpressure: Backpressure,
    non_json: Mutex<non_json::NonJsonLines>,
    pub(crate) lifecycle: Lifecycle,
}

impl Wire {
    pub(crate) fn new(
        events: mpsc::Sender<ConnectionEvent>,
        redactor: Redactor,
        limits: Limits,
    ) -> Arc<Self> {
        Arc::new(Self {
            events: EventSender::new(events, redactor.clone()),
            redactor,
            backpressure: Backpressure::for_messages(&limits),
            stderr_backpressure: Backpressure::for_stderr(&limits),
            limits,
            pending: PendingRequests::default(),
            served: Mutex::default(),
            open_requests: OpenRequests::default(),
            dialect: Mutex::default(),
            param_headers: Mutex::default(),
            acknowledged: watch::Sender::default(),
            tasks: Tasks::default(),
            non_json: Mutex::default(),
            lifecycle: Lifecycle::default(),
        })
    }

    /// Watches the acknowledgements of listen requests.
    pub(crate) fn acknowledgements(&self) -> watch::Receiver<Value> {
        self.acknowledged.subscribe()
    }

    /// Sets the dialect; `None` before an agreement.
    pub(crate) fn set_dialect(&self, dialect: Option<Dialect>) {
        *self.dialect.lock() = dialect;
    }

    /// Returns the dialect.
    ///
    /// During `server/discover` it is already the modern one, because the request itself is; during `initialize` there
    /// is none.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        *self.dialect.lock()
    }

    /// Returns the header parameters of a tool, if known.
    pub(crate) fn param_headers(&self, tool: &str) -> Option<Arc<ParamHeaders>> {
        self.param_headers.lock().get(tool).cloned()
    }

    /// Stores the header parameters of the last tool list.
    pub(crate) fn set_param_headers(&self, param_headers: HashMap<String, Arc<ParamHeaders>>) {
        *self.param_headers.lock() = param_headers;
    }

    /// Returns the agreed protocol version.
    pub(crate) fn protocol_version(&self) -> Option<String> {
        let (Dialect::Legacy { version } | Dialect::Modern { version }) = self.dialect()?;
        Some(version.as_str().to_owned())
    }
}

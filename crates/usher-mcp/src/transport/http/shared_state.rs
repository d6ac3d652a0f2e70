//! Holds what the exchanges of one connection share.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use http::HeaderMap;
use parking_lot::Mutex;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::orphaned::OrphanedRequests;
use super::session::Sessions;
use crate::event::Frame;
use crate::rpc::Incoming;
use crate::transport::endpoint::HttpEndpoint;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// In the exchange of each request.
    Streamable,
    /// On the stream opened first, which is not shared.
    Paired,
    /// As `Streamable`, with another stream that may be shared.
    Shared,
}

/// The state shared by the exchanges of one connection.
pub(super) struct HttpInner {
    pub(super) endpoint: HttpEndpoint,
    pub(super) shape: Shape,
    pub(super) incoming: mpsc::Sender<Incoming>,
    pub(super) sessions: Sessions,
    /// Limits concurrent requests; one that waits for the user keeps its permit.
    pub(super) permits: Semaphore,
    /// Limits answers on their way: a server may ask without end and take none.
    pub(super) answers: Arc<Semaphore>,
    /// Limits answers that wait for their turn.
    pub(super) answers_waiting: Arc<Semaphore>,
    /// Cancels the exchanges of given-up requests, by id as JSON text.
    pub(super) withdrawn: Mutex<HashMap<String, CancellationToken>>,
    /// Requests whose answer can only come on the GET stream.
    pub(super) orphaned: OrphanedRequests,
    pub(super) get_stream: GetStream,
    /// Whether requests carry their metadata, so that only requests may be sent.
    pub(super) modern: AtomicBool,
    pub(super) stop: CancellationToken,
    /// Counts replaced sessions.
    pub(super) renewals: watch::Sender<u64>,
}

/// One message to be sent.
pub(super) struct HttpMessage {
    pub(super) text: Bytes,
    pub(super) frame: Frame,
    pub(super) method: Option<String>,
    /// The headers of a modern request, which belongs to no session.
    pub(super) modern_headers: Option<HeaderMap>,
}

/// The state of the GET stream.
#[derive(Default)]
pub(super) struct GetStream {
    /// The server has offered it.
    pub(super) is_offered: AtomicBool,
    /// It is open, or will be after a pause.
    pub(super) is_open: AtomicBool,
}

//! Holds the state of a connection: connecting, established, closed, and why.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::CancellationToken;

use crate::error::{CloseReason, ConnectError};
use crate::lock::lock;

/// The status and body of an HTTP response without an answer.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

#[derive(Default)]
pub(crate) struct Lifecycle {
    refusal: Mutex<Option<Refusal>>,
    connect_failure: Mutex<Option<ConnectError>>,
    established: AtomicBool,
    closed: CancellationToken,
    reason: Mutex<Option<CloseReason>>,
}

impl Lifecycle {
    /// Records a refused or ignored request while connecting; the era follows from it.
    pub(crate) fn record_refusal(&self, status: u16, body: &[u8]) {
        if self.is_established() {
            return;
        }
        let body = body.to_vec();
        *lock(&self.refusal) = Some(Refusal { status, body });
    }

    pub(crate) fn take_refusal(&self) -> Option<Refusal> {
        lock(&self.refusal).take()
    }

    /// Records why connecting fails; the first reason counts.
    pub(crate) fn record_connect_failure(&self, error: ConnectError) {
        lock(&self.connect_failure).get_or_insert(error);
    }

    pub(crate) fn take_connect_failure(&self) -> Option<ConnectError> {
        lock(&self.connect_failure).take()
    }

    /// Marks the connection as established, so that its end becomes an event.
    pub(crate) fn establish(&self) {
        self.established.store(true, Ordering::Release);
    }

    pub(crate) fn is_established(&self) -> bool {
        self.established.load(Ordering::Acquire)
    }

    /// Ends every pending call; the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        lock(&self.reason).get_or_insert(reason);
        self.closed.cancel();
    }

    /// Cancelled when the connection has ended.
    pub(crate) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// Returns why the connection ended.
    pub(crate) fn reason(&self) -> CloseReason {
        lock(&self.reason).clone().unwrap_or_default()
    }
}

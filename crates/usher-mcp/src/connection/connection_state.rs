//! Holds what the clones of an open connection share.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::subscription_filter::SubscriptionFilter;
use crate::call::RpcClient;
use crate::model::{Agreed, Endpoint};

/// An open connection.
///
/// Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Connection {
    pub(super) shared: Arc<ConnectionState>,
}

pub(super) struct ConnectionState {
    pub(super) agreed: Agreed,
    pub(super) rpc: RpcClient,
    pub(super) pid: Option<u32>,
    pub(super) endpoint: Option<Endpoint>,
    pub(super) request_timeout: Duration,
    /// How many of the events that are reports the listener has taken, as far as is known.
    pub(super) reports_taken: AtomicU64,
    /// Cancelled to close the connection.
    pub(super) stop: CancellationToken,
    /// Cancelled when everything has ended.
    pub(super) closed: CancellationToken,
    pub(super) session_state: Mutex<SessionState>,
    /// What a modern server should notify of.
    pub(super) subscriptions: watch::Sender<SubscriptionFilter>,
}

impl Drop for ConnectionState {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// What the server was asked to keep for a session.
#[derive(Clone, Default)]
pub(super) struct SessionState {
    pub(super) subscriptions: BTreeSet<String>,
    pub(super) log_level: Option<String>,
}

//! Usher as an MCP server: programs ("clients") reach all servers through it, in both eras of the protocol, with the
//! reviews, policies, approvals, secrets and records of the person.
//!
//! Not here: which clients there are and what each may see (`usher-core`), and the program that clients start
//! (`usher connect`, in `usher-cli`).

mod adapt;
mod call;
mod frame;
mod handshake;
mod index;
mod limits;
mod lists;
pub mod names;
mod notices;
mod outbox;
mod pending;
mod requests;
mod revision;
mod session;
#[cfg(unix)]
mod socket;
mod subscriptions;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use usher_core::clients::{ClientError, Introduction};
use usher_core::host::Host;

pub use handshake::{AccessKey, HandshakeError, Hello, answer_challenge, open_channel};
#[cfg(unix)]
pub use socket::{Listener, OnTakeOver, SocketError};

use index::ItemIndex;
use pending::PendingCalls;
use session::Session;
use subscriptions::Subscriptions;

/// What a gateway is told from outside.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// The version of Usher, for clients.
    pub version: String,
    /// How long a client of no known name waits for an answer without hearing of progress.
    pub patience: Duration,
}

impl GatewayOptions {
    /// The options of a program that serves real clients.
    pub fn new(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            patience: limits::LEAST_PATIENCE,
        }
    }
}

/// Serves clients on one host. Clones share it.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) host: Host,
    pub(crate) options: GatewayOptions,
    pub(crate) index: ItemIndex,
    pub(crate) pending: PendingCalls,
    pub(crate) subscriptions: Subscriptions,
    next_session: AtomicU64,
}

impl Gateway {
    /// Makes one; it serves whoever is handed to [`Self::serve`].
    pub fn new(host: Host, options: GatewayOptions) -> Self {
        let inner = Arc::new(Inner {
            index: ItemIndex::new(host.offers().clone()),
            pending: PendingCalls::new(host.calls().clone()),
            subscriptions: Subscriptions::new(host.clone()),
            next_session: AtomicU64::new(1),
            host,
            options,
        });
        Self(inner)
    }

    /// Serves one client until its input ends or it stops reading.
    pub async fn serve(
        &self,
        introduction: Introduction,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ClientError> {
        let client = self.0.host.clients().connect(introduction).await?;
        let id = self.0.next_session.fetch_add(1, Ordering::Relaxed);
        Session::run(Arc::clone(&self.0), id, client, input, output).await;
        Ok(())
    }
}

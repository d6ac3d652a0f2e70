//! Usher as an MCP server: programs ("clients") reach all servers through it, in both eras of the protocol, with the
//! reviews, policies, approvals, secrets and records of the person.
//!
//! Not here: which clients there are and what each may see (`usher-core`), and the program that clients start
//! (`usher connect`, in `usher-cli`).

mod adapt;
mod ask_client;
mod call;
mod call_run;
mod client_requests;
mod context;
mod frame;
mod handshake;
mod http;
mod index;
mod limits;
mod list_kind;
mod lists;
pub mod names;
mod notices;
mod options;
mod outbox;
mod patience;
mod pending;
mod progress;
mod prompts;
mod request;
mod resources;
mod resume;
mod revision;
mod serve;
mod session;
mod shared;
#[cfg(unix)]
mod socket;
mod subscriptions;
mod suspended;
mod task_requests;
mod tasks;
mod token;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncRead, AsyncWrite};
use usher_core::clients::{ClientError, Introduction};
use usher_core::host::Host;

pub use handshake::{AccessKey, HandshakeError, Hello, answer_challenge, open_channel};
pub use http::HttpEndpoint;
pub use options::GatewayOptions;
#[cfg(unix)]
pub use socket::{Listener, OnTakeOver, SocketError};

use context::Context;
use shared::Shared;

/// Serves clients on one host. Clones share it.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    shared: Shared,
    next_session: AtomicU64,
}

impl Gateway {
    /// Makes one; it serves whoever is handed to [`Self::serve`].
    pub fn new(host: Host, options: GatewayOptions) -> Self {
        Self(Arc::new(Inner {
            shared: Shared {
                context: Arc::new(Context::new(host, options)),
                kept: Arc::default(),
            },
            next_session: AtomicU64::new(1),
        }))
    }

    /// Serves one client until its input ends or it stops reading.
    pub async fn serve(
        &self,
        introduction: Introduction,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ClientError> {
        let client = self
            .0
            .shared
            .context
            .host
            .clients()
            .connect(introduction)
            .await?;
        let id = self.next_session();
        serve::run(&self.0.shared, id, client, input, output).await;
        Ok(())
    }

    fn next_session(&self) -> u64 {
        self.0.next_session.fetch_add(1, Ordering::Relaxed)
    }
}

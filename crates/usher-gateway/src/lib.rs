//! Usher as an MCP server: programs ("clients") reach all servers through it, in both eras of the protocol, with the
//! reviews, policies, approvals, secrets and records of the person.
//!
//! Not here: which clients there are and what each may see (`usher-core`), and the program that clients start
//! (`usher connect`, in `usher-cli`).

mod calls;
mod channel;
mod context;
mod eras;
mod http;
mod limits;
mod listing;
mod memory;
mod model_texts;
mod options;
mod request;
mod session;
mod token;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use usher_core::clients::{ClientError, ClientSession, Introduction};
use usher_core::host::Host;

pub use channel::address::{Input, Output, Stream};
pub use channel::handshake::{
    AccessKey, HandshakeError, Hello, Refusal, answer_challenge, open_channel,
};
pub use channel::listener::{Listener, OnTakeOver, OwnerDuties};
pub use channel::listener_error::ListenerError;
pub use channel::terminal_requests::{OnTerminalRequest, TerminalRequest};
pub use http::HttpEndpoint;
pub use limits::FRAME_BYTES;
pub use options::GatewayOptions;
pub use session::client_timeout::ClientTimeout;
pub use session::notices;

use context::Context;
use session::Session;
use session::client_timeout::Transport;
use session::outbox::Outbox;
use session::serve;

/// Serves clients on one host. Clones share it.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    next_session: AtomicU64,
}

impl Gateway {
    /// Makes one; it serves whoever is handed to [`Self::serve`].
    pub fn new(host: Host, options: GatewayOptions) -> Self {
        Self(Arc::new(Inner {
            context: Arc::new(Context::new(host, options)),
            next_session: AtomicU64::new(1),
        }))
    }

    pub(crate) fn host(&self) -> &Host {
        &self.0.context.host
    }

    /// Serves one client until its input ends or it stops reading.
    pub async fn serve(
        &self,
        introduction: Introduction,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ClientError> {
        let client = self.host().clients().connect(introduction).await?;
        let ended = CancellationToken::new();
        let outbox = Outbox::start(output, ended.clone());
        let session = self.session(Arc::new(client), Transport::Local, outbox, ended);
        serve::run(session, input).await;
        Ok(())
    }

    /// A connection of a client, whose messages go to `outbox` until `ended` is cancelled.
    fn session(
        &self,
        client: Arc<ClientSession>,
        transport: Transport,
        outbox: Outbox,
        ended: CancellationToken,
    ) -> Arc<Session> {
        let id = self.0.next_session.fetch_add(1, Ordering::Relaxed);
        let context = Arc::clone(&self.0.context);
        Arc::new(Session::new(context, id, client, transport, outbox, ended))
    }
}

//! Usher as an MCP server: programs ("clients") reach all servers through it, in both eras of the protocol, with the
//! reviews, policies, approvals, secrets and records of the person.
//!
//! Not here: which clients there are and what each may see (`usher-core`), and the program that clients start
//! (`usher connect`, in `usher-cli`).

mod adapt;
#[cfg_attr(unix, path = "unix_socket.rs")]
#[cfg_attr(windows, path = "named_pipe.rs")]
mod address;
mod approval_form;
mod ask_client;
mod bounded_lines;
mod call;
mod call_control;
mod call_run;
mod client_requests;
mod context;
mod forwarded_request;
mod frame;
mod handshake;
mod http;
mod index;
mod instructions;
mod joined_call;
mod kept_calls;
mod limits;
mod list_kind;
mod listener;
mod listener_error;
mod lists;
mod meta_tools;
mod model_texts;
pub mod notices;
mod open_calls;
mod options;
mod outbox;
mod patience;
mod pending;
mod places;
mod progress;
mod prompts;
mod request;
mod resource_uris;
mod resources;
mod resume;
mod revision;
mod running_calls;
mod serve;
mod server_events;
mod session;
mod suspended;
mod task_requests;
mod tasks;
mod terminal_requests;
mod token;
mod tool_run;
mod waiting;
mod withheld;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use usher_core::clients::{ClientError, ClientSession, Introduction};
use usher_core::host::Host;

pub use address::{Input, Output, Stream};
pub use bounded_lines::{Line, Lines};
pub use handshake::{AccessKey, HandshakeError, Hello, Refusal, answer_challenge, open_channel};
pub use http::HttpEndpoint;
pub use limits::FRAME_BYTES;
pub use listener::{Listener, OnTakeOver, OwnerDuties};
pub use listener_error::ListenerError;
pub use options::GatewayOptions;
pub use patience::Patience;
pub use terminal_requests::{OnTerminalRequest, TerminalRequest};

use context::Context;
use kept_calls::KeptCalls;
use outbox::Outbox;
use patience::Transport;
use session::Session;

/// Serves clients on one host. Clones share it.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    kept: Arc<KeptCalls>,
    next_session: AtomicU64,
}

impl Gateway {
    /// Makes one; it serves whoever is handed to [`Self::serve`].
    pub fn new(host: Host, options: GatewayOptions) -> Self {
        Self(Arc::new(Inner {
            context: Arc::new(Context::new(host, options)),
            kept: Arc::default(),
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
        let (context, kept) = (Arc::clone(&self.0.context), Arc::clone(&self.0.kept));
        Arc::new(Session::new(
            context, kept, id, client, transport, outbox, ended,
        ))
    }
}

//! The handshake, the same for every transport.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::Transport;
use tokio_util::sync::CancellationToken;

use super::{ClientIdentity, Connection, Shared};
use crate::call::{Line, LineKind};
use crate::decode::offer;
use crate::error::ConnectError;
use crate::model::{Agreed, Endpoint};
use crate::session::Session;
use crate::wire::{Handshake, Wire};

/// rmcp's running session.
pub(super) type Running = RunningService<RoleClient, Session>;

/// Why the handshake failed; the transport knows more about some of it.
pub(super) enum HandshakeFault {
    /// No answer in time.
    Timeout,
    /// The connection ended before the answer.
    Ended,
    /// An answer that says what is wrong.
    Said(ConnectError),
}

/// Agrees with the server over a fresh transport.
pub(super) async fn shake_hands<T>(
    transport: T,
    wire: &Arc<Wire>,
    client: &ClientIdentity,
    timeout: Duration,
) -> Result<(Running, Agreed), HandshakeFault>
where
    T: Transport<RoleClient> + 'static,
{
    let session = Session::new(wire.clone(), client);
    let served = tokio::time::timeout(
        timeout,
        session.serve_with_lifecycle(transport, ClientLifecycleMode::Initialize),
    )
    .await;
    let handshake = wire.take_handshake();
    let said = |error| Err(HandshakeFault::Said(error));
    let not_mcp = |detail| ConnectError::NotMcp {
        detail,
        stderr: Vec::new(),
    };
    match (served, handshake) {
        (Err(_), _) => Err(HandshakeFault::Timeout),
        (_, Some(Handshake::UnknownVersion(picked))) => {
            said(ConnectError::UnsupportedVersion { picked })
        }
        (_, Some(Handshake::Unusable(detail))) => said(not_mcp(detail)),
        (Ok(Ok(running)), Some(Handshake::Agreed { result, version })) => {
            let (agreed, notes) = offer::agreed(&result, version);
            wire.report_repairs(notes).await;
            Ok((running, agreed))
        }
        (Ok(Ok(_)), None) => said(not_mcp("it never answered initialize".into())),
        (Ok(Err(ClientInitializeError::JsonRpcError(error))), _) => {
            let message = wire.redactor.text(&error.message).into_owned();
            let data = error.data.map(|data| wire.redactor.value(data));
            said(ConnectError::Rejected {
                code: error.code.0.into(),
                message,
                data,
            })
        }
        (
            Ok(Err(
                ClientInitializeError::ConnectionClosed(_)
                | ClientInitializeError::TransportError { .. }
                | ClientInitializeError::Cancelled,
            )),
            _,
        ) => Err(HandshakeFault::Ended),
        (Ok(Err(error)), _) => said(not_mcp(wire.redactor.text(&error.to_string()).into_owned())),
    }
}

/// What a transport hands over once the handshake is done.
pub(super) struct Opened {
    pub(super) wire: Arc<Wire>,
    pub(super) agreed: Agreed,
    pub(super) running: Running,
    pub(super) kind: LineKind,
    pub(super) pid: Option<u32>,
    pub(super) endpoint: Option<Endpoint>,
    pub(super) request_timeout: Duration,
    pub(super) stop: CancellationToken,
    pub(super) gone: CancellationToken,
}

impl Opened {
    /// The connection its users hold, and the session somebody has to keep.
    pub(super) fn split(self) -> (Connection, Running) {
        let line = Line {
            peer: self.running.peer().clone(),
            wire: self.wire,
            kind: self.kind,
        };
        let shared = Shared {
            agreed: self.agreed,
            line,
            pid: self.pid,
            endpoint: self.endpoint,
            request_timeout: self.request_timeout,
            stop: self.stop,
            gone: self.gone,
            told: Mutex::default(),
        };
        (
            Connection {
                shared: Arc::new(shared),
            },
            self.running,
        )
    }
}

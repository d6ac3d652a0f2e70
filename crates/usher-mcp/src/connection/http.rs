//! Connecting to an address over Streamable HTTP.

use std::sync::{Arc, Weak};

use http::{HeaderMap, HeaderValue};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::open::{HandshakeFault, Opened, Running, shake_hands};
use super::{ConnectOptions, Connection, Shared};
use crate::call::LineKind;
use crate::error::{CloseReason, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::HttpLaunch;
use crate::net::{self, Redirects};
use crate::transport::http::HttpTransport;
use crate::transport::site::Site;
use crate::wire::Wire;

pub(super) async fn open(
    launch: HttpLaunch,
    options: ConnectOptions,
) -> Result<Connection, ConnectError> {
    let addresses = net::home_of(&launch.url)
        .await
        .map_err(|reason| ConnectError::Refused { reason })?;
    let client = net::client(addresses, Redirects::SameOrigin)
        .map_err(|reason| ConnectError::Refused { reason })?;
    let headers = headers_of(&launch)?;
    let redactor = launch.redactor();
    let wire = Wire::new(options.events, redactor, options.limits);
    let lost = CancellationToken::new();
    let transport = HttpTransport::new(Site {
        client: client.clone(),
        url: launch.url.clone(),
        headers,
        host: host_of(&launch),
        wire: wire.clone(),
        lost: lost.clone(),
    });
    let renewals = transport.renewals();
    match shake_hands(transport, &wire, &options.client, options.connect_timeout).await {
        Ok((running, agreed)) => {
            wire.establish();
            let stop = CancellationToken::new();
            let gone = CancellationToken::new();
            let opened = Opened {
                wire: wire.clone(),
                agreed,
                running,
                kind: LineKind::Exchanges,
                pid: None,
                request_timeout: options.request_timeout,
                stop: stop.clone(),
                gone: gone.clone(),
            };
            let (connection, running) = opened.split();
            let keeper = Keeper {
                running,
                wire,
                host: host_of(&launch),
                lost,
                stop,
                gone,
            };
            tokio::spawn(keeper.keep());
            tokio::spawn(restore(Arc::downgrade(&connection.shared), renewals));
            Ok(connection)
        }
        Err(fault) => Err(wire.take_connect_failure().unwrap_or_else(|| match fault {
            HandshakeFault::Said(error) => error,
            HandshakeFault::Timeout => ConnectError::Timeout {
                waited: options.connect_timeout,
                stderr: Vec::new(),
            },
            HandshakeFault::Ended => ConnectError::NotMcp {
                detail: "the exchange ended without an answer".into(),
                stderr: Vec::new(),
            },
        })),
    }
}

/// Tells each new session what the lost one had been told.
async fn restore(shared: Weak<Shared>, mut renewals: watch::Receiver<u64>) {
    while renewals.changed().await.is_ok() {
        let Some(shared) = shared.upgrade() else {
            return;
        };
        Connection { shared }.restore().await;
    }
}

/// Keeps the session until the host ends it or the server has gone; the transport deletes the server's
/// session on the way out.
struct Keeper {
    running: Running,
    wire: Arc<Wire>,
    host: String,
    lost: CancellationToken,
    stop: CancellationToken,
    gone: CancellationToken,
}

impl Keeper {
    async fn keep(self) {
        let cancel = self.running.cancellation_token();
        let mut session = std::pin::pin!(self.running.waiting());
        let mut ended = None;
        let detail = tokio::select! {
            () = self.stop.cancelled() => None,
            () = self.lost.cancelled() => Some(format!("nothing answers at {} any more", self.host)),
            end = &mut session => {
                ended = Some(end);
                Some("the session ended".to_owned())
            }
        };
        let reason = CloseReason {
            detail,
            ..CloseReason::default()
        };
        self.wire.close(reason.clone());
        cancel.cancel();
        let ended = match ended {
            Some(end) => end,
            None => session.await,
        };
        if let Err(error) = ended {
            tracing::warn!(%error, "an HTTP session did not end cleanly");
        }
        self.gone.cancel();
        self.wire.report(ConnectionEvent::Closed(reason)).await;
    }
}

fn headers_of(launch: &HttpLaunch) -> Result<HeaderMap, ConnectError> {
    let mut headers = HeaderMap::new();
    for (name, value) in &launch.headers {
        let mut header =
            HeaderValue::from_str(value.expose()).map_err(|_| ConnectError::Refused {
                reason: format!(
                    "the value of the header {name} holds characters no header may hold"
                ),
            })?;
        header.set_sensitive(true);
        headers.append(name.clone(), header);
    }
    Ok(headers)
}

fn host_of(launch: &HttpLaunch) -> String {
    let host = launch.url.host_str().unwrap_or_default();
    match launch.url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

//! The endpoint for clients without stdio: MCP's Streamable HTTP in both eras, on 127.0.0.1 only, and only while the
//! person wants it.
//!
//! Who may connect is decided from the head of a request (`guard`); only then is its body read.

mod body;
mod connections;
mod cors;
mod endpoint;
mod events;
mod guard;
mod headers;
mod legacy;
mod modern;
mod origin;
mod sessions;
mod streams;

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_core::clients::{HttpAccess, HttpState, HttpWanted};
use usher_messages::Message;

use crate::{Gateway, limits};
use connections::Serving;
use endpoint::Endpoint;

/// Serves clients over HTTP while that is wanted, until it is dropped.
pub struct HttpEndpoint {
    stop: CancellationToken,
}

impl HttpEndpoint {
    /// Follows what the person wants.
    pub fn start(gateway: Gateway) -> Self {
        let stop = CancellationToken::new();
        // Before this returns, so that whoever turns it on next waits for it.
        let wanted = gateway.0.context.host.http_access().follow();
        tokio::spawn(follow(gateway, wanted, stop.clone()));
        Self { stop }
    }
}

impl Drop for HttpEndpoint {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn follow(
    gateway: Gateway,
    mut wanted: watch::Receiver<HttpWanted>,
    stop: CancellationToken,
) {
    let access: HttpAccess = gateway.0.context.host.http_access().clone();
    let mut serving: Option<Serving> = None;
    let mut origins = Vec::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            changed = wanted.changed() => if changed.is_err() { break },
        }
        let want = wanted.borrow_and_update().clone();
        let takes_back = origins.iter().any(|origin| !want.origins.contains(origin));
        origins.clone_from(&want.origins);
        if takes_back && let Some(open) = serving.take() {
            // What pages of an origin have open ends with its permission; programs connect again.
            open.close().await;
        }
        match (want.is_on, serving.take()) {
            (true, Some(open)) => serving = Some(open),
            (true, None) => match open(&gateway, want.port).await {
                Ok((port, open)) => {
                    serving = Some(open);
                    access.report(HttpState::Open { port }).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "clients cannot connect over HTTP");
                    let problem =
                        Message::new("knownClient.httpPort").with("reason", error.to_string());
                    access.report(HttpState::Failed(problem)).await;
                }
            },
            (false, Some(open)) => {
                open.close().await;
                access.report(HttpState::Closed).await;
            }
            (false, None) => {}
        }
    }
    if let Some(open) = serving {
        open.close().await;
    }
}

async fn open(gateway: &Gateway, port: Option<u16>) -> io::Result<(u16, Serving)> {
    let listener = bind(port).await?;
    let port = listener.local_addr()?.port();
    let endpoint = Arc::new(Endpoint::new(gateway.clone(), port));
    Ok((port, Serving::start(listener, endpoint)))
}

/// Takes the port that clients are configured with. If another program has it, any.
async fn bind(port: Option<u16>) -> io::Result<TcpListener> {
    let home = Ipv4Addr::LOCALHOST;
    if let Some(port) = port {
        // An owner that hands the data folder over may be about to let go of it.
        for _ in 0..limits::PORT_TRIES {
            match TcpListener::bind((home, port)).await {
                Ok(listener) => return Ok(listener),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                    tokio::time::sleep(limits::PORT_PAUSE).await;
                }
                Err(error) => {
                    tracing::warn!(%error, port, "the port cannot be taken");
                    break;
                }
            }
        }
    }
    TcpListener::bind((home, 0)).await
}

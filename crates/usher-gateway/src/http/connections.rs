//! Takes TCP connections, and speaks HTTP/1.1 on each.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::endpoint::Endpoint;
use crate::channel::places::{Place, Places};
use crate::limits;

/// An open port.
pub(super) struct Serving {
    stop: CancellationToken,
    accepting: JoinHandle<()>,
}

impl Serving {
    pub(super) fn start(listener: TcpListener, endpoint: Arc<Endpoint>) -> Self {
        let stop = CancellationToken::new();
        tokio::spawn(endpoint.clone().tidy(stop.clone()));
        let accepting = tokio::spawn(accept(listener, endpoint, stop.clone()));
        Self { stop, accepting }
    }

    /// Closes the port, and ends the connections.
    pub(super) async fn close(self) {
        self.stop.cancel();
        if let Err(error) = self.accepting.await {
            tracing::warn!(%error, "the HTTP endpoint did not end well");
        }
    }
}

async fn accept(listener: TcpListener, endpoint: Arc<Endpoint>, stop: CancellationToken) {
    let places = Places::new(limits::HTTP_CONNECTIONS, limits::HTTP_SILENT_CONNECTIONS);
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // One too many is closed at once.
                let Some(place) = places.take() else {
                    tracing::warn!("too many connections over HTTP");
                    continue;
                };
                let (endpoint, stop) = (Arc::clone(&endpoint), stop.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = place.given_up.cancelled() => {}
                        () = serve(stream, peer, endpoint, Arc::clone(&place)) => {}
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                // Too many files are open: it may pass.
                tokio::time::sleep(limits::ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, endpoint: Arc<Endpoint>, place: Arc<Place>) {
    let processes = endpoint.gateway.0.context.host.processes();
    let clients = match stream.local_addr() {
        Ok(own) => processes.clients_at(own, peer).await,
        Err(_) => None,
    };
    let Some(clients) = clients else {
        tracing::warn!("a server, or one that has gone, connected over HTTP");
        return;
    };
    place.is_of(clients);
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "small messages may be held back");
    }
    let header_within = endpoint.gateway.0.context.options.http_header_within;
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (endpoint, place) = (Arc::clone(&endpoint), Arc::clone(&place));
        async move { Ok::<_, Infallible>(endpoint.answer(request, &place).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_within)
        .max_buf_size(limits::HTTP_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection over HTTP ended");
    }
}

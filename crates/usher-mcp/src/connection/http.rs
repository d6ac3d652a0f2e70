//! Connects to an address over Streamable HTTP or HTTP+SSE.

use std::sync::{Arc, Weak};
use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::connect_options::ConnectOptions;
use super::connection_state::{Connection, ConnectionState};
use super::discovery::{self, PathGuessing};
use super::open::{AfterSilence, HandshakeFault, Opened, agree};
use crate::access::Access;
use crate::call::{TransportKind, UNANSWERED};
use crate::dialect::ClientIdentity;
use crate::era::{EraChoice, Opening};
use crate::error::{CloseReason, Clues, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::{HttpLaunch, LaunchSecrets};
use crate::model::{Agreed, Endpoint, Era, Found, HttpTransportKind};
use crate::request_handler::RequestHandler;
use crate::rpc::{self, Running};
use crate::transport::endpoint::{HttpEndpoint, Lost};
use crate::transport::http::HttpTransport;
use crate::transport::sse::{self, NoStream, OpenStream};
use crate::wire::Wire;
use usher_messages::Message;
use usher_net::Redirects;

pub(super) async fn open(
    launch: HttpLaunch,
    options: ConnectOptions,
) -> Result<Connection, ConnectError> {
    let addresses = usher_net::configured_addresses(&launch.url)
        .await
        .map_err(|reason| ConnectError::Refused { reason })?;
    let client = usher_net::client(addresses, Redirects::SameOrigin)
        .map_err(|reason| ConnectError::Refused { reason })?;
    let redactor = launch.redactor();
    let connector = HttpConnector {
        client: client.clone(),
        headers: launch_headers(&launch)?,
        access: launch.access.clone(),
        secrets: launch.secrets.clone(),
        host: host_and_port(&launch),
        wire: Wire::new(options.events, redactor, options.limits),
        identity: options.client,
        era: options.era,
        remembered: options.remembered,
        timeout: options.connect_timeout,
        deadline: Instant::now() + options.connect_timeout,
    };
    // Boxed, so that the future of `connect` does not hold the state of every attempt.
    let connected = Box::pin(connector.search(&launch)).await?;
    connector.wire.lifecycle.establish();
    let stop = CancellationToken::new();
    let closed = CancellationToken::new();
    let opened = Opened {
        wire: connector.wire.clone(),
        agreed: connected.agreed,
        running: connected.running,
        client: connector.identity,
        kind: TransportKind::Http,
        pid: None,
        endpoint: Some(connected.endpoint).filter(|endpoint| {
            // What a server names may hold a secret; that is neither shown nor kept.
            let shown = connector.wire.redactor.text(endpoint.url.as_str());
            shown == endpoint.url.as_str()
        }),
        request_timeout: options.request_timeout,
        stop: stop.clone(),
        closed: closed.clone(),
    };
    let (connection, running) = opened.split();
    let task = ConnectionTask {
        running,
        wire: connector.wire,
        lost: connected.lost,
        stop,
        closed,
    };
    tokio::spawn(task.run());
    tokio::spawn(restore(
        Arc::downgrade(&connection.shared),
        connected.renewals,
    ));
    Ok(connection)
}

/// The state shared by all attempts to connect.
struct HttpConnector {
    client: reqwest::Client,
    headers: HeaderMap,
    access: Access,
    secrets: LaunchSecrets,
    host: String,
    wire: Arc<Wire>,
    identity: ClientIdentity,
    era: EraChoice,
    remembered: Option<Era>,
    timeout: Duration,
    /// When the whole search must be done.
    deadline: Instant,
}

/// A connected server.
struct ConnectedEndpoint {
    running: Running,
    agreed: Agreed,
    endpoint: Endpoint,
    lost: Lost,
    renewals: watch::Receiver<u64>,
}

impl HttpConnector {
    /// Tries the address itself in every transport, then places near it.
    ///
    /// If nothing is found, the failure of the address itself is returned.
    async fn search(&self, launch: &HttpLaunch) -> Result<ConnectedEndpoint, ConnectError> {
        if let Some(known) = &launch.known
            && let Ok(connected) = self.connect_to(known).await
        {
            return Ok(connected);
        }
        let first_error = match self.streamable(&launch.url).await {
            Err(error) if discovery::is_worth_searching(&error) => error,
            ended => return ended,
        };
        let http_endpoint = self.endpoint(&launch.url);
        let mut stream = None;
        match self.open_stream(&launch.url).await {
            Ok(opened) => match opened.endpoint.clone() {
                Some(endpoint) => return self.paired(opened, &launch.url, endpoint).await,
                None => stream = Some(opened),
            },
            Err(NoStream::Refused(reason)) => return Err(ConnectError::Refused { reason }),
            Err(NoStream::Absent) => {}
        }
        let guess = match stream {
            // A stream of events proves that there is a server.
            Some(_) => PathGuessing::UsualPlaces,
            None => PathGuessing::for_url(&launch.url),
        };
        for endpoint in discovery::find_endpoints(&http_endpoint, &launch.url, guess).await {
            if endpoint.url == launch.url {
                continue;
            }
            let attempt = match (endpoint.transport, stream.take()) {
                (HttpTransportKind::StreamableHttp, Some(stream)) => {
                    self.paired(stream, &launch.url, endpoint.url).await
                }
                _ => self.connect_to(&endpoint).await,
            };
            match attempt {
                // A server may name many endpoints, and hang at each.
                Err(_) if Instant::now() >= self.deadline => break,
                Err(error) if discovery::is_worth_searching(&error) => {}
                ended => return ended,
            }
        }
        Err(first_error)
    }

    /// Opens an HTTP+SSE stream, if that is done in time.
    async fn open_stream(&self, url: &Url) -> Result<OpenStream, NoStream> {
        let http_endpoint = self.endpoint(url);
        let opening = sse::open(&http_endpoint, url);
        tokio::time::timeout_at(self.deadline, opening)
            .await
            .unwrap_or(Err(NoStream::Absent))
    }

    async fn connect_to(&self, endpoint: &Endpoint) -> Result<ConnectedEndpoint, ConnectError> {
        match endpoint.transport {
            HttpTransportKind::StreamableHttp => self.streamable(&endpoint.url).await,
            HttpTransportKind::HttpSse => {
                let no_stream = |detail| ConnectError::NotMcp {
                    detail,
                    stderr: Vec::new(),
                };
                match self.open_stream(&endpoint.url).await {
                    Ok(stream) => match stream.endpoint.clone() {
                        Some(post) => self.paired(stream, &endpoint.url, post).await,
                        None => Err(no_stream(Message::new("exchange.noEndpoint"))),
                    },
                    Err(NoStream::Refused(reason)) => Err(ConnectError::Refused { reason }),
                    Err(NoStream::Absent) => Err(no_stream(Message::new("exchange.noStream"))),
                }
            }
        }
    }

    /// Connects over Streamable HTTP, with a second opening where the first fails.
    async fn streamable(&self, url: &Url) -> Result<ConnectedEndpoint, ConnectError> {
        let limits = &self.wire.limits;
        let mut opening = Opening::first(self.era, self.remembered, self.timeout, limits);
        loop {
            let http_endpoint = self.endpoint(url);
            let lost = http_endpoint.lost.clone();
            let endpoint = Endpoint {
                transport: HttpTransportKind::StreamableHttp,
                url: url.clone(),
            };
            let transport = HttpTransport::streamable(http_endpoint);
            let fault = match self.agree(transport, opening, endpoint, lost).await {
                Ok(connected) => return Ok(connected),
                Err(fault) => fault,
            };
            opening = match opening.retry(fault.kind(), self.timeout, limits) {
                // An address that is no endpoint is none for every opening.
                Some(next) if matches!(fault, HandshakeFault::Silent) => next,
                Some(next) if opening == Opening::Initialize(Found::Remembered) => next,
                _ => return Err(self.diagnose(fault)),
            };
        }
    }

    /// Connects over HTTP+SSE, which is older than `server/discover`.
    async fn paired(
        &self,
        stream: OpenStream,
        url: &Url,
        post: Url,
    ) -> Result<ConnectedEndpoint, ConnectError> {
        let http_endpoint = self.endpoint(&post);
        let lost = http_endpoint.lost.clone();
        let endpoint = Endpoint {
            transport: HttpTransportKind::HttpSse,
            url: url.clone(),
        };
        let opening = match self.era {
            EraChoice::Modern => Opening::Discover,
            EraChoice::Legacy => Opening::Initialize(Found::Chosen),
            EraChoice::Auto => Opening::Initialize(Found::Probed),
        };
        let transport = HttpTransport::paired(http_endpoint, stream);
        self.agree(transport, opening, endpoint, lost)
            .await
            .map_err(|fault| self.diagnose(fault))
    }

    async fn agree(
        &self,
        mut transport: HttpTransport,
        opening: Opening,
        endpoint: Endpoint,
        lost: Lost,
    ) -> Result<ConnectedEndpoint, HandshakeFault> {
        // The failure of an earlier attempt does not explain this one.
        drop(self.wire.lifecycle.take_connect_failure());
        drop(self.wire.lifecycle.take_refusal());
        self.wire.lifecycle.forget_foreign_answer();
        let renewals = transport.renewals();
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        let agreed = agree(
            &mut transport,
            &self.wire,
            &self.identity,
            opening,
            AfterSilence::Fail,
            remaining,
        )
        .await?;
        Ok(ConnectedEndpoint {
            running: rpc::serve(
                transport,
                RequestHandler {
                    wire: self.wire.clone(),
                },
            ),
            agreed,
            endpoint,
            lost,
            renewals,
        })
    }

    /// Prefers what the server reported to what was recorded on the way.
    fn diagnose(&self, fault: HandshakeFault) -> ConnectError {
        let recorded = self.wire.lifecycle.take_connect_failure();
        match (fault, recorded) {
            (HandshakeFault::Error(ConnectError::NotMcp { .. }), Some(recorded)) => recorded,
            (HandshakeFault::Error(error) | HandshakeFault::HttpSse(Some(error)), _) => error,
            (_, Some(recorded)) => recorded,
            (HandshakeFault::Timeout | HandshakeFault::Silent, None) => ConnectError::Timeout {
                waited: self.timeout,
                clues: Clues::default(),
            },
            (HandshakeFault::Ended | HandshakeFault::HttpSse(None), None) => ConnectError::NotMcp {
                detail: UNANSWERED,
                stderr: Vec::new(),
            },
        }
    }

    fn endpoint(&self, url: &Url) -> HttpEndpoint {
        HttpEndpoint {
            client: self.client.clone(),
            url: url.clone(),
            headers: self.headers.clone(),
            access: self.access.clone(),
            secrets: self.secrets.clone(),
            host: self.host.clone(),
            wire: self.wire.clone(),
            lost: Lost::default(),
        }
    }
}

/// Restores the state of a lost session in each new one.
async fn restore(shared: Weak<ConnectionState>, mut renewals: watch::Receiver<u64>) {
    while renewals.changed().await.is_ok() {
        let Some(shared) = shared.upgrade() else {
            return;
        };
        Connection { shared }.restore().await;
    }
}

/// Runs the session until the host closes it or it ends.
///
/// The transport deletes the server's session when it closes.
struct ConnectionTask {
    running: Running,
    wire: Arc<Wire>,
    lost: Lost,
    stop: CancellationToken,
    closed: CancellationToken,
}

impl ConnectionTask {
    async fn run(self) {
        let detail = tokio::select! {
            () = self.stop.cancelled() => None,
            reason = self.lost.cancelled() => Some(reason),
            () = self.running.ended() => Some(Message::new("connection.sessionEnded")),
        };
        let reason = CloseReason {
            detail,
            ..CloseReason::default()
        };
        self.wire.lifecycle.close(reason.clone());
        if let Err(error) = self.running.close().await {
            tracing::warn!(%error, "an HTTP session did not end cleanly");
        }
        self.closed.cancel();
        self.wire.events.send(ConnectionEvent::Closed(reason)).await;
    }
}

fn launch_headers(launch: &HttpLaunch) -> Result<HeaderMap, ConnectError> {
    let mut headers = HeaderMap::new();
    for (name, value) in &launch.headers {
        let mut header =
            HeaderValue::from_str(value.expose()).map_err(|_| ConnectError::Refused {
                reason: Message::new("net.headerValue").with("header", name.as_str()),
            })?;
        header.set_sensitive(true);
        headers.append(name.clone(), header);
    }
    Ok(headers)
}

fn host_and_port(launch: &HttpLaunch) -> String {
    let host = launch.url.host_str().unwrap_or_default();
    match launch.url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

//! Sends messages over HTTP, each as a POST of its own.
//!
//! Streamable HTTP (2025-11-25 and 2026-07-28, basic/transports) answers each in its own body or stream; HTTP+SSE
//! (2024-11-05) answers all of them on one stream. This file decides what is sent in which order; the modules hold one
//! exchange, the session, the streams and the headers.

mod exchange;
mod get_stream;
mod headers;
mod orphaned;
mod session;
mod session_renewal;
mod shared_state;
mod streams;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use http::HeaderMap;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::endpoint::HttpEndpoint;
use super::sse::OpenStream;
use crate::call::UNANSWERED;
use crate::error::CallError;
use crate::limits;
use crate::rpc::{Delivery, Incoming, Message, Request, Sink, Transport};
use exchange::cancelled_id;
pub use headers::routing_headers;
use orphaned::OrphanedRequests;
use session::Sessions;
use shared_state::{GetStream, HttpInner, HttpMessage, Shape};

/// The member naming a modern request's version (2026-07-28, basic, request metadata).
const VERSION_MEMBER: &str = "io.modelcontextprotocol/protocolVersion";

pub(crate) struct HttpTransport {
    inner: Arc<HttpInner>,
    incoming: mpsc::Receiver<Incoming>,
}

impl HttpTransport {
    /// Makes a transport over Streamable HTTP; it sends nothing yet.
    pub(crate) fn streamable(endpoint: HttpEndpoint) -> Self {
        Self::new(endpoint, Shape::Streamable)
    }

    /// Makes a transport over HTTP+SSE, answered on the stream.
    pub(crate) fn paired(endpoint: HttpEndpoint, stream: OpenStream) -> Self {
        let shape = match stream.endpoint {
            Some(_) => Shape::Paired,
            None => Shape::Shared,
        };
        let transport = Self::new(endpoint, shape);
        transport.inner.start_reading(stream.events);
        transport
    }

    fn new(endpoint: HttpEndpoint, shape: Shape) -> Self {
        let (incoming_sender, incoming) = mpsc::channel(limits::MESSAGES_WAITING);
        let permits = Semaphore::new(endpoint.wire.limits.exchanges);
        let answers = Semaphore::new(endpoint.wire.limits.exchanges);
        let inner = HttpInner {
            endpoint,
            shape,
            incoming: incoming_sender,
            sessions: Sessions::default(),
            permits,
            answers: Arc::new(answers),
            answers_waiting: Arc::new(Semaphore::new(limits::ANSWERS_WAITING)),
            withdrawn: Mutex::default(),
            orphaned: OrphanedRequests::default(),
            get_stream: GetStream::default(),
            modern: AtomicBool::new(false),
            stop: CancellationToken::new(),
            renewals: watch::Sender::default(),
        };
        Self {
            inner: Arc::new(inner),
            incoming,
        }
    }

    /// Changes with each replaced session, whose state must be restored.
    pub(crate) fn renewals(&self) -> watch::Receiver<u64> {
        self.inner.renewals.subscribe()
    }
}

impl Transport for HttpTransport {
    fn sink(&self) -> Arc<dyn Sink> {
        Arc::new(HttpSink(self.inner.clone()))
    }

    async fn receive(&mut self) -> Option<Incoming> {
        self.incoming.recv().await
    }

    async fn close(&mut self) {
        self.inner.stop.cancel();
        self.inner.end_session().await;
    }
}

impl Drop for HttpTransport {
    fn drop(&mut self) {
        self.inner.stop.cancel();
    }
}

/// Sends each message as a POST.
struct HttpSink(Arc<HttpInner>);

impl Sink for HttpSink {
    fn send(&self, message: &Message) -> io::Result<Delivery> {
        self.0.dispatch(message)
    }
}

impl HttpInner {
    /// Starts to send a message.
    fn dispatch(self: &Arc<Self>, message: &Message) -> io::Result<Delivery> {
        if self.stop.is_cancelled() {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let outgoing = self
            .endpoint
            .wire
            .write_frame(message)
            .map_err(io::Error::other)?;
        let outgoing = HttpMessage {
            text: Bytes::from(outgoing.text),
            method: outgoing.frame.method.clone(),
            frame: outgoing.frame,
            modern_headers: match message {
                Message::Request(request) => self.modern_headers(request),
                _ => None,
            },
        };
        if let Message::Request(request) = message {
            self.start_request(outgoing, request);
            return Ok(None);
        }
        if self.modern.load(Ordering::Acquire) {
            // Ending the exchange is the only way to cancel, and answers are sent with a new request
            // (2026-07-28, basic/transports/streamable-http).
            if outgoing.method.as_deref() == Some("notifications/cancelled") {
                self.withdraw(&cancelled_id(&outgoing.text));
            }
            return Ok(None);
        }
        let waiting = match message {
            Message::Response { .. } => Some(
                Arc::clone(&self.answers_waiting)
                    .try_acquire_owned()
                    .map_err(|_| io::ErrorKind::WouldBlock)?,
            ),
            _ => None,
        };
        let (done, delivered) = oneshot::channel();
        let inner = self.clone();
        tokio::spawn(async move {
            let delivery = async {
                let turn = match waiting {
                    Some(_waiting) => Arc::clone(&inner.answers).acquire_owned().await.ok(),
                    None => None,
                };
                inner.deliver(outgoing, turn).await
            };
            let result = tokio::select! {
                biased;
                () = inner.stop.cancelled() => Err(io::ErrorKind::NotConnected.into()),
                result = delivery => result,
            };
            // The receiver may be gone.
            let _ = done.send(result);
        });
        Ok(Some(delivered))
    }

    /// Returns the headers of a modern request, which names its version.
    fn modern_headers(&self, request: &Request) -> Option<HeaderMap> {
        let Request { method, params, .. } = request;
        let version = params.meta.get(VERSION_MEMBER).and_then(Value::as_str);
        self.modern.store(version.is_some(), Ordering::Release);
        let name = params.get("name").and_then(Value::as_str);
        let param_headers = match *method {
            "tools/call" => name.and_then(|name| self.endpoint.wire.param_headers(name)),
            _ => None,
        };
        Some(headers::for_modern_post(
            version?,
            method,
            params,
            param_headers.as_deref(),
        ))
    }

    fn start_request(self: &Arc<Self>, outgoing: HttpMessage, request: &Request) {
        let id = request.id.clone();
        let withdrawn = CancellationToken::new();
        self.withdrawn
            .lock()
            .insert(id.to_string(), withdrawn.clone());
        if request.method == "initialize" {
            self.sessions.remember_handshake(&request.params);
        }
        let inner = self.clone();
        tokio::spawn(async move {
            let failed = tokio::select! {
                biased;
                () = inner.stop.cancelled() => false,
                () = withdrawn.cancelled() => false,
                result = inner.exchange(outgoing, &id) => result.is_err(),
            };
            inner.withdrawn.lock().remove(&id.to_string());
            if failed {
                inner.fail_unanswered(&id);
            }
        });
    }

    /// Fails a request whose exchange has ended, unless it has ended already.
    fn fail_unanswered(&self, id: &Value) {
        let unanswered = CallError::Http {
            status: None,
            detail: UNANSWERED,
        };
        self.endpoint.wire.pending.fail(id, unanswered);
    }

    /// Cancels the exchange of a given-up request.
    fn withdraw(&self, id: &Value) {
        if let Some(withdrawn) = self.withdrawn.lock().get(&id.to_string()) {
            withdrawn.cancel();
        }
    }

    /// Forwards messages; the server's requests name the request they came with.
    async fn forward(&self, messages: Vec<Incoming>, stream: Option<&Value>) {
        for mut message in messages {
            if let Incoming::Request(request) = &mut message {
                request.stream = stream.map(Value::to_string);
            }
            // A closed session needs no messages.
            let _ = self.incoming.send(message).await;
        }
    }
}

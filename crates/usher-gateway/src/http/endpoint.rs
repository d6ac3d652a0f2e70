//! Answers one HTTP request: whose it is, which era it is of, and what is done with it.

use std::sync::Arc;

use ::http::{HeaderMap, Method, Request, Response, StatusCode, request};
use hyper::body::Incoming as Body;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::{Fault, INVALID_REQUEST, REFUSED, Received};
use usher_types::id::ClientId;

use super::body::{self, Refusal, Reply};
use super::origin::OwnOrigin;
use super::sessions::Sessions;
use super::{cors, guard};
use crate::channel::places::Place;
use crate::eras::revision::{self, LEGACY, MODERN};
use crate::{Gateway, limits};

/// What all connections to one port share.
pub(super) struct Endpoint {
    pub(super) gateway: Gateway,
    own: OwnOrigin,
    pub(super) sessions: Sessions,
}

/// A request that may be here.
pub(super) struct AuthorizedRequest {
    pub(super) client: ClientId,
    pub(super) headers: HeaderMap,
}

impl AuthorizedRequest {
    /// A header that holds one text.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok().map(str::trim)
    }

    pub(super) fn session(&self) -> Option<&str> {
        self.header("mcp-session-id")
    }

    pub(super) fn version(&self) -> Option<&str> {
        self.header("mcp-protocol-version")
    }
}

impl Endpoint {
    pub(super) fn new(gateway: Gateway, port: u16) -> Self {
        Self {
            gateway,
            own: OwnOrigin::new(port),
            sessions: Sessions::default(),
        }
    }

    /// Ends what is not used any more, and everything in the end.
    pub(super) async fn tidy(self: Arc<Self>, stop: CancellationToken) {
        let mut every = tokio::time::interval(limits::HTTP_TIDY_EVERY);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = every.tick() => self.sessions.tidy().await,
            }
        }
        self.sessions.end_all().await;
    }

    pub(super) async fn answer(&self, request: Request<Body>, place: &Place) -> Response<Reply> {
        let (head, body) = request.into_parts();
        let access = self.gateway.0.context.host.http_access();
        let at_home = guard::check_place(&head, &self.own, access);
        let page = match at_home {
            Ok(()) => cors::page(&head.headers, access),
            Err(_) => None,
        };
        let answered = match at_home {
            Err(refusal) => Err(refusal),
            Ok(()) if page.is_some() && cors::is_preflight(&head) => Ok(cors::preflight()),
            Ok(()) => self.admitted(head, body, place).await,
        };
        let mut response = answered.unwrap_or_else(|refusal| {
            tracing::debug!(refusal.reason, "a request over HTTP was refused");
            refusal.response()
        });
        if let Some(origin) = page {
            cors::let_read(&mut response, origin);
        }
        response
    }

    async fn admitted(
        &self,
        head: request::Parts,
        body: Body,
        place: &Place,
    ) -> Result<Response<Reply>, Refusal> {
        let clients = self.gateway.0.context.host.clients();
        let client = guard::admit(&head, clients)?;
        for process in place.is_known() {
            self.gateway
                .host()
                .processes()
                .remember_client(process)
                .await;
        }
        let method = head.method;
        let authorized = AuthorizedRequest {
            client,
            headers: head.headers,
        };
        if method == Method::POST {
            let within = self.gateway.0.context.options.http_body_within;
            let body = body::read(&authorized.headers, body, within).await?;
            return Ok(self.post(&authorized, &body).await);
        }
        let version = authorized.version();
        let has_session = authorized.session().is_some();
        if version.is_some_and(|version| MODERN.contains(&version))
            || (version.is_none() && !has_session)
        {
            return Err(Refusal::method("POST"));
        }
        check_version(&authorized).map_err(|_| {
            Refusal::new(
                StatusCode::BAD_REQUEST,
                "the protocol version is not spoken",
            )
        })?;
        if method == Method::GET {
            self.open_stream(&authorized)
        } else {
            self.end_session(&authorized)
        }
    }

    async fn post(&self, authorized: &AuthorizedRequest, body: &[u8]) -> Response<Reply> {
        let mut messages = Received::read_all(body);
        let is_batch = body.trim_ascii_start().first() == Some(&b'[')
            && !matches!(messages.as_slice(), [Received::Unusable { .. }]);
        let is_modern = messages
            .iter()
            .any(|message| is_modern(authorized, message));
        match (is_modern, is_batch) {
            (true, true) => {
                let fault = Fault::new(INVALID_REQUEST, "A batch is not part of 2026-07-28");
                body::fault(StatusCode::BAD_REQUEST, &Value::Null, fault)
            }
            (true, false) => match messages.pop() {
                Some(message) => self.answer_modern(authorized, message).await,
                None => body::empty(StatusCode::BAD_REQUEST),
            },
            (false, _) => match check_version(authorized) {
                Ok(()) => self.answer_legacy(authorized, messages, is_batch).await,
                Err(fault) => body::fault(StatusCode::BAD_REQUEST, &Value::Null, fault),
            },
        }
    }
}

/// Whether a message says that it is of 2026-07-28; one that says nothing of itself is what its header says.
fn is_modern(authorized: &AuthorizedRequest, message: &Received) -> bool {
    let claims = |params: &Map<String, Value>| {
        let meta = params.get("_meta");
        meta.is_some_and(|meta| meta.get(revision::PROTOCOL_VERSION).is_some())
    };
    let says_so = authorized
        .version()
        .is_some_and(|version| MODERN.contains(&version));
    match message {
        Received::Request { method, params, .. } => {
            claims(params) || (says_so && method != "initialize")
        }
        Received::Notification { params, .. } => claims(params) || says_so,
        Received::Response { .. } | Received::Unusable { .. } => says_so,
    }
}

/// A version that is named has to be one that is spoken (2025-06-18, basic/transports, protocol version header).
fn check_version(authorized: &AuthorizedRequest) -> Result<(), Fault> {
    match authorized.version() {
        // `initialize` may name the version that it asks for.
        Some(version) if !LEGACY.contains(&version) && !MODERN.contains(&version) => Err(
            Fault::new(REFUSED, "Bad Request: Unsupported protocol version"),
        ),
        _ => Ok(()),
    }
}

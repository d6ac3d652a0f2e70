//! Requests of 2026-07-28: each stands for itself, and says in its headers what it is.

use ::http::{Response, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::{
    Fault, HEADER_MISMATCH, INTERNAL, INVALID_REQUEST, MISSING_CAPABILITY, NO_METHOD, Received,
    UNSUPPORTED_VERSION,
};
use usher_types::client::ClientProfile;

use super::body::{self, Reply};
use super::endpoint::{AuthorizedRequest, Endpoint};
use super::events;
use super::headers;
use super::sessions::Access;
use super::streams::Event;
use crate::limits;
use crate::request::Request;
use crate::session::client_timeout::Transport;
use crate::session::outbox::{Outbox, Outgoing, Waiting};

impl Endpoint {
    /// Answers a POST.
    pub(super) async fn answer_modern(
        &self,
        authorized: &AuthorizedRequest,
        message: Received,
    ) -> Response<Reply> {
        let (id, method, params) = match message {
            Received::Request { id, method, params } => (id, method, params),
            // Closing the stream of a request is what cancels it, and no other is defined.
            Received::Notification { .. } => return body::empty(StatusCode::ACCEPTED),
            Received::Response { .. } => {
                let fault = Fault::new(INVALID_REQUEST, "No request of the server is open");
                return body::fault(StatusCode::BAD_REQUEST, &Value::Null, fault);
            }
            Received::Unusable { id, fault } => {
                return body::fault(StatusCode::BAD_REQUEST, &id, fault);
            }
        };
        let refused = |fault| body::fault(StatusCode::BAD_REQUEST, &id, fault);
        let version = params
            .get("_meta")
            .and_then(|meta| meta.get(crate::eras::revision::PROTOCOL_VERSION))
            .cloned();
        if let Err(fault) = headers::check_version(authorized, version.as_ref()) {
            return refused(fault);
        }
        // Its header says that it is of this era.
        if !version.is_some_and(|version| version.is_string()) {
            let name = crate::eras::revision::PROTOCOL_VERSION;
            return refused(Fault::params(format!("_meta must hold {name}")));
        }
        let clients = self.gateway.0.context.host.clients();
        let connection = match self.sessions.connection(clients, &authorized.client).await {
            Ok(connection) => connection,
            Err(error) => {
                let fault = Fault::new(INTERNAL, error.to_string());
                return body::fault(StatusCode::INTERNAL_SERVER_ERROR, &id, fault);
            }
        };
        let profile = connection.client().profile;
        let revoked = Access::of(clients, &connection).revoked();
        // Ends what still runs when the client has gone: a stream that is closed is a request taken back.
        let ended = CancellationToken::new();
        let guard = ended.clone().drop_guard();
        let (outbox, outgoing) = Outbox::channel(ended.clone());
        let transport = Transport::Http;
        let session = self
            .gateway
            .session(connection, transport, outbox, ended.clone());
        let request = match session.admit(&id, &method, params) {
            Ok(request) => request,
            Err(fault) => return refused(fault),
        };
        if let Err(fault) = self.check_headers(authorized, &request, &profile).await {
            return refused(fault);
        }
        session.start(request);
        tokio::spawn({
            let ended = ended.clone();
            async move {
                tokio::select! {
                    () = ended.cancelled() => {}
                    () = revoked => ended.cancel(),
                }
            }
        });
        let (sender, mut events) = mpsc::channel(limits::EVENTS_WAITING);
        let (answered, mut status) = tokio::sync::oneshot::channel();
        tokio::spawn(pass_on(outgoing, sender, answered, ended));
        let first = tokio::time::timeout(limits::JSON_WITHIN, events.recv()).await;
        let first = match first {
            Ok(Some(event)) if event.is_last => {
                let status = status.try_recv().unwrap_or(StatusCode::OK);
                return body::message(status, event.line);
            }
            Ok(Some(event)) => Some(event),
            Ok(None) => return body::empty(StatusCode::ACCEPTED),
            Err(_) => None,
        };
        events::stream(None, first, events, guard)
    }

    async fn check_headers(
        &self,
        authorized: &AuthorizedRequest,
        request: &Request,
        profile: &ClientProfile,
    ) -> Result<(), Fault> {
        headers::check_standard(authorized, request)?;
        if request.method != "tools/call" {
            return Ok(());
        }
        let index = self.gateway.0.context.index.now().await;
        let name = request.params.get("name").and_then(Value::as_str);
        let Some(found) = name.and_then(|name| index.tool(profile, name)) else {
            return Ok(());
        };
        let arguments = request.params.get("arguments").unwrap_or(&Value::Null);
        headers::check_parameters(authorized, &found.item.definition["inputSchema"], arguments)
    }
}

/// Passes on what is said, until the request is answered.
async fn pass_on(
    mut outgoing: Waiting,
    events: mpsc::Sender<Event>,
    answered: tokio::sync::oneshot::Sender<StatusCode>,
    ended: CancellationToken,
) {
    loop {
        let message = tokio::select! {
            () = ended.cancelled() => return,
            message = outgoing.recv() => message,
        };
        let event = |line: String, is_last| Event {
            id: None,
            line: line.into(),
            is_last,
        };
        let sent = match message {
            Some(Outgoing::Told { line, .. }) => events.send(event(line, false)).await,
            Some(Outgoing::Answer { line, fault, .. }) => {
                // It is not wanted once the stream has begun.
                let _ = answered.send(status(fault));
                let _ = events.send(event(line, true)).await;
                return;
            }
            // A stream that is closed would take the request back.
            Some(Outgoing::Break { .. }) => continue,
            Some(Outgoing::NoAnswer { .. }) | None => return,
        };
        if sent.is_err() {
            return;
        }
    }
}

/// The status of an answer (2026-07-28, basic/transports/streamable-http).
fn status(fault: Option<i64>) -> StatusCode {
    match fault {
        Some(NO_METHOD) => StatusCode::NOT_FOUND,
        Some(HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION) => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

//! Requests with `initialize`, to 2025-11-25: they belong to a session, which the client names in each.

use std::sync::Arc;

use ::http::{HeaderValue, Response, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc;
use usher_jsonrpc::{Fault, INTERNAL, INVALID_REQUEST, NO_SESSION, REFUSED, Received};

use super::body::{self, Refusal, Reply};
use super::endpoint::{AuthorizedRequest, Endpoint};
use super::events;
use super::sessions::HttpSession;
use super::streams::{Event, StreamId};
use crate::limits;

/// The one revision with batches.
const WITH_BATCHES: &str = "2025-03-26";

impl Endpoint {
    /// Answers a POST.
    pub(super) async fn answer_legacy(
        &self,
        authorized: &AuthorizedRequest,
        messages: Vec<Received>,
        is_batch: bool,
    ) -> Response<Reply> {
        let refused = |status, fault| body::fault(status, &Value::Null, fault);
        let Some(name) = authorized.session() else {
            return self.initialize(authorized, messages, is_batch).await;
        };
        let Some(session) = self.sessions.find(name, &authorized.client) else {
            let fault = Fault::new(NO_SESSION, "Session not found");
            return refused(StatusCode::NOT_FOUND, fault);
        };
        if is_batch && session.session.revision() != Some(WITH_BATCHES) {
            let fault = Fault::new(INVALID_REQUEST, "Batches are part of 2025-03-26 only");
            return refused(StatusCode::BAD_REQUEST, fault);
        }
        if messages.len() > limits::BATCH {
            let fault = Fault::new(INVALID_REQUEST, "The batch has too many messages");
            return refused(StatusCode::BAD_REQUEST, fault);
        }
        take(&session, messages, is_batch).await
    }

    /// Begins a session.
    async fn initialize(
        &self,
        authorized: &AuthorizedRequest,
        mut messages: Vec<Received>,
        is_batch: bool,
    ) -> Response<Reply> {
        let begins = |message: &Received| matches!(message, Received::Request { method, .. } if method == "initialize");
        match messages.as_slice() {
            [only] if begins(only) && !is_batch => {}
            [Received::Unusable { .. }] if !is_batch => {
                let Some(Received::Unusable { id, fault }) = messages.pop() else {
                    return body::empty(StatusCode::BAD_REQUEST);
                };
                return body::fault(StatusCode::BAD_REQUEST, &id, fault);
            }
            _ => {
                let fault = Fault::new(REFUSED, "Bad Request: Mcp-Session-Id is required");
                return body::fault(StatusCode::BAD_REQUEST, &Value::Null, fault);
            }
        }
        let session = match HttpSession::begin(&self.gateway, &authorized.client).await {
            Ok(session) => session,
            Err(error) => {
                let fault = Fault::new(INTERNAL, error.to_string());
                return body::fault(StatusCode::INTERNAL_SERVER_ERROR, &Value::Null, fault);
            }
        };
        let mut response = take(&session, messages, false).await;
        let name = match session.session.revision() {
            Some(_) => self.sessions.keep(&session),
            None => None,
        };
        let Some(name) = name else {
            session.session.ended.cancel();
            if response.status() == StatusCode::OK && session.session.revision().is_some() {
                let fault = Fault::new(REFUSED, "Too many sessions of this client are open");
                return body::fault(StatusCode::SERVICE_UNAVAILABLE, &Value::Null, fault);
            }
            return response;
        };
        if let Ok(name) = HeaderValue::from_str(&name) {
            response.headers_mut().insert("mcp-session-id", name);
        }
        response
    }

    /// Opens the stream for what belongs to no request, or goes on with one that broke.
    pub(super) fn open_stream(
        &self,
        authorized: &AuthorizedRequest,
    ) -> Result<Response<Reply>, Refusal> {
        let (_, session) = self.session(authorized)?;
        let resumed = authorized
            .header("last-event-id")
            .and_then(|last| session.streams.resume(last));
        if let Some((_, events)) = resumed {
            return Ok(events::stream(None, None, events, ()));
        }
        let (id, events) = session.streams.open_general();
        Ok(events::stream(beginning(&session, id), None, events, ()))
    }

    /// Ends a session.
    pub(super) fn end_session(
        &self,
        authorized: &AuthorizedRequest,
    ) -> Result<Response<Reply>, Refusal> {
        let (name, _) = self.session(authorized)?;
        self.sessions.end(&name);
        Ok(body::empty(StatusCode::OK))
    }

    fn session(
        &self,
        authorized: &AuthorizedRequest,
    ) -> Result<(String, Arc<HttpSession>), Refusal> {
        let name = authorized
            .session()
            .ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, "Mcp-Session-Id is required"))?;
        let found = self.sessions.find(name, &authorized.client);
        let session =
            found.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "session not found"))?;
        Ok((name.to_owned(), session))
    }
}

/// Where a stream begins, for clients that know of it.
fn beginning(session: &HttpSession, stream: StreamId) -> Option<String> {
    session.polls().then(|| stream.beginning())
}

/// Takes the messages of one POST, and answers with what they are answered.
async fn take(
    session: &Arc<HttpSession>,
    messages: Vec<Received>,
    is_batch: bool,
) -> Response<Reply> {
    let requests: Vec<String> = messages
        .iter()
        .filter_map(|message| match message {
            Received::Request { id, .. } => Some(id.to_string()),
            _ => None,
        })
        .collect();
    let opened = if requests.is_empty() {
        None
    } else {
        let Some(opened) = session.streams.open(&requests) else {
            let fault = Fault::new(INVALID_REQUEST, "A request with this id is open already");
            return body::fault(StatusCode::BAD_REQUEST, &Value::Null, fault);
        };
        Some(opened)
    };
    for message in messages {
        match message {
            Received::Request { id, method, params } => {
                match session.session.admit(&id, &method, params) {
                    Ok(request) => session.session.start(request),
                    Err(fault) => session.session.reply(&id, &Err(fault)),
                }
            }
            Received::Notification { method, params } => {
                session.session.on_notification(&method, &params);
            }
            Received::Response { id, outcome } => session.session.requests.answer(&id, outcome),
            Received::Unusable { id, fault } if !is_batch => {
                return body::fault(StatusCode::BAD_REQUEST, &id, fault);
            }
            // One of many: the others are answered all the same.
            Received::Unusable { .. } => {}
        }
    }
    match opened {
        None => body::empty(StatusCode::ACCEPTED),
        Some((stream, events)) => respond(session, stream, events, is_batch).await,
    }
}

/// Answers with JSON if there is but one answer and it comes soon, else with a stream.
async fn respond(
    session: &Arc<HttpSession>,
    stream: StreamId,
    mut events: mpsc::Receiver<Event>,
    is_batch: bool,
) -> Response<Reply> {
    let first = tokio::time::timeout(limits::JSON_WITHIN, events.recv()).await;
    let first = match first {
        Ok(Some(event)) if event.is_last && !is_batch => {
            return body::message(StatusCode::OK, event.line);
        }
        Ok(Some(event)) => Some(event),
        // It was broken off, and its client comes back for the rest.
        Ok(None) if session.streams.goes_on(stream) => None,
        // It was cancelled, and gets no answer.
        Ok(None) => return body::empty(StatusCode::ACCEPTED),
        Err(_) => None,
    };
    events::stream(beginning(session, stream), first, events, ())
}

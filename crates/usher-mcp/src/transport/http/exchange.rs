//! Makes one exchange: sends a POST and reads its response.

use std::io;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue, StatusCode, header};
use reqwest::Response;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, SemaphorePermit};

use super::orphaned::OrphanedAnswer;
use super::session::{Session, is_session_forgotten};
use usher_messages::Message;

use super::headers;
use super::shared_state::{HttpInner, HttpMessage, Shape};
use crate::access::Challenge;
use crate::decode::values;
use crate::event::ReapprovalSubject;
use crate::transport::endpoint::{
    ExchangeFailed, RefusedResponse, content_type, is_stream, retry_after,
};

/// The outcome of an exchange.
pub(super) enum ResponseOutcome {
    /// The answer has arrived, or will on the GET stream.
    Answered,
    /// The server did nothing, as it does not know the session.
    SessionForgotten,
}

impl HttpInner {
    /// Makes a request and ensures that it ends.
    ///
    /// It is sent again only where the server said that it never took it.
    pub(super) async fn exchange(
        self: &Arc<Self>,
        outgoing: HttpMessage,
        id: &Value,
    ) -> Result<(), ExchangeFailed> {
        let permit = self.permit(id).await?;
        self.endpoint
            .wire
            .events
            .send_frame(outgoing.frame.clone())
            .await;
        let is_initialize = outgoing.method.as_deref() == Some("initialize");
        let session = match outgoing.modern_headers {
            Some(_) => Session::default(),
            None => self.sessions.current(),
        };
        let response = self.post(&outgoing, &session, Some(id)).await?;
        if is_initialize && self.shape == Shape::Streamable && response.status().is_success() {
            self.sessions.open(headers::session_id(response.headers()));
        }
        if let ResponseOutcome::Answered = self.read_response(response, id, &session).await? {
            return Ok(());
        }
        if !self.renew(&session).await {
            let detail = Message::new("exchange.sessionLost");
            return Err(self
                .endpoint
                .fail(Some(id), Some(StatusCode::NOT_FOUND), detail));
        }
        // The lists have to be read meanwhile.
        drop(permit);
        self.check_still_approved(&outgoing, id).await?;
        let _permit = self.permit(id).await?;
        let session = self.sessions.current();
        let response = self.post(&outgoing, &session, Some(id)).await?;
        match self.read_response(response, id, &session).await? {
            ResponseOutcome::Answered => Ok(()),
            ResponseOutcome::SessionForgotten => {
                let detail = Message::new("exchange.sessionsForgotten");
                Err(self
                    .endpoint
                    .fail(Some(id), Some(StatusCode::NOT_FOUND), detail))
            }
        }
    }

    async fn permit(&self, id: &Value) -> Result<SemaphorePermit<'_>, ExchangeFailed> {
        self.permits.acquire().await.map_err(|_| {
            self.endpoint
                .fail(Some(id), None, Message::new("exchange.closing"))
        })
    }

    /// Asks the listener whether what a request uses is still approved in a new session.
    async fn check_still_approved(
        &self,
        outgoing: &HttpMessage,
        id: &Value,
    ) -> Result<(), ExchangeFailed> {
        let message: Value = serde_json::from_slice(&outgoing.text).unwrap_or_default();
        let method = outgoing.method.as_deref().unwrap_or_default();
        let params = message["params"].as_object();
        let Some(what) = params.and_then(|params| ReapprovalSubject::of_request(method, params))
        else {
            return Ok(());
        };
        let wire = &self.endpoint.wire;
        wire.request_reapproval(what).await.map_err(|refused| {
            wire.pending.fail(id, refused);
            ExchangeFailed
        })
    }

    /// Sends `initialize` and returns the session id, if the server gave one.
    pub(super) async fn handshake(
        self: &Arc<Self>,
        outgoing: HttpMessage,
        id: &Value,
    ) -> Option<Option<HeaderValue>> {
        self.endpoint
            .wire
            .events
            .send_frame(outgoing.frame.clone())
            .await;
        let none = Session::default();
        let response = self.post(&outgoing, &none, Some(id)).await.ok()?;
        let session = headers::session_id(response.headers());
        self.read_response(response, id, &none).await.ok()?;
        Some(session)
    }

    /// Delivers a message without a response; a body is only logged.
    ///
    /// An answer has its turn until the server has closed the exchange.
    pub(super) async fn deliver(
        self: &Arc<Self>,
        outgoing: HttpMessage,
        turn: Option<OwnedSemaphorePermit>,
    ) -> io::Result<()> {
        self.endpoint
            .wire
            .events
            .send_frame(outgoing.frame.clone())
            .await;
        let session = self.sessions.current();
        let sent = tokio::time::timeout(
            self.endpoint.wire.limits.delivery,
            self.post(&outgoing, &session, None),
        );
        let response = match sent.await {
            Ok(Ok(response)) => response,
            Ok(Err(ExchangeFailed)) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Err(_) => return Err(io::ErrorKind::TimedOut.into()),
        };
        let status = response.status();
        if is_stream(&response) {
            self.spawn_reading(response, turn);
        } else if status.is_success() {
            let body = tokio::time::timeout(
                self.endpoint.wire.limits.delivery,
                self.endpoint.body(response),
            );
            if let Ok(Ok(body)) = body.await {
                let messages = self.endpoint.read_frame(&body, None, false).await;
                self.forward(messages, None).await;
            }
        } else {
            // A body may go on for ever.
            let refused = self.endpoint.fail_refused(None, response);
            let _ = tokio::time::timeout(self.endpoint.wire.limits.delivery, refused).await;
            // What a server does with a notification does not matter here.
            self.endpoint
                .wire
                .events
                .send_repairs(vec![match outgoing.method.as_deref() {
                    Some(method) => Message::new("repair.httpRefused")
                        .with("method", method)
                        .with("status", status.as_u16().to_string()),
                    None => Message::new("repair.httpRefusedAnswer")
                        .with("status", status.as_u16().to_string()),
                }])
                .await;
        }
        match outgoing.method.as_deref() {
            Some("notifications/initialized") if self.shape == Shape::Streamable => {
                // Some servers drop what they send on a stream that is not open yet.
                let is_listening = self.start_listening();
                let _ =
                    tokio::time::timeout(self.endpoint.wire.limits.listening_wait, is_listening)
                        .await;
            }
            Some("notifications/cancelled") => self.withdraw(&cancelled_id(&outgoing.text)),
            _ => {}
        }
        Ok(())
    }

    async fn post(
        &self,
        outgoing: &HttpMessage,
        session: &Session,
        waiting: Option<&Value>,
    ) -> Result<Response, ExchangeFailed> {
        let protocol = match &outgoing.modern_headers {
            Some(modern_headers) => modern_headers.clone(),
            None => self.session_headers(outgoing, session),
        };
        let post = self.endpoint.client.post(self.endpoint.url.clone());
        let post = post.body(outgoing.text.clone());
        self.endpoint.send(post, protocol, waiting).await
    }

    fn session_headers(&self, outgoing: &HttpMessage, session: &Session) -> HeaderMap {
        let mut protocol = headers::for_post();
        if outgoing.method.as_deref() != Some("initialize") {
            let version = self.endpoint.wire.protocol_version();
            headers::insert_session(&mut protocol, version.as_deref(), session.id.as_ref());
        }
        protocol
    }

    /// Reads the response to a request.
    async fn read_response(
        self: &Arc<Self>,
        response: Response,
        id: &Value,
        session: &Session,
    ) -> Result<ResponseOutcome, ExchangeFailed> {
        let status = response.status();
        let refused = |response: &Response| RefusedResponse {
            status,
            challenge: Challenge::from_response(status, response.headers()),
            retry_after: retry_after(status, response.headers()),
            redirect: self.endpoint.redirect(response),
        };
        if matches!(status.as_u16(), 202 | 204) {
            if self.await_on_stream(id).await {
                return Ok(ResponseOutcome::Answered);
            }
            let detail =
                Message::new("exchange.accepted").with("status", status.as_u16().to_string());
            return Err(self.endpoint.no_answer(id, refused(&response), detail));
        }
        if is_stream(&response) {
            return self
                .read_answer(response, id)
                .await
                .map(|()| ResponseOutcome::Answered);
        }
        let denies = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let names_challenge = response.headers().contains_key(header::WWW_AUTHENTICATE);
        let refused = refused(&response);
        let is_json = content_type(&response).contains("json");
        let encoding = remaining_encoding(&response);
        let body = match self.endpoint.body(response).await {
            Ok(body) => body,
            // The status is the reason, whatever became of the body.
            Err(_) if !status.is_success() => Vec::new(),
            Err(detail) => return Err(self.endpoint.fail(Some(id), Some(status), detail)),
        };
        if !status.is_success() {
            self.endpoint
                .wire
                .lifecycle
                .record_refusal(status.as_u16(), &body);
        }
        if session.id.is_some() && !names_challenge && is_session_forgotten(status, &body, id) {
            return Ok(ResponseOutcome::SessionForgotten);
        }
        if !status.is_success() && (denies || !is_json || !is_message(&body)) {
            return Err(self
                .endpoint
                .fail_with_refusal(Some(id), refused, &body)
                .await);
        }
        let messages = self.endpoint.read_frame(&body, Some(id), true).await;
        self.forward(messages, Some(id)).await;
        if !self.endpoint.wire.pending.contains(id) {
            return Ok(ResponseOutcome::Answered);
        }
        if status.is_success() && self.shape == Shape::Paired {
            // A text in place of an acknowledgement; the answer comes on the stream.
            if self.await_on_stream(id).await {
                return Ok(ResponseOutcome::Answered);
            }
        }
        let detail = if let Some(encoding) = encoding {
            let encoding = self.endpoint.redacted_head(encoding.as_bytes());
            Message::new("exchange.encoding").with("encoding", encoding)
        } else {
            let status = status.as_u16().to_string();
            let head = self.endpoint.redacted_head(&body);
            match head.trim() {
                "" => Message::new("exchange.noBody").with("status", status),
                _ => Message::new("exchange.noMessage")
                    .with("status", status)
                    .with("text", head),
            }
        };
        if status.is_success() {
            return Err(self.endpoint.no_answer(id, refused, detail));
        }
        Err(self
            .endpoint
            .fail_with_refusal(Some(id), refused, &body)
            .await)
    }
}

/// Returns whether the JSON body of a refusal may be a message: an error as text alone is of HTTP.
fn is_message(body: &[u8]) -> bool {
    let body = values::parse_bounded(body);
    !body["error"].is_string() || body["jsonrpc"].is_string()
}

/// Returns a content encoding that the client could not decode.
fn remaining_encoding(response: &Response) -> Option<HeaderValue> {
    let encoding = response.headers().get(header::CONTENT_ENCODING)?;
    (encoding != "identity").then(|| encoding.clone())
}

impl HttpInner {
    /// Waits for a missing answer on the GET stream, if open.
    async fn await_on_stream(&self, id: &Value) -> bool {
        match self.orphaned.add(id, &self.endpoint.wire) {
            OrphanedAnswer::NoStream => false,
            OrphanedAnswer::Waiting => true,
            OrphanedAnswer::Early(answer) => {
                let messages = self.endpoint.read_frame(&answer, Some(id), false).await;
                self.forward(messages, Some(id)).await;
                true
            }
        }
    }
}

pub(super) fn cancelled_id(notification: &[u8]) -> Value {
    let message: Value = serde_json::from_slice(notification).unwrap_or_default();
    message["params"]["requestId"].clone()
}

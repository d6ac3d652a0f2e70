//! One exchange: a message leaves as a POST, and what comes back for it is read to its end.

use std::io;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue, StatusCode, header};
use reqwest::Response;
use serde_json::Value;

use super::orphaned::OrphanedAnswer;
use super::session::{Session, is_forgotten};

use super::{Leaving, Shape, Traffic, cancelled_id, headers};
use crate::transport::endpoint::{Failed, Refused, content_type, is_stream, retry_after};

/// What an exchange came to.
pub(super) enum Taken {
    /// The answer is there, or will come on the server's own stream.
    Answered,
    /// The server did nothing: it does not know the session.
    SessionForgotten,
}

impl Traffic {
    /// Makes a request and sees to it that it ends. A request is sent again only where the server said
    /// that it never took it.
    pub(super) async fn exchange(
        self: &Arc<Self>,
        leaving: Leaving,
        id: &Value,
    ) -> Result<(), Failed> {
        let Ok(_place) = self.places.acquire().await else {
            return Err(self
                .endpoint
                .fail(Some(id), None, "the connection is closing".into()));
        };
        self.endpoint
            .wire
            .events
            .send_frame(leaving.frame.clone())
            .await;
        let begins = leaving.method.as_deref() == Some("initialize");
        let session = match leaving.describing {
            Some(_) => Session::default(),
            None => self.sessions.present(),
        };
        let response = self.post(&leaving, &session, Some(id)).await?;
        if begins && self.shape == Shape::Streamable && response.status().is_success() {
            self.sessions.open(headers::session_of(response.headers()));
        }
        if let Taken::Answered = self.take(response, id, &session).await? {
            return Ok(());
        }
        if !self.renew(&session).await {
            let detail = "the server has forgotten the session, and a new one could not be started";
            return Err(self
                .endpoint
                .fail(Some(id), Some(StatusCode::NOT_FOUND), detail.into()));
        }
        let session = self.sessions.present();
        let response = self.post(&leaving, &session, Some(id)).await?;
        match self.take(response, id, &session).await? {
            Taken::Answered => Ok(()),
            Taken::SessionForgotten => {
                let detail = "the server forgets every session at once";
                Err(self
                    .endpoint
                    .fail(Some(id), Some(StatusCode::NOT_FOUND), detail.into()))
            }
        }
    }

    /// Begins a session of its own accord; the id of the session, if the server gave one.
    pub(super) async fn handshake(
        self: &Arc<Self>,
        leaving: Leaving,
        id: &Value,
    ) -> Option<Option<HeaderValue>> {
        self.endpoint
            .wire
            .events
            .send_frame(leaving.frame.clone())
            .await;
        let none = Session::default();
        let response = self.post(&leaving, &none, Some(id)).await.ok()?;
        let session = headers::session_of(response.headers());
        self.take(response, id, &none).await.ok()?;
        Some(session)
    }

    /// Delivers what asks for no answer. A body that comes back says nothing, but is kept in the log.
    pub(super) async fn deliver(self: &Arc<Self>, leaving: Leaving) -> io::Result<()> {
        self.endpoint
            .wire
            .events
            .send_frame(leaving.frame.clone())
            .await;
        let session = self.sessions.present();
        let sent = tokio::time::timeout(
            self.endpoint.wire.limits.delivery,
            self.post(&leaving, &session, None),
        );
        let response = match sent.await {
            Ok(Ok(response)) => response,
            Ok(Err(Failed)) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Err(_) => return Err(io::ErrorKind::TimedOut.into()),
        };
        let status = response.status();
        if is_stream(&response) {
            self.spawn_reading(response);
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
            self.endpoint.refused(None, response).await;
            // What a server makes of a notification is its own affair.
            self.endpoint
                .wire
                .events
                .send_repairs(vec![format!(
                    "the server refused {} with HTTP status {status}",
                    leaving.method.as_deref().unwrap_or("an answer")
                )])
                .await;
        }
        match leaving.method.as_deref() {
            Some("notifications/initialized") if self.shape == Shape::Streamable => {
                // Some servers throw away what they send on a stream that is not there yet.
                let listens = self.start_listening();
                let _ =
                    tokio::time::timeout(self.endpoint.wire.limits.listening_wait, listens).await;
            }
            Some("notifications/cancelled") => self.withdraw(&cancelled_id(&leaving.text)),
            _ => {}
        }
        Ok(())
    }

    async fn post(
        &self,
        leaving: &Leaving,
        session: &Session,
        waiting: Option<&Value>,
    ) -> Result<Response, Failed> {
        let protocol = match &leaving.describing {
            Some(describing) => describing.clone(),
            None => self.session_headers(leaving, session),
        };
        let post = self.endpoint.client.post(self.endpoint.url.clone());
        let post = post.body(leaving.text.clone());
        self.endpoint.send(post, protocol, waiting).await
    }

    fn session_headers(&self, leaving: &Leaving, session: &Session) -> HeaderMap {
        let mut protocol = headers::posting();
        if leaving.method.as_deref() != Some("initialize") {
            let version = self.endpoint.wire.protocol_version();
            headers::within_session(&mut protocol, version.as_deref(), session.id.as_ref());
        }
        protocol
    }

    /// Takes what came back for a request.
    async fn take(
        self: &Arc<Self>,
        response: Response,
        id: &Value,
        session: &Session,
    ) -> Result<Taken, Failed> {
        let status = response.status();
        if matches!(status.as_u16(), 202 | 204) {
            if self.cast_adrift(id).await {
                return Ok(Taken::Answered);
            }
            let detail = format!(
                "the server accepted the request without answering it (HTTP status {status})"
            );
            return Err(self.endpoint.no_answer(id, status, detail));
        }
        if is_stream(&response) {
            return self.follow(response, id).await.map(|()| Taken::Answered);
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(self.endpoint.refused(Some(id), response).await);
        }
        let is_json = content_type(&response).contains("json");
        let coding = left_coding(&response);
        let refused = Refused {
            status,
            challenge: None,
            retry_after: retry_after(status, response.headers()),
        };
        let body = match self.endpoint.body(response).await {
            Ok(body) => body,
            Err(detail) => return Err(self.endpoint.fail(Some(id), Some(status), detail)),
        };
        if !status.is_success() {
            self.endpoint
                .wire
                .lifecycle
                .note_refusal(status.as_u16(), &body);
        }
        if session.id.is_some() && is_forgotten(status, &body, id) {
            return Ok(Taken::SessionForgotten);
        }
        if !status.is_success() && !is_json {
            return Err(self.endpoint.refused_with(Some(id), refused, &body).await);
        }
        let messages = self.endpoint.read_frame(&body, Some(id), true).await;
        self.forward(messages, Some(id)).await;
        if !self.endpoint.wire.pending.contains(id) {
            return Ok(Taken::Answered);
        }
        if status.is_success() && self.shape == Shape::Paired {
            // Words in place of an acknowledgement; the answer comes on the stream.
            if self.cast_adrift(id).await {
                return Ok(Taken::Answered);
            }
        }
        let detail = if let Some(coding) = coding {
            let coding = self.endpoint.head_of(coding.as_bytes());
            format!("the server coded its answer in a way it was not asked to: {coding}")
        } else {
            let head = self.endpoint.head_of(&body);
            format!("the server answered with HTTP status {status} and no message: {head}")
        };
        if status.is_success() {
            return Err(self.endpoint.no_answer(id, status, detail));
        }
        Err(self.endpoint.refused_with(Some(id), refused, &body).await)
    }
}

/// The coding that is still there after those the client knows were undone.
fn left_coding(response: &Response) -> Option<HeaderValue> {
    let coding = response.headers().get(header::CONTENT_ENCODING)?;
    (coding != "identity").then(|| coding.clone())
}

impl Traffic {
    /// Lets a request without an answer of its own wait for one on the server's stream, if there is such.
    async fn cast_adrift(&self, id: &Value) -> bool {
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

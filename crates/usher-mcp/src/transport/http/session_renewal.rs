//! Begins a new session when the server has forgotten the old one, and ends the last.

use std::sync::Arc;

use serde_json::Value;

use super::headers;
use super::session::Session;
use super::shared_state::{HttpInner, HttpMessage};
use crate::event::ConnectionEvent;
use crate::limits;
use crate::model::ListKind;
use crate::rpc::{Answer, InFlight, Incoming, Message, Request};

impl HttpInner {
    /// Replaces a forgotten session, once for all its requests.
    ///
    /// Returns whether there is a new one.
    pub(super) async fn renew(self: &Arc<Self>, forgotten: &Session) -> bool {
        let inner = self.clone();
        let forgotten = forgotten.clone();
        // A task of its own: cancelling one request must not cancel the renewal for the others.
        let renewal = tokio::spawn(async move {
            let _guard = inner.sessions.renewing.lock().await;
            if inner.sessions.current().generation != forgotten.generation {
                return true;
            }
            let renewed = tokio::select! {
                () = inner.stop.cancelled() => false,
                renewed = tokio::time::timeout(limits::SESSION_RENEWAL, inner.reinitialize()) => renewed.unwrap_or(false),
            };
            if renewed {
                inner.restart_listening();
                inner.report_renewed().await;
            }
            renewed
        });
        renewal.await.unwrap_or(false)
    }

    async fn reinitialize(self: &Arc<Self>) -> bool {
        let Some(params) = self.sessions.handshake.lock().clone() else {
            return false;
        };
        let wire = &self.endpoint.wire;
        let (in_flight, mut answer) = InFlight::new(None);
        let generation = self.sessions.current().generation;
        let id = Value::from(format!("session-{generation}"));
        let request = Message::Request(Request {
            id: id.clone(),
            method: "initialize",
            params,
            in_flight,
        });
        let Ok(outgoing) = wire.write_frame(&request) else {
            return false;
        };
        let outgoing = HttpMessage {
            text: outgoing.text.into(),
            method: outgoing.frame.method.clone(),
            frame: outgoing.frame,
            modern_headers: None,
        };
        let opened = self.handshake(outgoing, &id).await;
        wire.pending.remove(&id);
        let (Some(session), Ok(Answer::Result { raw, .. })) = (opened, answer.try_recv()) else {
            return false;
        };
        let version = raw.get("protocolVersion").and_then(Value::as_str);
        if version != wire.protocol_version().as_deref() {
            // What was agreed on holds for the old version only.
            self.endpoint
                .lost
                .mark_lost(usher_messages::Message::new("connection.otherVersion"));
            return false;
        }
        // The new session may use their ids again, and expects no answer to them.
        for id in wire.take_served() {
            let _ = self.incoming.send(Incoming::Cancelled { id }).await;
        }
        self.sessions.open(session);
        let initialized = Message::Notification {
            method: "notifications/initialized",
            params: None,
        };
        let Ok(outgoing) = wire.write_frame(&initialized) else {
            return false;
        };
        let outgoing = HttpMessage {
            text: outgoing.text.into(),
            method: None,
            frame: outgoing.frame,
            modern_headers: None,
        };
        self.deliver(outgoing, None).await.is_ok()
    }

    /// Has the session's state restored, and reports all lists as changed.
    async fn report_renewed(&self) {
        let wire = &self.endpoint.wire;
        wire.events
            .send_repairs(vec![usher_messages::Message::new("repair.session")])
            .await;
        self.renewals.send_modify(|count| *count += 1);
        for list in [
            ListKind::Tools,
            ListKind::Resources,
            ListKind::Templates,
            ListKind::Prompts,
        ] {
            wire.events.send(ConnectionEvent::ListChanged(list)).await;
        }
    }

    /// Ends the session by DELETE; a server may refuse that (405).
    pub(super) async fn end_session(&self) {
        let Some(session) = self.sessions.current().id else {
            return;
        };
        let mut protocol = http::HeaderMap::new();
        let version = self.endpoint.wire.protocol_version();
        headers::insert_session(&mut protocol, version.as_deref(), Some(&session));
        let delete = self.endpoint.client.delete(self.endpoint.url.clone());
        let sent = self.endpoint.send_authorized(delete, protocol);
        if !matches!(
            tokio::time::timeout(limits::SESSION_DELETE_WAIT, sent).await,
            Ok(Ok(_))
        ) {
            tracing::debug!("the end of an HTTP session could not be told to its server");
        }
    }
}

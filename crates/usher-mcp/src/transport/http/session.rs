//! The session of the legacy shape (2025-11-25, basic/transports, session management): its id, its end,
//! and the new one that takes its place when the server has forgotten it.

use std::sync::{Arc, Mutex};

use http::{HeaderValue, StatusCode};
use serde_json::Value;

use super::{Leaving, Traffic, headers};
use crate::decode::values;
use crate::event::ConnectionEvent;
use crate::limits;
use crate::lock::lock;
use crate::model::ListKind;
use crate::rpc::{Answer, InFlight, Message, Params, Request};

/// Codes by which servers say that they do not know a session, when they do not say so by status 404.
const FORGOTTEN_CODES: std::ops::RangeInclusive<i64> = -32019..=-32000;

/// The present session, if there is one.
#[derive(Default)]
pub(super) struct Sessions {
    present: Mutex<Session>,
    /// The `params` of our `initialize`.
    handshake: Mutex<Option<Params>>,
    /// Held while a new session is made.
    renewing: tokio::sync::Mutex<()>,
}

/// One session, or the absence of one.
#[derive(Clone, Default)]
pub(super) struct Session {
    pub(super) id: Option<HeaderValue>,
    /// Counts up with each new session.
    pub(super) generation: u64,
}

impl Sessions {
    pub(super) fn present(&self) -> Session {
        lock(&self.present).clone()
    }

    /// Keeps what a new session would have to begin with.
    pub(super) fn remember_handshake(&self, initialize: &Params) {
        *lock(&self.handshake) = Some(initialize.clone());
    }

    /// Takes the session the answer to `initialize` opened.
    pub(super) fn open(&self, id: Option<HeaderValue>) {
        let mut present = lock(&self.present);
        present.id = id;
        present.generation += 1;
    }
}

impl Traffic {
    /// Replaces a session the server has forgotten, once for all who notice. True if there is a new one.
    pub(super) async fn renew(self: &Arc<Self>, forgotten: &Session) -> bool {
        let traffic = self.clone();
        let forgotten = forgotten.clone();
        // A task of its own: that one of the requests is given up must not leave the others without.
        let renewal = tokio::spawn(async move {
            let _alone = traffic.sessions.renewing.lock().await;
            if traffic.sessions.present().generation != forgotten.generation {
                return true;
            }
            let renewed = tokio::select! {
                () = traffic.stop.cancelled() => false,
                renewed = tokio::time::timeout(limits::SESSION_RENEWAL, traffic.open_anew()) => renewed.unwrap_or(false),
            };
            if renewed {
                traffic.listen_again();
                traffic.tell_renewed().await;
            }
            renewed
        });
        renewal.await.unwrap_or(false)
    }

    async fn open_anew(self: &Arc<Self>) -> bool {
        let Some(params) = lock(&self.sessions.handshake).clone() else {
            return false;
        };
        let wire = &self.endpoint.wire;
        let (in_flight, mut answer) = InFlight::new(None);
        let generation = self.sessions.present().generation;
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
        let leaving = Leaving {
            text: outgoing.text.into(),
            method: outgoing.frame.method.clone(),
            frame: outgoing.frame,
            describing: None,
        };
        let opened = self.handshake(leaving, &id).await;
        wire.pending.remove(&id);
        let (Some(session), Ok(Answer::Result { raw, .. })) = (opened, answer.try_recv()) else {
            return false;
        };
        let version = raw.get("protocolVersion").and_then(Value::as_str);
        if version != wire.protocol_version().as_deref() {
            // Everything that was agreed on holds for the old version only.
            self.endpoint
                .lost
                .because("the server forgot the session and speaks another version now");
            return false;
        }
        self.sessions.open(session);
        let initialized = Message::Notification {
            method: "notifications/initialized",
            params: None,
        };
        let Ok(outgoing) = wire.write_frame(&initialized) else {
            return false;
        };
        let leaving = Leaving {
            text: outgoing.text.into(),
            method: None,
            frame: outgoing.frame,
            describing: None,
        };
        self.deliver(leaving).await.is_ok()
    }

    /// What the old session was told is to be told again, and what it listed may have changed.
    async fn tell_renewed(&self) {
        let wire = &self.endpoint.wire;
        wire.events
            .send_repairs(vec![
                "the server had forgotten the session; a new one was started".into(),
            ])
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

    /// Ends the session; a server may refuse to (405), it will forget this one by itself.
    pub(super) async fn end_session(&self) {
        let Some(session) = self.sessions.present().id else {
            return;
        };
        let mut protocol = http::HeaderMap::new();
        let version = self.endpoint.wire.protocol_version();
        headers::within_session(&mut protocol, version.as_deref(), Some(&session));
        let delete = self.endpoint.client.delete(self.endpoint.url.clone());
        let sent = self.endpoint.ask(delete, protocol);
        if !matches!(
            tokio::time::timeout(limits::SESSION_FAREWELL, sent).await,
            Ok(Ok(_))
        ) {
            tracing::debug!("the end of an HTTP session could not be told to its server");
        }
    }
}

/// Whether an answer says that the server does not know our session, and so did nothing.
pub(super) fn is_forgotten(status: StatusCode, body: &[u8], request: &Value) -> bool {
    let message = values::glance(body);
    let code = message["error"]["code"].as_i64();
    match status {
        // A server may also say by 404 that it does not know the method.
        StatusCode::NOT_FOUND => code != Some(-32601) || message["id"] != *request,
        StatusCode::BAD_REQUEST => {
            let words = message["error"]["message"].as_str().unwrap_or_default();
            code.is_some_and(|code| FORGOTTEN_CODES.contains(&code))
                && words.to_ascii_lowercase().contains("session")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_forgotten_session_is_told_from_other_refusals() {
        let error = |code: i64, message: &str| json!({"jsonrpc": "2.0", "id": 7, "error": {"code": code, "message": message}});
        let cases = [
            (404, json!({}), true),
            (404, error(-32001, "Session not found"), true),
            (404, error(-32601, "Method not found"), false),
            (
                400,
                error(-32000, "Bad Request: No valid session ID provided"),
                true,
            ),
            (400, error(-32000, "Bad Request: no such thing"), false),
            (400, error(-32602, "the session argument is missing"), false),
            (400, json!({"error": "session"}), false),
            (500, error(-32000, "session"), false),
        ];
        for (status, body, expected) in cases {
            let status = StatusCode::from_u16(status).expect("a status");
            let text = body.to_string();
            assert_eq!(
                is_forgotten(status, text.as_bytes(), &json!(7)),
                expected,
                "{status} {text}"
            );
        }
    }
}

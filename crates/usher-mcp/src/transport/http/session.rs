//! Manages the session of the legacy protocol.
//!
//! See 2025-11-25, basic/transports, session management: its id, its end, and the new one when the server has
//! forgotten it.

use std::sync::Arc;

use http::{HeaderValue, StatusCode};
use parking_lot::Mutex;
use serde_json::Value;

use super::{HttpInner, HttpMessage, headers};
use crate::decode::values;
use crate::event::ConnectionEvent;
use crate::limits;
use crate::model::ListKind;
use crate::rpc::{Answer, InFlight, Incoming, Message, Params, Request};

/// Codes by which servers without a 404 report an unknown session.
const FORGOTTEN_CODES: std::ops::RangeInclusive<i64> = -32019..=-32000;

/// Words for what is not known, beside that of the session.
const UNKNOWN_WORDS: [&str; 7] = [
    "not found",
    "unknown",
    "invalid",
    "expired",
    "no valid",
    "no such",
    "terminated",
];

/// The current session, if there is one.
#[derive(Default)]
pub(super) struct Sessions {
    current: Mutex<Session>,
    /// The `params` of our `initialize`.
    handshake: Mutex<Option<Params>>,
    /// Locked while a new session is made.
    renewing: tokio::sync::Mutex<()>,
}

/// One session, or none.
#[derive(Clone, Default)]
pub(super) struct Session {
    pub(super) id: Option<HeaderValue>,
    /// Incremented with each new session.
    pub(super) generation: u64,
}

impl Sessions {
    pub(super) fn current(&self) -> Session {
        self.current.lock().clone()
    }

    /// Keeps the parameters for a new session.
    pub(super) fn remember_handshake(&self, initialize: &Params) {
        *self.handshake.lock() = Some(initialize.clone());
    }

    /// Sets the session opened by the answer to `initialize`.
    pub(super) fn open(&self, id: Option<HeaderValue>) {
        let mut current = self.current.lock();
        current.id = id;
        current.generation += 1;
    }
}

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

/// Returns whether a response without effect reports an unknown session.
pub(super) fn is_session_forgotten(status: StatusCode, body: &[u8], request: &Value) -> bool {
    let message = values::parse_bounded(body);
    let code = message["error"]["code"].as_i64();
    match status {
        // A server may also report an unknown method by 404.
        StatusCode::NOT_FOUND | StatusCode::GONE => {
            code != Some(-32601) || message["id"] != *request
        }
        // A server that is busy with sessions says so by 503, too, and one that wants a sign-in by 401.
        StatusCode::BAD_REQUEST | StatusCode::SERVICE_UNAVAILABLE | StatusCode::UNAUTHORIZED => {
            let message_text = message["error"]["message"].as_str().unwrap_or_default();
            let message_text = message_text.to_ascii_lowercase();
            code.is_some_and(|code| FORGOTTEN_CODES.contains(&code))
                && message_text.contains("session")
                && (status == StatusCode::BAD_REQUEST
                    || UNKNOWN_WORDS.iter().any(|word| message_text.contains(word)))
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
            (410, error(-32001, "Session not found"), true),
            (410, json!({}), true),
            (410, error(-32601, "Method not found"), false),
            (503, error(-32001, "Session not found"), true),
            (503, error(-32000, "Too many sessions"), false),
            (503, json!({"error": "Session not found"}), false),
            (401, error(-32001, "Session not found"), true),
            (401, error(-32001, "Sign in for a session"), false),
        ];
        for (status, body, expected) in cases {
            let status = StatusCode::from_u16(status).expect("a status");
            let text = body.to_string();
            assert_eq!(
                is_session_forgotten(status, text.as_bytes(), &json!(7)),
                expected,
                "{status} {text}"
            );
        }
    }
}

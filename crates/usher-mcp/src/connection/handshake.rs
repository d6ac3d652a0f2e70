//! Sends requests before an agreement: one at a time, without a peer.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::error::CallError;
use crate::rpc::{
    Answer, ErrorObject, InFlight, Incoming, Message, Params, Request, Transport, delivered,
};
use crate::wire::Wire;

/// The first id; further ones count down.
///
/// A peer counts up from 0, and an id is used once in a session (2025-11-25, basic, requests).
const FIRST_ID: i64 = i32::MAX as i64;

/// An invalid request, or one that is too early (JSON-RPC 2.0).
const INVALID_REQUEST: i64 = -32600;

/// Why a request got no result.
pub(super) enum Unanswered {
    /// No answer in its time.
    Silence,
    Ended,
    /// An error of the server or the transport.
    Failed(CallError),
}

/// The connection before an agreement.
pub(super) struct Handshake<'a, T> {
    transport: &'a mut T,
    wire: &'a Wire,
    next_id: i64,
}

impl<'a, T: Transport> Handshake<'a, T> {
    pub(super) fn new(transport: &'a mut T, wire: &'a Wire) -> Self {
        Self {
            transport,
            wire,
            next_id: FIRST_ID,
        }
    }

    /// Sends a request and waits for its answer, at most `timeout`.
    pub(super) async fn request(
        &mut self,
        method: &'static str,
        params: Map<String, Value>,
        timeout: Duration,
    ) -> Result<Value, Unanswered> {
        let deadline = Instant::now() + timeout;
        let id = Value::from(self.next_id);
        self.next_id -= 1;
        let (in_flight, mut answer) = InFlight::new(None);
        let request = Message::Request(Request {
            id: id.clone(),
            method,
            params: Params::new(params),
            in_flight,
        });
        if self.transport.sink().send(&request).is_err() {
            self.wire.pending.remove(&id);
            return Err(Unanswered::Ended);
        }
        let outcome = loop {
            tokio::select! {
                biased;
                answered = &mut answer => break match answered {
                    Ok(Answer::Result { raw, .. }) => Ok(raw),
                    Ok(Answer::Failed(error)) => Err(Unanswered::Failed(error)),
                    Err(_) => Err(Unanswered::Ended),
                },
                received = self.transport.receive() => match received {
                    Some(message) => self.handle_incoming(message),
                    None => break Err(Unanswered::Ended),
                },
                () = tokio::time::sleep_until(deadline) => break Err(Unanswered::Silence),
            }
        };
        self.wire.pending.remove(&id);
        // The transport may end just after it has delivered the answer.
        match (outcome, answer.try_recv()) {
            (Err(_), Ok(Answer::Result { raw, .. })) => Ok(raw),
            (Err(_), Ok(Answer::Failed(error))) => Err(Unanswered::Failed(error)),
            (outcome, _) => outcome,
        }
    }

    /// Sends `notifications/initialized` (2025-11-25, basic/lifecycle, initialization).
    pub(super) async fn initialized(&mut self) -> Result<(), Unanswered> {
        let notification = Message::Notification {
            method: "notifications/initialized",
            params: None,
        };
        let delivery = self
            .transport
            .sink()
            .send(&notification)
            .map_err(|_| Unanswered::Ended)?;
        delivered(delivery).await.map_err(|_| Unanswered::Ended)
    }

    /// Answers a ping and refuses other requests as too early.
    ///
    /// See 2025-11-25, basic/lifecycle, initialization.
    fn handle_incoming(&mut self, message: Incoming) {
        let Incoming::Request(request) = message else {
            return;
        };
        let outcome = if request.method == "ping" {
            Ok(json!({}))
        } else {
            Err(ErrorObject {
                code: INVALID_REQUEST,
                message: "nothing but a ping may come before the handshake is done".into(),
            })
        };
        let id = request.id;
        // A failure to send shows in the pending request.
        let _ = self
            .transport
            .sink()
            .send(&Message::Response { id, outcome });
    }
}

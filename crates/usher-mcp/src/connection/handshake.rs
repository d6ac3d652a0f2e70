//! Makes requests while nothing is agreed yet: one at a time, over the bare transport.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::error::CallError;
use crate::rpc::{
    Answer, ErrorObject, InFlight, Incoming, Message, Params, Request, Transport, delivered,
};
use crate::wire::Wire;

/// Ids count down from here, so that they never meet those of a peer, which count up from 0: an id is used once
/// in a session (2025-11-25, basic, requests).
const FIRST_ID: i64 = i32::MAX as i64;

/// No request at all, or none that may come now (JSON-RPC 2.0).
const INVALID_REQUEST: i64 = -32600;

/// Why a request got no result.
pub(super) enum Unanswered {
    /// No answer in its time.
    Silence,
    Ended,
    /// An error, of the server or of the transport.
    Failed(CallError),
}

/// The two sides before they have agreed.
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

    /// Makes a request and waits for its answer. One that comes later than `timeout` is nobody's.
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
        // The transport may end in the moment it has handed over the answer.
        match (outcome, answer.try_recv()) {
            (Err(_), Ok(Answer::Result { raw, .. })) => Ok(raw),
            (Err(_), Ok(Answer::Failed(error))) => Err(Unanswered::Failed(error)),
            (outcome, _) => outcome,
        }
    }

    /// Says that the session may begin (2025-11-25, basic/lifecycle, initialization).
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

    /// What a server may want before it answers is a sign of life; all else is too early (2025-11-25,
    /// basic/lifecycle, initialization).
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
        // That it cannot be sent shows in the request that is waited for.
        let _ = self
            .transport
            .sink()
            .send(&Message::Response { id, outcome });
    }
}

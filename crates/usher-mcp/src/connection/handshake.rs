//! Requests made while nothing is agreed yet: one at a time, over the bare transport, before rmcp takes
//! it over.

use std::pin::pin;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientResult, EmptyResult, ErrorCode, ErrorData,
    InitializedNotification, RequestId, ServerJsonRpcMessage, ServerRequest,
};
use rmcp::transport::Transport;
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::error::CallError;
use crate::wire::{Answer, InFlight, Ticket, Wire};

/// Ids count down from here, so that they never meet rmcp's, which count up from 0: an id is used once
/// in a session (2025-11-25, basic, requests).
const FIRST_ID: i64 = i32::MAX as i64;

/// Why a request got no result.
pub(super) enum Unanswered {
    /// No answer in its time.
    Silence,
    /// The connection ended.
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

impl<'a, T: Transport<RoleClient>> Handshake<'a, T> {
    pub(super) fn new(transport: &'a mut T, wire: &'a Wire) -> Self {
        Self {
            transport,
            wire,
            next_id: FIRST_ID,
        }
    }

    /// Makes a request and waits for its answer. One that comes later than `patience` is nobody's.
    pub(super) async fn ask(
        &mut self,
        method: &str,
        params: Map<String, Value>,
        patience: Duration,
    ) -> Result<Value, Unanswered> {
        let deadline = Instant::now() + patience;
        let id = RequestId::Number(self.next_id);
        self.next_id -= 1;
        let (in_flight, mut answer) = InFlight::new(None);
        let request = Ticket(in_flight).request(method, Some(Value::Object(params)));
        let message = ClientJsonRpcMessage::request(request, id.clone());
        let mut sending = pin!(self.transport.send(message));
        let mut sent = false;
        let outcome = loop {
            tokio::select! {
                biased;
                answered = &mut answer => break match answered {
                    Ok(Answer::Result { raw, .. }) => Ok(raw),
                    Ok(Answer::Failed(error)) => Err(Unanswered::Failed(error)),
                    Err(_) => Err(Unanswered::Ended),
                },
                left = &mut sending, if !sent => {
                    sent = true;
                    if left.is_err() {
                        break Err(Unanswered::Ended);
                    }
                }
                arrived = self.transport.receive() => match arrived {
                    Some(message) => self.meanwhile(message),
                    None => break Err(Unanswered::Ended),
                },
                () = tokio::time::sleep_until(deadline) => break Err(Unanswered::Silence),
            }
        };
        self.wire.forget(&id.into_json_value());
        // The transport may end in the moment it has handed over the answer.
        match (outcome, answer.try_recv()) {
            (Err(_), Ok(Answer::Result { raw, .. })) => Ok(raw),
            (Err(_), Ok(Answer::Failed(error))) => Err(Unanswered::Failed(error)),
            (outcome, _) => outcome,
        }
    }

    /// Says that the session may begin (2025-11-25, basic/lifecycle, initialization).
    pub(super) async fn initialized(&mut self) -> Result<(), Unanswered> {
        let notification =
            ClientNotification::InitializedNotification(InitializedNotification::default());
        let message = ClientJsonRpcMessage::notification(notification);
        self.transport
            .send(message)
            .await
            .map_err(|_| Unanswered::Ended)
    }

    /// What a server may want before it answers is a sign of life; all else is too early (2025-11-25,
    /// basic/lifecycle, initialization).
    fn meanwhile(&mut self, message: ServerJsonRpcMessage) {
        let ServerJsonRpcMessage::Request(request) = message else {
            return;
        };
        let reply = if matches!(request.request, ServerRequest::PingRequest(_)) {
            let pong = ClientResult::EmptyResult(EmptyResult {});
            ClientJsonRpcMessage::response(pong, request.id)
        } else {
            let error = ErrorData::new(
                ErrorCode::INVALID_REQUEST,
                "nothing but a ping may come before the handshake is done",
                None,
            );
            ClientJsonRpcMessage::error(error, Some(request.id))
        };
        // Queued in order; that it cannot be sent shows in the request that is waited for.
        tokio::spawn(self.transport.send(reply));
    }
}

//! Sends requests before an agreement: one at a time, without a peer.

use std::task::Poll;

use futures::FutureExt as _;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::time::Instant;
use usher_messages::Message as Prose;

use crate::error::CallError;
use crate::limits;
use crate::rpc::{Answer, InFlight, Incoming, Message, Params, Request, Transport, delivered};
use crate::wire::{OPENING_METHODS, Wire};
use usher_jsonrpc::{Fault, INVALID_REQUEST};

/// The first id; further ones count down.
///
/// A peer counts up from 0, and an id is used once in a session (2025-11-25, basic, requests).
const FIRST_ID: i64 = i32::MAX as i64;

/// More ids than the handshakes of a connection use.
const MOST_IDS: i64 = 64;

/// Why a request got no result.
pub(super) enum Unanswered {
    /// No answer in its time.
    Silence,
    Ended,
    /// What answers is no server of MCP.
    NotMcp(Prose),
    /// An error of the server or the transport.
    Failed(CallError),
}

/// A request that was sent.
pub(super) struct Sent {
    id: Value,
    pub(super) method: &'static str,
    answer: oneshot::Receiver<Answer>,
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

    /// Sends a request; `None` = the connection has ended.
    pub(super) fn send(
        &mut self,
        method: &'static str,
        params: Map<String, Value>,
    ) -> Option<Sent> {
        let id = Value::from(self.next_id);
        self.next_id -= 1;
        let (in_flight, answer) = InFlight::new(None);
        let request = Message::Request(Request {
            id: id.clone(),
            method,
            params: Params::new(params),
            in_flight,
        });
        if self.transport.sink().send(&request).is_err() {
            self.wire.pending.remove(&id);
            return None;
        }
        Some(Sent { id, method, answer })
    }

    /// Waits for the first answer to any of these requests, and takes it out of them.
    pub(super) async fn first(
        &mut self,
        sent: &mut Vec<Sent>,
        deadline: Instant,
    ) -> Result<(&'static str, Result<Value, CallError>), Unanswered> {
        let wire = self.wire;
        let mut foreign = std::pin::pin!(async {
            let id = wire.lifecycle.foreign_answer(is_own_id).await;
            tokio::time::sleep(limits::FOREIGN_ANSWER_GRACE).await;
            id
        });
        let outcome = loop {
            tokio::select! {
                biased;
                (at, answered) = first_answer(sent) => break Ok((at, answered.ok())),
                received = self.transport.receive() => match received {
                    Some(message) if is_echo(&message) => {
                        break Err(Unanswered::NotMcp(Prose::new("exchange.echo")));
                    }
                    Some(message) => self.handle_incoming(message),
                    None => break Err(Unanswered::Ended),
                },
                id = &mut foreign => {
                    let what = Prose::new("exchange.foreignId").with("id", id);
                    break Err(Unanswered::NotMcp(what));
                }
                () = tokio::time::sleep_until(deadline) => break Err(Unanswered::Silence),
            }
        };
        let (at, answer) = match outcome {
            Ok(answered) => answered,
            // The transport may end just after it has delivered an answer.
            Err(unanswered) => first_answer(sent)
                .now_or_never()
                .map(|(at, answered)| (at, answered.ok()))
                .ok_or(unanswered)?,
        };
        let Sent { id, method, .. } = sent.remove(at);
        self.wire.pending.remove(&id);
        match answer {
            Some(Answer::Result { raw, .. }) => Ok((method, Ok(raw))),
            Some(Answer::Failed(error)) => Ok((method, Err(error))),
            None => Err(Unanswered::Ended),
        }
    }

    /// Waits no longer for the answers to these requests.
    pub(super) fn give_up(&self, sent: &[Sent]) {
        for Sent { id, .. } in sent {
            self.wire.pending.remove(id);
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
            Err(Fault::new(
                INVALID_REQUEST,
                "nothing but a ping may come before the handshake is done",
            ))
        };
        let id = request.id;
        // A failure to send shows in the pending request.
        let _ = self
            .transport
            .sink()
            .send(&Message::Response { id, outcome });
    }
}

/// Returns whether an id, as JSON text, is of a handshake, whose answer may come late or twice.
fn is_own_id(id: &str) -> bool {
    let number = id.trim_matches('"').parse::<i64>();
    number.is_ok_and(|number| (FIRST_ID - MOST_IDS..=FIRST_ID).contains(&number))
}

/// Returns whether a message is a request of ours that came back.
fn is_echo(message: &Incoming) -> bool {
    matches!(message, Incoming::Request(request) if OPENING_METHODS.contains(&request.method.as_str()))
}

/// Waits for an answer to one of these requests; returns its place.
fn first_answer(
    sent: &mut [Sent],
) -> impl Future<Output = (usize, Result<Answer, oneshot::error::RecvError>)> {
    std::future::poll_fn(move |context| {
        for (at, sent) in sent.iter_mut().enumerate() {
            if let Poll::Ready(answered) = sent.answer.poll_unpin(context) {
                return Poll::Ready((at, answered));
            }
        }
        Poll::Pending
    })
}

//! Writes the log entry of each message.

use super::Wire;
use crate::event::{Direction, Frame, FrameKind};
use crate::rpc::Message;
use serde_json::Value;
use usher_jsonrpc::Received;

impl Wire {
    /// Describes a received message; of a batch, the first answer names it.
    pub(super) fn describe_incoming(
        &self,
        envelopes: &[Received<Value>],
        text: &str,
        size_bytes: u64,
    ) -> Frame {
        let text = text
            .strip_suffix('\n')
            .map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
        let mut frame = Frame {
            direction: Direction::In,
            kind: FrameKind::Noise,
            method: None,
            rpc_id: None,
            text: self.redactor.text(text).into(),
            size_bytes,
            elapsed: None,
            tag: None,
        };
        let first_answer = envelopes
            .iter()
            .find(|envelope| matches!(envelope, Received::Response { .. }));
        match first_answer.or_else(|| envelopes.first()) {
            None | Some(Received::Unusable { .. }) => {}
            Some(Received::Response { id, outcome }) => {
                frame.kind = if outcome.is_ok() {
                    FrameKind::Result
                } else {
                    FrameKind::Error
                };
                frame.rpc_id = Some(id.to_string());
                if let Some(request) = self.pending.get(id) {
                    frame.method = Some(request.method.to_owned());
                    frame.elapsed = Some(request.sent_at.elapsed());
                    frame.tag.clone_from(&request.in_flight.tag);
                }
            }
            Some(Received::Request { id, method, .. }) => {
                frame.kind = FrameKind::Request;
                frame.rpc_id = Some(id.to_string());
                frame.method = Some(method.clone());
            }
            Some(Received::Notification { method, params }) => {
                frame.kind = FrameKind::Notification;
                frame.method = Some(method.clone());
                frame.tag = params.get("progressToken").and_then(|token| {
                    match self.pending.by_progress_token(token) {
                        Some((tag, _)) => tag,
                        None => self.tag_by_progress_token(token),
                    }
                });
            }
        }
        frame
    }

    /// Describes a sent message.
    pub(super) fn describe_outgoing(&self, message: &Message, text: &str) -> Frame {
        let mut frame = Frame {
            direction: Direction::Out,
            kind: FrameKind::Notification,
            method: message.method().map(str::to_owned),
            rpc_id: None,
            text: self.redactor.text(text).into(),
            size_bytes: text.len() as u64,
            elapsed: None,
            tag: None,
        };
        match message {
            Message::Request(request) => {
                frame.kind = FrameKind::Request;
                frame.rpc_id = Some(request.id.to_string());
                frame.tag.clone_from(&request.in_flight.tag);
            }
            Message::Notification { .. } => {}
            Message::Response { id, outcome } => {
                frame.kind = match outcome {
                    Ok(_) => FrameKind::Result,
                    Err(_) => FrameKind::Error,
                };
                frame.rpc_id = Some(id.to_string());
                if let Some((method, arrived_at)) = self.served.lock().remove(&id.to_string()) {
                    frame.method = Some(method);
                    frame.elapsed = Some(arrived_at.elapsed());
                }
            }
        }
        frame
    }
}

//! Prepares what leaves: its exact text, its log entry, and who waits for its answer.

use serde_json::Value;
use tokio::time::Instant;

use super::Wire;
use crate::event::{Direction, Frame, FrameKind};
use crate::lock::lock;
use crate::rpc::{Message, Pending};

/// One message ready to leave.
pub(crate) struct Departure {
    /// Its exact text, on one line.
    pub(crate) text: String,
    /// Its log entry, to be reported just before it leaves.
    pub(crate) frame: Frame,
}

impl Wire {
    /// Prepares a message; from now on its answer is expected.
    pub(crate) fn depart(&self, message: &Message) -> Result<Departure, serde_json::Error> {
        let text = serde_json::to_string(message)?;
        let mut frame = Frame {
            direction: Direction::Out,
            kind: FrameKind::Notification,
            method: message.method().map(str::to_owned),
            rpc_id: None,
            text: self.redactor.text(&text).into(),
            size_bytes: text.len() as u64,
            elapsed: None,
            tag: None,
        };
        match message {
            Message::Request(request) => {
                frame.kind = FrameKind::Request;
                frame.rpc_id = Some(request.id.to_string());
                frame.tag.clone_from(&request.in_flight.tag);
                let pending = Pending {
                    method: request.method,
                    sent_at: Instant::now(),
                    progress_token: request.params.meta.get("progressToken").cloned(),
                    in_flight: request.in_flight.clone(),
                };
                lock(&self.pending).insert(request.id.to_string(), pending);
            }
            Message::Notification { .. } => {}
            Message::Response { id, outcome } => {
                frame.kind = match outcome {
                    Ok(_) => FrameKind::Result,
                    Err(_) => FrameKind::Error,
                };
                self.describe_our_answer(&mut frame, id);
            }
        }
        Ok(Departure { text, frame })
    }

    fn describe_our_answer(&self, frame: &mut Frame, id: &Value) {
        let served = lock(&self.served).remove(&id.to_string());
        frame.rpc_id = Some(id.to_string());
        if let Some((method, arrived_at)) = served {
            frame.method = Some(method);
            frame.elapsed = Some(arrived_at.elapsed());
        }
    }
}

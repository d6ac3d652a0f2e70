//! What leaves: the exact text, its log entry, and the memory of whom the answer will belong to.

use rmcp::model::{ClientJsonRpcMessage, GetExtensions, GetMeta, RequestId};
use serde_json::Value;
use tokio::time::Instant;

use super::inflight::{Pending, Ticket};
use super::{Wire, lock};
use crate::event::{Direction, Frame, FrameKind};

/// One message ready to leave.
pub(crate) struct Departure {
    /// Its exact text, on one line.
    pub(crate) text: String,
    /// Its log entry, to be reported just before it leaves.
    pub(crate) frame: Frame,
    /// For a request, its id.
    pub(crate) request_id: Option<Value>,
}

impl Wire {
    /// Prepares a message; from now on its answer is expected.
    pub(crate) fn depart(
        &self,
        message: &ClientJsonRpcMessage,
    ) -> Result<Departure, serde_json::Error> {
        let text = serde_json::to_string(message)?;
        let mut frame = Frame {
            direction: Direction::Out,
            kind: FrameKind::Notification,
            method: None,
            rpc_id: None,
            text: self.redactor.text(&text).into(),
            size_bytes: text.len() as u64,
            elapsed: None,
            tag: None,
        };
        let mut request_id = None;
        match message {
            ClientJsonRpcMessage::Request(request) => {
                let id = id_value(&request.id);
                let method = request.request.method().to_owned();
                let ticket = request.request.extensions().get::<Ticket>().cloned();
                let progress_token = request
                    .request
                    .get_meta()
                    .get_progress_token()
                    .map(|token| token.0.into_json_value());
                frame.kind = FrameKind::Request;
                frame.method = Some(method.clone());
                frame.rpc_id = Some(id.to_string());
                frame.tag = ticket.as_ref().and_then(|ticket| ticket.0.tag.clone());
                let pending = Pending {
                    method,
                    sent_at: Instant::now(),
                    progress_token,
                    ticket,
                };
                lock(&self.pending).insert(id.to_string(), pending);
                request_id = Some(id);
            }
            ClientJsonRpcMessage::Notification(_) => {
                frame.method = method_in(&text);
            }
            ClientJsonRpcMessage::Response(response) => {
                self.describe_our_answer(&mut frame, FrameKind::Result, Some(&response.id));
            }
            ClientJsonRpcMessage::Error(error) => {
                self.describe_our_answer(&mut frame, FrameKind::Error, error.id.as_ref());
            }
        }
        Ok(Departure {
            text,
            frame,
            request_id,
        })
    }

    fn describe_our_answer(&self, frame: &mut Frame, kind: FrameKind, id: Option<&RequestId>) {
        frame.kind = kind;
        let Some(id) = id.map(id_value) else { return };
        let served = lock(&self.served).remove(&id.to_string());
        frame.rpc_id = Some(id.to_string());
        if let Some((method, arrived_at)) = served {
            frame.method = Some(method);
            frame.elapsed = Some(arrived_at.elapsed());
        }
    }
}

/// The id as JSON.
pub(super) fn id_value(id: &RequestId) -> Value {
    id.clone().into_json_value()
}

/// Notifications are few and small, so their method is read back from the text.
fn method_in(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    value
        .get("method")
        .and_then(Value::as_str)
        .map(str::to_owned)
}

//! Prepares messages to be sent: text, log entry, and pending request.

use tokio::time::Instant;

use super::Wire;
use crate::event::Frame;
use crate::rpc::{Message, PendingRequest};

/// One message ready to be sent.
pub(crate) struct OutgoingFrame {
    /// Its exact text, on one line.
    pub(crate) text: String,
    /// Its log entry, reported just before it is sent.
    pub(crate) frame: Frame,
}

impl Wire {
    /// Prepares a message and registers a request as pending.
    pub(crate) fn write_frame(
        &self,
        message: &Message,
    ) -> Result<OutgoingFrame, serde_json::Error> {
        let text = serde_json::to_string(message)?;
        let frame = self.describe_outgoing(message, &text);
        if let Message::Request(request) = message {
            let pending = PendingRequest {
                method: request.method,
                sent_at: Instant::now(),
                progress_token: request.params.meta.get("progressToken").cloned(),
                in_flight: request.in_flight.clone(),
            };
            self.pending.insert(&request.id, pending);
        }
        Ok(OutgoingFrame { text, frame })
    }
}

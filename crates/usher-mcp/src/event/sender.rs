//! Sends events to the listener, without the secrets of the connection.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::{ConnectionEvent, Frame};
use crate::limits;
use crate::redact::Redactor;
use usher_messages::Message;

/// Sends events; a closed channel does not stop the connection.
pub(crate) struct EventSender {
    events: mpsc::Sender<ConnectionEvent>,
    redactor: Redactor,
    repairs_sent: Mutex<HashSet<Message>>,
    /// How many events were sent beside the copies of frames and lines.
    reports: AtomicU64,
}

impl EventSender {
    pub(crate) fn new(events: mpsc::Sender<ConnectionEvent>, redactor: Redactor) -> Self {
        Self {
            events,
            redactor,
            repairs_sent: Mutex::default(),
            reports: AtomicU64::new(0),
        }
    }

    /// Sends an event; waits for capacity, so that a server cannot flood the host.
    pub(crate) async fn send(&self, event: ConnectionEvent) {
        self.count(&event);
        let _ = self.events.send(event).await;
    }

    /// Sends an event if there is capacity.
    pub(crate) fn try_send(&self, event: ConnectionEvent) -> bool {
        self.count(&event);
        self.events.try_send(event).is_ok()
    }

    /// How many events were sent beside the copies of frames and lines.
    pub(crate) fn reports(&self) -> u64 {
        self.reports.load(Ordering::Acquire)
    }

    fn count(&self, event: &ConnectionEvent) {
        let is_report = !matches!(
            event,
            ConnectionEvent::Frame(_) | ConnectionEvent::Stderr(_) | ConnectionEvent::Mark(_)
        );
        if is_report {
            self.reports.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Sends a frame; waits for capacity.
    pub(crate) async fn send_frame(&self, frame: Frame) {
        self.send(ConnectionEvent::Frame(self.with_safe_names(frame)))
            .await;
    }

    /// Sends a frame, or returns it if there is no capacity.
    pub(crate) fn try_send_frame(&self, frame: Frame) -> Result<(), Frame> {
        match self
            .events
            .try_send(ConnectionEvent::Frame(self.with_safe_names(frame)))
        {
            Err(TrySendError::Full(ConnectionEvent::Frame(frame))) => Err(frame),
            _ => Ok(()),
        }
    }

    /// Waits until there is capacity for one more event.
    pub(crate) async fn ready(&self) {
        let _ = self.events.reserve().await;
    }

    /// Sends repairs, each kind once.
    pub(crate) async fn send_repairs(&self, notes: Vec<Message>) {
        for note in notes {
            let note = note.map_texts(&|text| {
                let mut text = self.redactor.text(text).into_owned();
                truncate(&mut text, limits::REPAIR_BYTES);
                text
            });
            let is_new = {
                let mut sent = self.repairs_sent.lock();
                sent.len() < limits::MAX_REPAIRS && sent.insert(note.clone())
            };
            if is_new {
                self.send(ConnectionEvent::Repaired(note)).await;
            }
        }
    }

    /// Redacts and truncates a frame's names, which a server may choose.
    fn with_safe_names(&self, mut frame: Frame) -> Frame {
        for name in [&mut frame.method, &mut frame.rpc_id].into_iter().flatten() {
            if let Cow::Owned(redacted) = self.redactor.text(name) {
                *name = redacted;
            }
            truncate(name, limits::NAMED_BYTES);
        }
        frame
    }
}

/// Truncates a text and marks it by an ellipsis.
fn truncate(text: &mut String, max_bytes: usize) {
    if text.len() > max_bytes {
        text.truncate(text.floor_char_boundary(max_bytes));
        text.push('…');
    }
}

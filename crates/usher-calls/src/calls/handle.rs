//! What a client's requests hold of its call.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use usher_types::id::CallId;

use super::Calls;
use super::to_record::RecordedCall;
use crate::running_calls::{CallState, Running};
use usher_servers::events::HostEvent;

/// A running call of a client. Clones share it.
#[derive(Clone)]
pub struct CallHandle {
    running: Arc<Running>,
    calls: Calls,
}

impl CallHandle {
    pub(super) fn new(running: Arc<Running>, calls: Calls) -> Self {
        Self { running, calls }
    }

    pub fn id(&self) -> &CallId {
        self.running.id()
    }

    pub fn state(&self) -> CallState {
        self.running.state()
    }

    /// Follows how far the call is.
    pub fn watch(&self) -> watch::Receiver<CallState> {
        self.running.watch()
    }

    /// Cancels the call; the server is notified. A call that has ended needs no cancelling.
    pub fn cancel(&self) {
        if self.running.cancel() {
            self.clients_changed();
        }
    }

    /// Notes that the client does not wait for the call. It may make the call again for so long.
    pub fn detach(&self, kept_for: Duration) {
        let kept_ms = i64::try_from(kept_for.as_millis()).unwrap_or(i64::MAX);
        let now = self.calls.context().clock.now_ms();
        self.running
            .set_kept_until(Some(now.saturating_add(kept_ms)));
        self.clients_changed();
    }

    /// Notes that the client has made the call again, and waits for it.
    pub fn attach(&self) {
        self.running.set_kept_until(None);
        self.clients_changed();
    }

    /// Where the call is on record; `None` = it has not ended, or is not recorded.
    pub fn recorded(&self) -> Option<RecordedCall> {
        Some(RecordedCall {
            call: self.id().clone(),
            row: self.running.recorded()?,
        })
    }

    fn clients_changed(&self) {
        self.calls.context().events.send(HostEvent::ClientsChanged);
    }
}

//! Calls that have not ended yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::ToolCall;
use crate::asks::AskCause;
use crate::id::{CallId, ServerId};

struct Running {
    server: ServerId,
    tool: String,
    arguments: Map<String, Value>,
    cancel: CancellationToken,
    /// How long the person was being asked because of it.
    asked: Duration,
}

/// All running calls; cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct RunningCalls(Arc<Mutex<HashMap<CallId, Running>>>);

/// One running call. Dropping it forgets the call and cancels what may still be under way.
pub(super) struct RunningCall {
    id: CallId,
    cancel: CancellationToken,
    all: RunningCalls,
}

impl RunningCalls {
    /// `None` if a call of this identity is running already.
    pub(super) fn begin(&self, call: &ToolCall) -> Option<RunningCall> {
        let mut running = self.lock();
        if running.contains_key(&call.id) {
            return None;
        }
        let cancel = CancellationToken::new();
        running.insert(
            call.id.clone(),
            Running {
                server: call.server.clone(),
                tool: call.tool.clone(),
                arguments: call.arguments.clone(),
                cancel: cancel.clone(),
                asked: Duration::ZERO,
            },
        );
        Some(RunningCall {
            id: call.id.clone(),
            cancel,
            all: self.clone(),
        })
    }

    pub(super) fn cancel(&self, id: &CallId) {
        if let Some(running) = self.lock().get(id) {
            running.cancel.cancel();
        }
    }

    /// Whether any call of this server is running.
    pub(crate) fn any_of(&self, server: &ServerId) -> bool {
        self.lock()
            .values()
            .any(|running| &running.server == server)
    }

    /// What a question caused by this call shows of it.
    pub(crate) fn cause(&self, id: &CallId) -> Option<AskCause> {
        self.lock().get(id).map(|running| AskCause {
            call: id.clone(),
            tool: running.tool.clone(),
            arguments: running.arguments.clone(),
        })
    }

    /// The person was asked for this long because of the call; that is not the tool's time.
    pub(crate) fn person_was_asked(&self, id: &CallId, duration: Duration) {
        if let Some(running) = self.lock().get_mut(id) {
            running.asked += duration;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CallId, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningCall {
    pub(super) fn cancel_token(&self) -> CancellationToken {
        self.cancel.clone()
    }

    /// The call has ended; how long the person was being asked.
    pub(super) fn finish(self) -> Duration {
        self.all
            .lock()
            .get(&self.id)
            .map_or(Duration::ZERO, |running| running.asked)
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        self.all.lock().remove(&self.id);
        self.cancel.cancel();
    }
}

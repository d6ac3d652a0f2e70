//! Maps tasks to their calls.
//!
//! What the server reports or asks about a task later, on any stream, reaches its call.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Wire;
use super::tracked_tasks::TrackedTask;
use crate::call_tag::CallTag;
use crate::decode;
use crate::model::TaskId;
use crate::rpc::PendingRequest;
use usher_jsonrpc::numbers;

/// The `_meta` member naming a message's task (2025-11-25, basic/utilities/tasks).
pub(crate) const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// Keeps a task registered while it is followed.
pub(crate) struct TaskWatch {
    wire: Arc<Wire>,
    id: TaskId,
    states: watch::Receiver<Value>,
    ended: CancellationToken,
}

/// The call of a question about a task.
pub(crate) struct RelatedTask {
    pub(crate) task: TaskId,
    pub(crate) tag: Option<CallTag>,
    /// Cancelled when the task is no longer followed.
    pub(crate) ended: CancellationToken,
}

impl Wire {
    /// Registers the task an answer creates.
    ///
    /// The next message may already be about it.
    pub(super) fn track_task(&self, pending: &PendingRequest, result: &Value) {
        if pending.method != "tools/call" {
            return;
        }
        let id = decode::task::created(result).and_then(|task| task["taskId"].as_str());
        let Some(id) = id else { return };
        let known = TrackedTask {
            tag: pending.in_flight.tag.clone(),
            progress_token: pending.progress_token.clone(),
            states: watch::Sender::default(),
            ended: CancellationToken::new(),
        };
        self.tasks.0.lock().insert(id.to_owned(), known);
    }

    /// Follows a task, and registers one of an earlier connection.
    pub(crate) fn follow_task(self: &Arc<Self>, id: &TaskId, tag: &CallTag) -> TaskWatch {
        let mut tasks = self.tasks.0.lock();
        let known = tasks.entry(id.0.clone()).or_insert_with(|| TrackedTask {
            tag: Some(tag.clone()),
            progress_token: None,
            states: watch::Sender::default(),
            ended: CancellationToken::new(),
        });
        let mut states = known.states.subscribe();
        if !states.borrow().is_null() {
            // The state was notified before the task was followed.
            states.mark_changed();
        }
        TaskWatch {
            wire: self.clone(),
            id: id.clone(),
            states,
            ended: known.ended.clone(),
        }
    }

    /// Stores a state the server notified of.
    pub(super) fn update_task(&self, state: Value) {
        let Some(id) = state["taskId"].as_str() else {
            return;
        };
        if let Some(known) = self.tasks.0.lock().get(id) {
            known.states.send_replace(state);
        }
    }

    /// Returns the call of the task with this progress token.
    pub(super) fn tag_by_progress_token(&self, token: &Value) -> Option<CallTag> {
        let tasks = self.tasks.0.lock();
        let known = tasks.values().find(|known| {
            let own = known.progress_token.as_ref();
            own.is_some_and(|own| numbers::is_same_token(own, token))
        })?;
        known.tag.clone()
    }

    /// Returns all tasks that are followed.
    pub(crate) fn running_tasks(&self) -> Vec<RelatedTask> {
        let tasks = self.tasks.0.lock();
        let related = tasks.iter().map(|(id, known)| RelatedTask {
            task: TaskId(id.clone()),
            tag: known.tag.clone(),
            ended: known.ended.clone(),
        });
        related.collect()
    }

    /// Returns the task that a request of the server is about.
    pub(crate) fn related_task(&self, params: &Value) -> Option<RelatedTask> {
        let id = params.get("_meta")?.get(RELATED_TASK)?["taskId"].as_str()?;
        let tasks = self.tasks.0.lock();
        let known = tasks.get(id)?;
        Some(RelatedTask {
            task: TaskId(id.to_owned()),
            tag: known.tag.clone(),
            ended: known.ended.clone(),
        })
    }
}

impl TaskWatch {
    /// Waits for the next state the server notifies of.
    pub(crate) async fn next_state(&mut self) -> Value {
        if self.states.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        self.states.borrow_and_update().clone()
    }

    /// Withdraws every question the task caused.
    pub(crate) fn withdraw_questions(&self) {
        self.ended.cancel();
    }
}

impl Drop for TaskWatch {
    fn drop(&mut self) {
        self.ended.cancel();
        self.wire.tasks.0.lock().remove(&self.id.0);
    }
}

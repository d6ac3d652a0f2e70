//! Tasks that calls became: whose each is, so that what the server says or asks about it later, on whatever
//! stream, reaches the call it belongs to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Wire;
use crate::call_tag::CallTag;
use crate::decode;
use crate::lock::lock;
use crate::model::TaskId;
use crate::rpc::PendingRequest;

/// What the messages about a task say whose they are (2025-11-25, basic/utilities/tasks).
pub(crate) const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// One task, from its making until nobody follows it any more.
#[derive(Debug, Clone)]
struct TrackedTask {
    tag: Option<CallTag>,
    /// Of the request that made it; it stays good as long as the task lives.
    progress_token: Option<Value>,
    states: watch::Sender<Value>,
    ended: CancellationToken,
}

/// All tasks of a connection, by their id.
#[derive(Default)]
pub(super) struct Tasks(Mutex<HashMap<String, TrackedTask>>);

/// Keeps a task known while it is followed.
pub(crate) struct TaskWatch {
    wire: Arc<Wire>,
    id: TaskId,
    states: watch::Receiver<Value>,
    ended: CancellationToken,
}

/// Whom a question about a task belongs to.
pub(crate) struct RelatedTask {
    pub(crate) task: TaskId,
    pub(crate) tag: Option<CallTag>,
    /// Cancelled when nobody follows the task any more.
    pub(crate) ended: CancellationToken,
}

impl Wire {
    /// Remembers whose task an answer makes; what comes right behind the answer may be about it.
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
        lock(&self.tasks.0).insert(id.to_owned(), known);
    }

    /// From now on somebody follows this task; one of an earlier connection was not known yet.
    pub(crate) fn follow_task(self: &Arc<Self>, id: &TaskId, tag: &CallTag) -> TaskWatch {
        let mut tasks = lock(&self.tasks.0);
        let known = tasks.entry(id.0.clone()).or_insert_with(|| TrackedTask {
            tag: Some(tag.clone()),
            progress_token: None,
            states: watch::Sender::default(),
            ended: CancellationToken::new(),
        });
        let mut states = known.states.subscribe();
        if !states.borrow().is_null() {
            // It was told before anybody followed.
            states.mark_changed();
        }
        TaskWatch {
            wire: self.clone(),
            id: id.clone(),
            states,
            ended: known.ended.clone(),
        }
    }

    /// The server says by itself how far a task is.
    pub(super) fn update_task(&self, state: Value) {
        let Some(id) = state["taskId"].as_str() else {
            return;
        };
        if let Some(known) = lock(&self.tasks.0).get(id) {
            known.states.send_replace(state);
        }
    }

    /// The call that progress with this token is about, if it became a task.
    pub(super) fn tag_by_progress_token(&self, token: &Value) -> Option<CallTag> {
        let tasks = lock(&self.tasks.0);
        let known = tasks
            .values()
            .find(|known| known.progress_token.as_ref() == Some(token))?;
        known.tag.clone()
    }

    /// The task that a request of the server is about.
    pub(crate) fn related_task(&self, params: &Value) -> Option<RelatedTask> {
        let id = params.get("_meta")?.get(RELATED_TASK)?["taskId"].as_str()?;
        let tasks = lock(&self.tasks.0);
        let known = tasks.get(id)?;
        Some(RelatedTask {
            task: TaskId(id.to_owned()),
            tag: known.tag.clone(),
            ended: known.ended.clone(),
        })
    }
}

impl TaskWatch {
    /// The next state the server tells by itself.
    pub(crate) async fn next_state(&mut self) -> Value {
        if self.states.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        self.states.borrow_and_update().clone()
    }

    /// Withdraws every question that was asked because of the task.
    pub(crate) fn withdraw_questions(&self) {
        self.ended.cancel();
    }
}

impl Drop for TaskWatch {
    fn drop(&mut self) {
        self.ended.cancel();
        lock(&self.wire.tasks.0).remove(&self.id.0);
    }
}

//! Makes tool calls that may run as tasks, and follows those.
//!
//! A task may be followed on a later connection than it was started on. How it is followed is in `call/task.rs`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

pub use usher_types::protocol::RunAs;

use super::connection_state::{Connection, ConnectionState};
use super::requests::{members, require};
use crate::call::{Answered, CallOptions, Following, Outgoing, RESPONSES, STATE, Withdrawal};
use crate::call_tag::CallTag;
use crate::capabilities::TASKS;
use crate::decode::{content, task};
use crate::error::CallError;
use crate::model::{Era, ListKind, Task, TaskId, TaskStatus, ToolResult};
use usher_messages::Message;

/// The outcome of starting a tool call.
#[derive(Debug, Clone, PartialEq)]
pub enum Started {
    Done(ToolResult),
    /// A task, whose result [`Connection::follow_task`] returns.
    Task(Task),
}

/// Options for following a task.
#[derive(Debug)]
pub struct FollowOptions {
    /// The last known state; each new one is sent here.
    pub task: watch::Sender<Task>,
    /// The host's own id of the call; the task's questions carry it.
    pub tag: CallTag,
    /// Cancelling it cancels the task at the server.
    ///
    /// Dropping the future leaves the task to the server.
    pub cancel: CancellationToken,
    /// How long to wait before the first poll.
    pub first_poll: Duration,
}

impl Connection {
    /// Runs a tool to its end, also if it becomes a task.
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: impl Into<Arc<Map<String, Value>>>,
        options: CallOptions,
    ) -> Result<ToolResult, CallError> {
        let (tag, cancel) = (options.tag.clone(), options.cancel.clone());
        match self
            .start_tool(name, arguments, options, RunAs::Call)
            .await?
        {
            Started::Done(result) => Ok(result),
            Started::Task(task) => {
                let following = FollowOptions {
                    first_poll: self.first_poll(&task),
                    task: watch::Sender::new(task),
                    tag,
                    cancel,
                };
                self.follow_task(following).await
            }
        }
    }

    /// Runs a tool until its result or until it becomes a task.
    pub async fn start_tool(
        &self,
        name: &str,
        arguments: impl Into<Arc<Map<String, Value>>>,
        options: CallOptions,
        run_as: RunAs,
    ) -> Result<Started, CallError> {
        require(self.offers(ListKind::Tools), "tools")?;
        let mut params = members([("name", name.into())]);
        if run_as == RunAs::Task && self.supports_tasks() {
            let ttl = self.shared.rpc.wire.limits.task_ttl.as_millis();
            params.insert("task".into(), json!({"ttl": u64::try_from(ttl).ok()}));
        }
        self.send_tool_call(params, arguments.into(), Map::new(), options)
            .await
    }

    /// Resumes a call whose server asked questions, on any connection.
    ///
    /// `responses` answer the questions by their keys, `state` is sent back exactly as it came (2026-07-28,
    /// basic/patterns/mrtr).
    ///
    /// # Errors
    /// As [`Self::start_tool`], and [`CallError::TaskLost`] if the server uses the older lifecycle now.
    pub async fn resume_tool(
        &self,
        name: &str,
        arguments: impl Into<Arc<Map<String, Value>>>,
        responses: Map<String, Value>,
        state: Option<Value>,
        options: CallOptions,
    ) -> Result<Started, CallError> {
        if self.agreed().era == Era::Legacy {
            let what = Message::new("request.lost.legacy");
            return Err(CallError::TaskLost { what });
        }
        require(self.offers(ListKind::Tools), "tools")?;
        let mut answers = Map::from_iter([(RESPONSES.to_owned(), Value::Object(responses))]);
        if let Some(state) = state {
            answers.insert(STATE.to_owned(), state);
        }
        let params = members([("name", name.into())]);
        self.send_tool_call(params, arguments.into(), answers, options)
            .await
    }

    async fn send_tool_call(
        &self,
        params: Map<String, Value>,
        arguments: Arc<Map<String, Value>>,
        answers: Map<String, Value>,
        options: CallOptions,
    ) -> Result<Started, CallError> {
        let outgoing = Outgoing {
            method: "tools/call",
            params: Some(Arc::new(params)),
            arguments: Some(arguments),
            answers,
            meta: options.meta,
            tag: Some(options.tag),
            cancel: options.cancel,
            timeout: options.timeout,
        };
        let answered = self.call_with_headers(outgoing).await?;
        if let Some(raw) = task::created(&answered.raw) {
            let task = task::new(raw).map_err(|what| CallError::Undecodable {
                what,
                raw: self.shared.rpc.wire.redactor.value(raw.clone()),
            })?;
            return Ok(Started::Task(task));
        }
        Ok(Started::Done(self.tool_result(answered).await?))
    }

    /// Follows a task to its end.
    ///
    /// [`CallError::Closed`] says nothing about the task: it may be followed on the next connection.
    /// [`CallError::TaskLost`] is final, and so is every other error.
    pub async fn follow_task(&self, options: FollowOptions) -> Result<ToolResult, CallError> {
        let _subscription = self.subscribe_to_task(&options.task.borrow().id);
        let following = Following {
            task: options.task,
            tag: options.tag,
            cancel: options.cancel,
            first_poll: options.first_poll,
            timeout: self.shared.request_timeout,
            withdrawal: self.withdrawal(),
        };
        let answered = Box::pin(self.shared.rpc.follow(following)).await?;
        self.tool_result(answered).await
    }

    /// Returns the wait before the first poll; zero for a task not working.
    pub fn first_poll(&self, task: &Task) -> Duration {
        let limits = &self.shared.rpc.wire.limits;
        if task.status == TaskStatus::Working {
            limits.pause(task.poll)
        } else {
            Duration::ZERO
        }
    }

    /// Returns whether the client may request that tools run as tasks.
    ///
    /// See 2025-11-25, basic/utilities/tasks, capability negotiation.
    pub fn supports_tasks(&self) -> bool {
        let declared = self
            .agreed()
            .capabilities
            .pointer("/tasks/requests/tools/call");
        self.agreed().era == Era::Legacy
            && declared.is_some_and(|value| value.is_object() || *value == Value::Bool(true))
    }

    async fn tool_result(&self, answered: Answered) -> Result<ToolResult, CallError> {
        let mut notes = Vec::new();
        let result = content::tool_result(answered.raw, answered.size_bytes, &mut notes);
        self.shared.rpc.wire.events.send_repairs(notes).await;
        result.map_err(|error| self.redact_error(error))
    }

    fn withdrawal(&self) -> Withdrawal {
        let capabilities = &self.agreed().capabilities;
        match capabilities.pointer("/tasks/cancel") {
            None | Some(Value::Null | Value::Bool(false))
                if self.agreed().era == Era::Legacy && !self.speaks_extension() =>
            {
                Withdrawal::Silent
            }
            _ => Withdrawal::Notify,
        }
    }

    /// Returns whether the server declares the tasks extension, in either era.
    fn speaks_extension(&self) -> bool {
        let capabilities = &self.agreed().capabilities;
        capabilities["extensions"].get(TASKS).is_some()
    }

    /// Subscribes to a task's notifications, if the server supports that.
    ///
    /// See 2026-07-28, tasks extension, task status notifications.
    fn subscribe_to_task(&self, id: &TaskId) -> Option<TaskSubscription> {
        if self.agreed().era == Era::Legacy || !self.speaks_extension() {
            return None;
        }
        self.shared
            .subscriptions
            .send_modify(|subscriptions| subscriptions.insert_task(id));
        Some(TaskSubscription {
            shared: self.shared.clone(),
            id: id.clone(),
        })
    }
}

/// Keeps a task subscribed until it is dropped.
struct TaskSubscription {
    shared: Arc<ConnectionState>,
    id: TaskId,
}

impl Drop for TaskSubscription {
    fn drop(&mut self) {
        self.shared
            .subscriptions
            .send_modify(|subscriptions| subscriptions.remove_task(&self.id));
    }
}

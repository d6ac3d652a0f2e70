//! Calls that go on as tasks: kept on disk while they run, followed over every connection of their server,
//! also after a restart, until the server says what came of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_mcp::{CallError, CallTag, Connection, FollowOptions, Task, ToolResult};
use usher_messages::Message;

use super::Calls;
use super::ended_call::{Answer, EndedCall};
use super::new_call::{NewCall, Subject};
use crate::limits;
use usher_servers::events::HostEvent;
use usher_store::{RunningTask, StoreError};
use usher_types::id::{CallId, ServerId, SourceId};

/// Why a task is followed no longer.
pub(super) enum TaskEnd {
    Ended(Result<ToolResult, CallError>),
    /// Usher is closing. The task goes on, and is taken up again at the next start.
    Interrupted,
}

/// What waiting for a connection came to.
pub(super) enum Awaited {
    Connection(Connection),
    Cancelled,
    Removed,
    Closing,
}

impl Calls {
    /// Calls that go on as tasks, newest first.
    pub async fn running_tasks(&self) -> Result<Vec<RunningTask>, StoreError> {
        self.context().store.running_tasks().await
    }

    /// Follows a task to its end, over any number of connections.
    pub(super) async fn follow_task(
        &self,
        mut running: RunningTask,
        first_poll: Duration,
        cancel: &CancellationToken,
    ) -> TaskEnd {
        let context = self.context();
        let mut first_poll = first_poll;
        self.keep_task(&running).await;
        loop {
            let connection = match self.reached(&running.server, cancel).await {
                Awaited::Connection(connection) => connection,
                Awaited::Cancelled => {
                    self.cancel_when_back(running);
                    return TaskEnd::Ended(Err(CallError::Cancelled));
                }
                Awaited::Closing => return TaskEnd::Interrupted,
                Awaited::Removed => {
                    let what = Message::new("request.lost.removed");
                    return TaskEnd::Ended(Err(CallError::TaskLost { what }));
                }
            };
            let (task, mut news) = watch::channel(running.task.clone());
            let mut following = Box::pin(connection.follow_task(FollowOptions {
                task,
                tag: CallTag(running.call.as_str().to_owned()),
                cancel: cancel.clone(),
                first_poll,
            }));
            let ended = loop {
                tokio::select! {
                    biased;
                    () = context.closing.cancelled() => return TaskEnd::Interrupted,
                    ended = &mut following => break ended,
                    Ok(()) = news.changed() => {
                        let task: Task = news.borrow_and_update().clone();
                        running.task = task;
                        running.heard_at = context.clock.now_ms();
                        self.keep_task(&running).await;
                    }
                }
            };
            if !matches!(ended, Err(CallError::Closed(_))) {
                let entry = self.context().servers.entry(&running.server);
                let is_gone = entry.is_some_and(|entry| entry.connection().is_err());
                if is_gone && matches!(ended, Err(CallError::Cancelled)) {
                    // It may have gone before it heard.
                    self.cancel_when_back(running);
                }
                return TaskEnd::Ended(ended);
            }
            first_poll = Duration::ZERO;
            tokio::time::sleep(limits::RECONNECT_PAUSE).await;
        }
    }

    /// The person cancelled a task whose server is away: it hears of that when it is back, if it is while this Usher
    /// runs. Until then it works for nobody, and its time to live ends it.
    fn cancel_when_back(&self, running: RunningTask) {
        let calls = self.clone();
        tokio::spawn(async move {
            let for_good = CancellationToken::new();
            let Awaited::Connection(connection) = calls.reached(&running.server, &for_good).await
            else {
                return;
            };
            for_good.cancel();
            let (task, _) = watch::channel(running.task);
            // Following what is cancelled already tells the server so, and nothing else.
            let _ = connection
                .follow_task(FollowOptions {
                    task,
                    tag: CallTag(running.call.as_str().to_owned()),
                    cancel: for_good,
                    first_poll: Duration::ZERO,
                })
                .await;
        });
    }

    /// Ends the task of a call whose outcome is written.
    pub(super) async fn forget_task(&self, call: &CallId) {
        if let Err(error) = self.context().store.forget_task(call).await {
            tracing::warn!(%error, "a task that has ended could not be forgotten");
        }
        self.context().events.send(HostEvent::TasksChanged);
    }

    /// That it could not be kept does not make the task fail.
    async fn keep_task(&self, running: &RunningTask) {
        if let Err(error) = self.context().store.keep_task(running).await {
            tracing::warn!(%error, "a running task could not be kept");
        }
        self.context().events.send(HostEvent::TasksChanged);
    }

    /// Waits until the server is connected.
    pub(super) async fn reached(&self, server: &ServerId, cancel: &CancellationToken) -> Awaited {
        let context = self.context();
        let mut changes = context.events.server_changes();
        loop {
            changes.mark_unchanged();
            let patience = match self
                .context()
                .servers
                .entry(server)
                .map(|entry| entry.connection())
            {
                Some(Ok(connection)) => return Awaited::Connection(connection),
                Some(Err(_)) => None,
                None => Some(limits::RESTORED_WITHIN),
            };
            let removed = async {
                match patience {
                    Some(patience) => tokio::time::sleep(patience).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = context.closing.cancelled() => return Awaited::Closing,
                () = cancel.cancelled() => return Awaited::Cancelled,
                _ = changes.changed() => {}
                () = removed => return Awaited::Removed,
            }
        }
    }
}

impl Calls {
    /// Takes up the tasks that were running when Usher was last closed, and are not yet taken up.
    pub fn resume_tasks(&self) {
        let calls = self.clone();
        tokio::spawn(async move {
            match calls.running_tasks().await {
                Ok(tasks) => {
                    for running in tasks {
                        let calls = calls.clone();
                        tokio::spawn(async move { calls.resume_task(running).await });
                    }
                }
                Err(error) => tracing::warn!(%error, "the running tasks could not be read"),
            }
        });
    }

    async fn resume_task(&self, running: RunningTask) {
        let call = NewCall {
            meta: serde_json::Map::new(),
            id: running.call.clone(),
            source: SourceId::from(&running.server),
            caller: running.caller.clone(),
            name: running.tool.clone(),
            arguments: Arc::new(running.arguments.clone()),
            subject: Subject::UNCHECKED_TOOL,
        };
        let context = self.context();
        let (label, started_at) = (running.server_label.clone(), running.started_at);
        let Ok(under_way) = self.begin(&call, None) else {
            return;
        };
        match self.context().store.has_ended(&running).await {
            Ok(false) => {}
            Ok(true) => return self.forget_task(&running.call).await,
            // It is taken up at the next start.
            Err(error) => {
                tracing::warn!(%error, "whether a task has ended could not be read");
                return;
            }
        }
        let cancel = under_way.cancel_token();
        let secrets = self.secrets_now(&call).await;
        let followed = self.follow_task(running, Duration::ZERO, &cancel).await;
        let TaskEnd::Ended(answer) = followed else {
            return;
        };
        let passed = context.clock.now_ms().saturating_sub(started_at);
        let asked = under_way.asked();
        let duration = Duration::from_millis(u64::try_from(passed).unwrap_or_default());
        let duration = duration.saturating_sub(asked);
        self.round_over(call.id.clone());
        self.context().approvals.call_ended(&call.id);
        self.record(EndedCall {
            label,
            call,
            started_at,
            duration,
            times: None,
            leg: None,
            secrets,
            answer: Answer::Server(answer),
            was_task: true,
        })
        .await;
    }
}

//! Follows a task to its end.
//!
//! It is polled as often as the server wants, its questions are answered, and its result is fetched (2025-11-25,
//! basic/utilities/tasks; 2026-07-28, tasks extension). A call is never made a second time because of its task.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::task_input::TaskInputs;
use super::{Answered, Outgoing, RpcClient, wait_until};
use crate::call_tag::CallTag;
use crate::decode;
use crate::dialect::Dialect;
use crate::error::CallError;
use crate::limits;
use crate::model::{Task, TaskId, TaskStatus};
use crate::wire::TaskWatch;
use usher_jsonrpc::{Fault, INTERNAL, INVALID_PARAMS, NO_METHOD};
use usher_messages::Message;

/// Codes for an unknown task, or a server without tasks.
const UNKNOWN_TASK: [i64; 2] = [INVALID_PARAMS, NO_METHOD];

/// Members by which a state of the extension carries outcome or questions.
///
/// A server may use the extension over the older lifecycle as well, so that its answers decide, not the era.
const INLINED: [&str; 3] = ["inputRequests", "result", "error"];

/// A task to follow, and its call.
pub(crate) struct Following {
    /// The last known state; each new one is sent here.
    pub(crate) task: watch::Sender<Task>,
    pub(crate) tag: CallTag,
    /// Cancelling it cancels the task.
    pub(crate) cancel: CancellationToken,
    /// How long to wait before the first poll.
    pub(crate) first_poll: Duration,
    /// The timeout of each request about it.
    pub(crate) timeout: Duration,
    pub(crate) withdrawal: Withdrawal,
}

/// Whether a server can be asked to cancel a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Withdrawal {
    /// By `tasks/cancel`.
    Notify,
    /// It does not declare `tasks.cancel` (2025-11-25).
    Silent,
}

type Request = BoxFuture<'static, Result<Answered, CallError>>;

struct TaskFollower {
    rpc: RpcClient,
    following: Following,
    id: TaskId,
    known: TaskWatch,
    questions: TaskInputs,
    poll: Option<Request>,
    next_poll: Option<Instant>,
    /// The request `tasks/result`, once sent.
    result: Option<Request>,
    /// When the result of an ended task is overdue.
    overdue: Option<Instant>,
    failures: u32,
}

enum TaskEvent {
    Cancelled,
    Closed,
    Fetched(Result<Answered, CallError>),
    Polled(Result<Answered, CallError>),
    Answered(Result<(), CallError>),
    Notified(Value),
    PollDue,
    Overdue,
}

impl RpcClient {
    /// Follows a task to its end.
    ///
    /// Dropping the future leaves the task to the server.
    pub(crate) async fn follow(&self, following: Following) -> Result<Answered, CallError> {
        let id = following.task.borrow().id.clone();
        let mut follow = TaskFollower {
            rpc: self.clone(),
            known: self.wire.follow_task(&id, &following.tag),
            questions: TaskInputs::new(self, &id, &following.tag, following.timeout),
            poll: None,
            next_poll: Some(Instant::now() + following.first_poll),
            result: None,
            overdue: None,
            failures: 0,
            id,
            following,
        };
        loop {
            let event = follow.next_event().await;
            if let Some(ended) = follow.handle(event).await? {
                return Ok(ended);
            }
        }
    }
}

impl TaskFollower {
    async fn next_event(&mut self) -> TaskEvent {
        tokio::select! {
            // Answers are read before the end of the connection: they may have been its last.
            biased;
            () = self.following.cancel.cancelled() => TaskEvent::Cancelled,
            fetched = await_request(&mut self.result) => TaskEvent::Fetched(fetched),
            polled = await_request(&mut self.poll) => TaskEvent::Polled(polled),
            () = self.rpc.wire.lifecycle.closed().cancelled() => TaskEvent::Closed,
            answered = self.questions.next() => TaskEvent::Answered(answered),
            state = self.known.next_state() => TaskEvent::Notified(state),
            () = wait_until(self.next_poll) => TaskEvent::PollDue,
            () = wait_until(self.overdue) => TaskEvent::Overdue,
        }
    }

    /// Handles an event; returns the result if the task has ended.
    async fn handle(&mut self, event: TaskEvent) -> Result<Option<Answered>, CallError> {
        match event {
            TaskEvent::Cancelled => {
                self.cancel_task().await;
                Err(CallError::Cancelled)
            }
            TaskEvent::Closed => Err(CallError::Closed(self.rpc.wire.lifecycle.reason())),
            TaskEvent::Overdue => Err(CallError::Timeout {
                waited: self.following.timeout,
            }),
            TaskEvent::Fetched(Ok(answered)) => Ok(Some(answered)),
            TaskEvent::Polled(Ok(answered)) => {
                self.failures = 0;
                self.handle_state(answered)
            }
            TaskEvent::Polled(Err(CallError::Rejected { code, message, .. }))
                if UNKNOWN_TASK.contains(&code) =>
            {
                let what = Message::new("request.lost.unknown").with("message", message);
                Err(CallError::TaskLost { what })
            }
            TaskEvent::Polled(Err(error)) | TaskEvent::Fetched(Err(error)) => self.retry(error),
            TaskEvent::Answered(Ok(())) => Ok(None),
            TaskEvent::Answered(Err(error)) => {
                self.cancel_task().await;
                Err(error)
            }
            TaskEvent::Notified(state) => self.handle_notification(state).await,
            TaskEvent::PollDue => {
                self.next_poll = None;
                self.poll = Some(self.send("tasks/get", self.following.timeout));
                Ok(None)
            }
        }
    }

    /// Handles a valid notification like the answer to a poll.
    async fn handle_notification(&mut self, state: Value) -> Result<Option<Answered>, CallError> {
        if let Err(what) = decode::task::state(self.id.clone(), &state) {
            let note = Message::new("repair.task").with("reason", what);
            self.rpc.wire.events.send_repairs(vec![note]).await;
            return Ok(None);
        }
        self.poll = None;
        let size_bytes = state.to_string().len() as u64;
        self.handle_state(Answered {
            raw: state,
            size_bytes,
            text: None,
            has_asked: false,
        })
    }

    /// Handles a new state of the task.
    fn handle_state(&mut self, mut answered: Answered) -> Result<Option<Answered>, CallError> {
        let task = decode::task::state(self.id.clone(), &answered.raw)
            .map_err(|what| self.rpc.undecodable_answer(what, &answered))?;
        self.next_poll = Some(Instant::now() + self.pause(&task));
        self.following
            .task
            .send_if_modified(|known| std::mem::replace(known, task.clone()) != task);
        if task.status == TaskStatus::Cancelled {
            let what = match task.message {
                Some(message) => {
                    Message::new("request.lost.cancelledWith").with("message", message)
                }
                None => Message::new("request.lost.cancelled"),
            };
            return Err(CallError::TaskLost { what });
        }
        let is_inlined = |member: &&str| answered.raw.get(member).is_some_and(Value::is_object);
        let is_modern = matches!(self.rpc.wire.dialect(), Some(Dialect::Modern { .. }));
        if !is_modern && !INLINED.iter().any(is_inlined) {
            self.questions.update(&Map::new());
            self.request_result(task.status);
            return Ok(None);
        }
        match task.status {
            TaskStatus::Working | TaskStatus::Cancelled => self.questions.update(&Map::new()),
            TaskStatus::InputRequired => {
                let requests = answered.raw.get("inputRequests");
                let requests = requests.and_then(Value::as_object).ok_or_else(|| {
                    let what = Message::new("response.task.noRequests");
                    self.rpc.undecodable_answer(what, &answered)
                })?;
                self.questions.update(requests);
            }
            TaskStatus::Completed => match answered.raw.get_mut("result").map(Value::take) {
                Some(raw) if !raw.is_null() => {
                    let result = Answered { raw, ..answered };
                    self.rpc.check_is_no_question("tools/call", &result)?;
                    return Ok(Some(result));
                }
                _ => {
                    let what = Message::new("response.task.noResult");
                    return Err(self.rpc.undecodable_answer(what, &answered));
                }
            },
            TaskStatus::Failed => return Err(self.task_error(&task, &answered.raw)),
        }
        Ok(None)
    }

    /// Reads the JSON-RPC error a modern task ended with.
    fn task_error(&self, task: &Task, raw: &Value) -> CallError {
        let error = raw.get("error").cloned().unwrap_or_default();
        let message = error["message"].as_str().or(task.message.as_deref());
        self.rpc.wire.redactor.rejection(Fault {
            code: error["code"].as_i64().unwrap_or(INTERNAL),
            message: message.unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        })
    }

    /// Requests the result, if the server needs that or the task ended.
    ///
    /// See 2025-11-25, basic/utilities/tasks, input required status and result retrieval.
    fn request_result(&mut self, status: TaskStatus) {
        if status == TaskStatus::Working {
            return;
        }
        if self.result.is_none() {
            self.result = Some(self.send("tasks/result", limits::NO_TIMEOUT));
        }
        if status != TaskStatus::InputRequired {
            self.next_poll = None;
            self.poll = None;
            self.overdue
                .get_or_insert(Instant::now() + self.following.timeout);
        }
    }

    /// Repeats a failed request about the task with the next poll.
    fn retry(&mut self, error: CallError) -> Result<Option<Answered>, CallError> {
        self.failures += 1;
        let is_transient = matches!(
            error,
            CallError::Timeout { .. }
                | CallError::Http { .. }
                | CallError::Rejected { code: INTERNAL, .. }
        );
        let ended = self.overdue.is_some() && matches!(error, CallError::Rejected { .. });
        if !is_transient || ended || self.failures > self.rpc.wire.limits.task_failures {
            return Err(error);
        }
        let pause = self.pause(&self.following.task.borrow());
        self.next_poll = Some(Instant::now() + pause);
        Ok(None)
    }

    /// Cancels the task: withdraws its questions and notifies the server.
    async fn cancel_task(&mut self) {
        self.known.withdraw_questions();
        self.questions.withdraw();
        self.poll = None;
        self.result = None;
        if self.following.withdrawal == Withdrawal::Silent {
            return;
        }
        let wait = self.rpc.wire.limits.task_cancel_wait;
        if let Err(error) = self.send("tasks/cancel", wait).await {
            // It may have ended meanwhile, and is not needed any more.
            tracing::debug!(%error, "a task could not be cancelled");
        }
    }

    fn send(&self, method: &'static str, timeout: Duration) -> Request {
        let outgoing = Outgoing {
            method,
            params: Some(Arc::new(Map::from_iter([(
                "taskId".to_owned(),
                Value::from(self.id.0.as_str()),
            )]))),
            arguments: None,
            answers: Map::new(),
            meta: Map::new(),
            tag: Some(self.following.tag.clone()),
            cancel: CancellationToken::new(),
            timeout,
        };
        let rpc = self.rpc.clone();
        Box::pin(async move { rpc.request_with_mrtr(outgoing).await })
    }

    /// Returns the time until the next poll.
    fn pause(&self, task: &Task) -> Duration {
        self.rpc.wire.limits.pause(task.poll)
    }
}

/// Waits for a request, if one is pending, and removes it afterwards.
async fn await_request(request: &mut Option<Request>) -> Result<Answered, CallError> {
    match request {
        Some(pending) => {
            let ended = pending.await;
            *request = None;
            ended
        }
        None => std::future::pending().await,
    }
}

//! Answers what a task asks the user while it runs.
//!
//! See 2026-07-28, tasks extension, task update requests. Each question is asked once, however often the server names
//! it, and each answer is sent as soon as it is given.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::{Outgoing, RESPONSES, RpcClient};
use crate::call_tag::CallTag;
use crate::client_features::{self, Cause};
use crate::error::CallError;
use crate::event::ReapprovalSubject;
use crate::limits;
use crate::model::TaskId;
use crate::server_request::InputKey;
use usher_messages::Message;

/// All questions of one task.
pub(super) struct TaskInputs {
    sender: InputSender,
    /// Every question so far, by key, with the token withdrawing it.
    known: HashMap<String, CancellationToken>,
    open: FuturesUnordered<BoxFuture<'static, Result<(), CallError>>>,
}

/// Asks the user, and sends the answer to the server.
#[derive(Clone)]
struct InputSender {
    rpc: RpcClient,
    task: TaskId,
    tag: CallTag,
    timeout: Duration,
    /// Limits the questions open at once.
    permits: Arc<Semaphore>,
}

impl TaskInputs {
    pub(super) fn new(rpc: &RpcClient, task: &TaskId, tag: &CallTag, timeout: Duration) -> Self {
        Self {
            sender: InputSender {
                rpc: rpc.clone(),
                task: task.clone(),
                tag: tag.clone(),
                timeout,
                permits: Arc::new(Semaphore::new(rpc.wire.limits.parallel_requests)),
            },
            known: HashMap::new(),
            open: FuturesUnordered::new(),
        }
    }

    /// Asks new questions and withdraws those the task no longer names.
    pub(super) fn update(&mut self, requests: &Map<String, Value>) {
        for (key, withdrawn) in &self.known {
            if !requests.contains_key(key) {
                withdrawn.cancel();
            }
        }
        for (key, request) in requests {
            if self.known.contains_key(key) {
                continue;
            }
            let withdrawn = CancellationToken::new();
            self.known.insert(key.clone(), withdrawn.clone());
            let sender = self.sender.clone();
            let input = sender.request_input(key.clone(), request.clone(), withdrawn);
            self.open.push(Box::pin(input));
        }
    }

    /// Waits for the next question to end.
    pub(super) async fn next(&mut self) -> Result<(), CallError> {
        match self.open.next().await {
            Some(ended) => ended,
            None => std::future::pending().await,
        }
    }

    /// Withdraws all open questions.
    pub(super) fn withdraw(&mut self) {
        self.open.clear();
    }
}

impl InputSender {
    async fn request_input(
        self,
        key: String,
        mut request: Value,
        withdrawn: CancellationToken,
    ) -> Result<(), CallError> {
        let Ok(_permit) = self.permits.acquire().await else {
            return Ok(());
        };
        if withdrawn.is_cancelled() {
            return Ok(());
        }
        let wire = &self.rpc.wire;
        let method = request["method"].as_str().unwrap_or_default().to_owned();
        let params = request
            .get_mut("params")
            .map(Value::take)
            .unwrap_or_default();
        let cause = Cause::Call {
            tag: Some(self.tag.clone()),
            input: Some(InputKey::Task(key.clone())),
        };
        let answer = client_features::dispatch(wire, &method, params, cause, &withdrawn).await;
        // The server no longer wants an answer, or the connection has ended.
        if withdrawn.is_cancelled() || wire.lifecycle.closed().is_cancelled() {
            return Ok(());
        }
        match answer {
            Ok(answer) => {
                let what = ReapprovalSubject::Task(self.tag.clone());
                match self.rpc.request_reapproval(what, &withdrawn).await {
                    // The server no longer wants an answer.
                    Err(CallError::Cancelled) => Ok(()),
                    Err(error) => Err(error),
                    Ok(()) => self.deliver(&key, answer).await,
                }
            }
            Err(refusal) => Err(refusal.into_call_error(wire.redactor.value(request))),
        }
    }

    async fn deliver(&self, key: &str, answer: Value) -> Result<(), CallError> {
        let params = Map::from_iter([("taskId".to_owned(), self.task.0.as_str().into())]);
        let outgoing = Outgoing {
            method: "tasks/update",
            params: Some(Arc::new(params)),
            arguments: None,
            answers: Map::from_iter([(RESPONSES.to_owned(), json!({key: answer}))]),
            meta: Map::new(),
            tag: Some(self.tag.clone()),
            cancel: CancellationToken::new(),
            timeout: self.timeout,
        };
        let mut failures = 0;
        loop {
            let Err(error) = self.rpc.request_with_mrtr(outgoing.clone()).await else {
                return Ok(());
            };
            failures += 1;
            match error {
                CallError::Timeout { .. } | CallError::Http { .. }
                    if failures < limits::ANSWER_ATTEMPTS =>
                {
                    tokio::time::sleep(limits::ANSWER_RETRY_PAUSE).await;
                }
                CallError::Rejected { message, .. } => {
                    // The task may have gone on or ended meanwhile; the next poll shows it.
                    let note = Message::new("repair.taskAnswer").with("message", message);
                    self.rpc.wire.events.send_repairs(vec![note]).await;
                    return Ok(());
                }
                error => return Err(error),
            }
        }
    }
}

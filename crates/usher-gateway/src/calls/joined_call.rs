//! A call that is made again while the first one still waits for the person: both are answered with what comes of it.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::Fault;

use crate::calls::open_calls::{Begun, Joinable, Joining};
use crate::calls::pending::CallKey;
use crate::request::Request;
use crate::session::Session;

/// What comes of a request for a call that others may wait for.
pub(crate) enum BegunOrAnswered {
    /// No other does.
    Begun(Joinable),
    Answered(Result<Value, Fault>),
}

impl Session {
    /// Takes note that a request waits for a call, or answers it with the same call that another request waits for.
    pub(crate) async fn begin_or_join(
        self: &Arc<Self>,
        key: &CallKey,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> BegunOrAnswered {
        loop {
            match self.open_calls.begin_or_find(key, request.arrived) {
                Begun::First(joinable) => return BegunOrAnswered::Begun(joinable),
                Begun::Before(before) => {
                    if let Some(answer) = self.join(before, request, cancelled).await {
                        return BegunOrAnswered::Answered(answer);
                    }
                    if cancelled.is_cancelled() {
                        return BegunOrAnswered::Answered(Err(Fault::cancelled()));
                    }
                }
            }
        }
    }

    /// Answers a request with the same call that an open request waits for, if the person is asked about it: a client
    /// that gave up does not always say so. `None` = the person is not.
    async fn join(
        self: &Arc<Self>,
        before: mpsc::UnboundedSender<Joining>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Option<Result<Value, Fault>> {
        if cancelled.is_cancelled() {
            return None;
        }
        let (run, taken_over) = oneshot::channel();
        let (answered, answer) = oneshot::channel();
        // The sender goes at once: what is sent just as the receiver goes is dropped with the last sender only.
        let sent = before.send(Joining { run, answer });
        drop(before);
        sent.ok()?;
        let (run, joinable) = taken_over.await.ok()?;
        run.signals.progress.follow(request, self.outbox());
        let outcome = self.wait_joinable(request, run, joinable, cancelled).await;
        // The first one may be open no more.
        let _ = answered.send(outcome.clone());
        Some(outcome)
    }

    /// Waits for the answer to the request that has taken a call over.
    pub(crate) async fn wait_for_joined(
        &self,
        answer: oneshot::Receiver<Result<Value, Fault>>,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        tokio::select! {
            () = self.ended.cancelled() => Err(Fault::disconnected()),
            () = cancelled.cancelled() => Err(Fault::cancelled()),
            answer = answer => answer.unwrap_or_else(|_| Err(Fault::cancelled())),
        }
    }
}

//! A call that is made again while the first one still waits for the person: both are answered with what comes of it.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::frame::Fault;
use crate::open_calls::Joining;
use crate::request::Request;
use crate::session::Session;

impl Session {
    /// Answers a request with the same call that an open request waits for, if the person is asked about it: a client
    /// that gave up does not always say so. `None` = the person is not.
    pub(crate) async fn join(
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
        run.control.progress.follow(request, self.outbox());
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
            () = self.ended.cancelled() => Err(Fault::left()),
            () = cancelled.cancelled() => Err(Fault::cancelled()),
            answer = answer => answer.unwrap_or_else(|_| Err(Fault::cancelled())),
        }
    }
}

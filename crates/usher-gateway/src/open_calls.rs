//! A call that is made again while the first one still waits for the person: both are answered with what comes of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::call_run::CallRun;
use crate::frame::Fault;
use crate::pending::CallKey;
use crate::request::Request;
use crate::session::Session;

/// The calls of one connection that requests wait for.
#[derive(Default)]
pub(crate) struct OpenCalls(Mutex<HashMap<CallKey, mpsc::UnboundedSender<Joining>>>);

/// A request that asks for the same call.
pub(crate) struct Joining {
    /// Takes the call over; dropped, it is asked for anew.
    run: oneshot::Sender<CallRun>,
    /// What the request is answered.
    answer: oneshot::Receiver<Result<Value, Fault>>,
}

/// A call that can be joined, until dropped.
pub(crate) struct Joinable<'a> {
    of: &'a OpenCalls,
    key: CallKey,
    sender: mpsc::UnboundedSender<Joining>,
    joining: mpsc::UnboundedReceiver<Joining>,
}

impl OpenCalls {
    /// Takes note that a request waits for a call.
    pub(crate) fn begin(&self, key: CallKey) -> Joinable<'_> {
        let (sender, joining) = mpsc::unbounded_channel();
        self.lock().insert(key.clone(), sender.clone());
        Joinable {
            of: self,
            key,
            sender,
            joining,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CallKey, mpsc::UnboundedSender<Joining>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Joinable<'_> {
    /// The next request for the same call.
    pub(crate) async fn joined(&mut self) -> Option<Joining> {
        self.joining.recv().await
    }
}

impl Drop for Joinable<'_> {
    fn drop(&mut self) {
        let mut calls = self.of.lock();
        let listed = calls.get(&self.key);
        if listed.is_some_and(|listed| listed.same_channel(&self.sender)) {
            calls.remove(&self.key);
        }
    }
}

impl Session {
    /// Answers a request with the same call that an open request waits for, if the person is asked about it just now: a
    /// client that gave up does not always say so. `None` = there is none.
    pub(crate) async fn join(
        self: &Arc<Self>,
        key: &CallKey,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Option<Result<Value, Fault>> {
        let open = self.open_calls.lock().get(key).cloned()?;
        let (run, taken_over) = oneshot::channel();
        let (answered, answer) = oneshot::channel();
        open.send(Joining { run, answer }).ok()?;
        let run = taken_over.await.ok()?;
        run.control.progress.follow(request, self.outbox());
        let outcome = self.wait_for(request, run, cancelled).await;
        // The first one may be open no more.
        let _ = answered.send(outcome.clone());
        Some(outcome)
    }

    /// Leaves a call to a request that joins it, and waits for what that is answered. `Err` = that request has gone.
    pub(crate) async fn hand_over(
        &self,
        run: CallRun,
        joining: Joining,
        cancelled: &CancellationToken,
    ) -> Result<Result<Value, Fault>, CallRun> {
        joining.run.send(run)?;
        Ok(tokio::select! {
            () = self.ended.cancelled() => Err(Fault::left()),
            () = cancelled.cancelled() => Err(Fault::cancelled()),
            answer = joining.answer => answer.unwrap_or_else(|_| Err(Fault::cancelled())),
        })
    }
}

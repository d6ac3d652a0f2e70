//! A call that is made again while the first one still waits for the person: both are answered with what comes of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::call_run::CallRun;
use crate::frame::Fault;
use crate::pending::CallKey;
use crate::request::Request;
use crate::session::Session;

/// The calls of one connection that requests wait for.
#[derive(Default)]
pub(crate) struct OpenCalls(Mutex<HashMap<CallKey, Listed>>);

/// The request that waits for a call, the latest if there are several.
struct Listed {
    arrived: Instant,
    sender: mpsc::UnboundedSender<Joining>,
}

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
    /// Takes note that a request, which arrived then, waits for a call.
    pub(crate) fn begin(&self, key: CallKey, arrived: Instant) -> Joinable<'_> {
        let (sender, joining) = mpsc::unbounded_channel();
        let mut calls = self.lock();
        if calls.get(&key).is_none_or(|other| other.arrived < arrived) {
            let sender = sender.clone();
            calls.insert(key.clone(), Listed { arrived, sender });
        }
        drop(calls);
        Joinable {
            of: self,
            key,
            sender,
            joining,
        }
    }

    /// The request that waited for a call before one that arrived then.
    fn before(&self, key: &CallKey, arrived: Instant) -> Option<mpsc::UnboundedSender<Joining>> {
        let calls = self.lock();
        let listed = calls.get(key).filter(|listed| listed.arrived < arrived);
        listed.map(|listed| listed.sender.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CallKey, Listed>> {
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
        if listed.is_some_and(|listed| listed.sender.same_channel(&self.sender)) {
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
        if cancelled.is_cancelled() {
            return None;
        }
        let open = self.open_calls.before(key, request.arrived)?;
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

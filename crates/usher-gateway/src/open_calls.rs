//! The calls that wait for the person, by which a call that is made again is known.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::call_run::CallRun;
use crate::frame::Fault;
use crate::pending::CallKey;

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
    pub(crate) run: oneshot::Sender<CallRun>,
    /// What the request is answered.
    pub(crate) answer: oneshot::Receiver<Result<Value, Fault>>,
}

/// A call that can be joined, until dropped.
pub(crate) struct Joinable<'a> {
    of: &'a OpenCalls,
    key: CallKey,
    sender: mpsc::UnboundedSender<Joining>,
    joining: mpsc::UnboundedReceiver<Joining>,
}

/// What a request finds that asks for a call.
pub(crate) enum Begun<'a> {
    First(Joinable<'a>),
    /// Another request waits for the same call.
    Before(mpsc::UnboundedSender<Joining>),
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

    /// Takes note that a request, which arrived then, waits for a call, unless another one does: of two requests of one
    /// instant the second finds the first.
    pub(crate) fn begin_or_find(&self, key: &CallKey, arrived: Instant) -> Begun<'_> {
        let (sender, joining) = mpsc::unbounded_channel();
        let mut calls = self.lock();
        if let Some(listed) = calls.get(key) {
            return Begun::Before(listed.sender.clone());
        }
        let listed = Listed {
            arrived,
            sender: sender.clone(),
        };
        calls.insert(key.clone(), listed);
        drop(calls);
        Begun::First(Joinable {
            of: self,
            key: key.clone(),
            sender,
            joining,
        })
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

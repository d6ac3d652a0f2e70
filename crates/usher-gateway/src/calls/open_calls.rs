//! The calls that wait for the person, by which a call that is made again is known.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use usher_jsonrpc::Fault;

use crate::calls::pending::CallKey;
use crate::calls::run::CallRun;

/// The calls of one connection that requests wait for. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct OpenCalls(Arc<Mutex<HashMap<CallKey, Listed>>>);

/// The request that waits for a call, the latest if there are several.
struct Listed {
    arrived: Instant,
    sender: mpsc::UnboundedSender<Joining>,
}

/// A request that asks for the same call.
pub(crate) struct Joining {
    /// Takes the call over, with those that join it after this; dropped, it is asked for anew.
    pub(crate) run: oneshot::Sender<(CallRun, Joinable)>,
    /// What the request is answered.
    pub(crate) answer: oneshot::Receiver<Result<Value, Fault>>,
}

/// A call that can be joined, until dropped.
pub(crate) struct Joinable {
    of: OpenCalls,
    key: CallKey,
    sender: mpsc::UnboundedSender<Joining>,
    joining: mpsc::UnboundedReceiver<Joining>,
}

/// What a request finds that asks for a call.
pub(crate) enum Begun {
    First(Joinable),
    /// Another request waits for the same call.
    Before(mpsc::UnboundedSender<Joining>),
}

impl OpenCalls {
    /// Takes note that a request, which arrived then, waits for a call.
    pub(crate) fn begin(&self, key: CallKey, arrived: Instant) -> Joinable {
        let joinable = Joinable::new(self, key);
        let mut calls = self.0.lock();
        let listed = calls.get(&joinable.key);
        if listed.is_none_or(|other| other.arrived < arrived) {
            calls.insert(joinable.key.clone(), joinable.listed(arrived));
        }
        drop(calls);
        joinable
    }

    /// Takes note that a request, which arrived then, waits for a call, unless another one does: of two requests of one
    /// instant the second finds the first.
    pub(crate) fn begin_or_find(&self, key: &CallKey, arrived: Instant) -> Begun {
        let mut calls = self.0.lock();
        if let Some(listed) = calls.get(key) {
            return Begun::Before(listed.sender.clone());
        }
        let joinable = Joinable::new(self, key.clone());
        calls.insert(key.clone(), joinable.listed(arrived));
        drop(calls);
        Begun::First(joinable)
    }
}

impl Joinable {
    fn new(of: &OpenCalls, key: CallKey) -> Self {
        let (sender, joining) = mpsc::unbounded_channel();
        Self {
            of: of.clone(),
            key,
            sender,
            joining,
        }
    }

    fn listed(&self, arrived: Instant) -> Listed {
        let sender = self.sender.clone();
        Listed { arrived, sender }
    }

    /// The next request for the same call.
    pub(crate) async fn joined(&mut self) -> Option<Joining> {
        self.joining.recv().await
    }
}

impl Drop for Joinable {
    fn drop(&mut self) {
        let mut calls = self.of.0.lock();
        let listed = calls.get(&self.key);
        if listed.is_some_and(|listed| listed.sender.same_channel(&self.sender)) {
            calls.remove(&self.key);
        }
    }
}

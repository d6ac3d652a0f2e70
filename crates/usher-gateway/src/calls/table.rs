//! The calls of all clients that have not ended, to which requests of their clients attach.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;
use usher_calls::running_calls::Stage;
use usher_jsonrpc::Fault;
use usher_types::id::CallId;

use crate::calls::client_call::{Attachment, ClientCall, Resumes};
use crate::calls::key::{CallKey, CallOwner};
use crate::limits;

/// The calls of clients, by their identities. An ended call is removed.
#[derive(Default)]
pub(crate) struct CallTable(Mutex<HashMap<CallId, Arc<ClientCall>>>);

/// What a request finds that asks for a call.
pub(crate) enum Found {
    /// It was begun for the request.
    Begun(Attachment),
    /// No request waits for it any more.
    TakenUp(Attachment),
    /// Another request of the connection waits for the same call, which is not sent.
    Open(Arc<ClientCall>),
}

/// Outcome of letting a call go on without a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detach {
    Done,
    /// Too many calls of the client do.
    TooMany,
    /// Another request waits for it, or it has ended.
    Kept,
}

impl CallTable {
    /// Finds the call that an identical one of a connection takes up, or starts one. Of two requests of one instant the
    /// second finds the call of the first.
    pub(crate) fn find_or_start(
        &self,
        key: &CallKey,
        (owner, arrived): (&CallOwner, Instant),
        start: impl FnOnce() -> Result<Arc<ClientCall>, Fault>,
    ) -> Result<Found, Fault> {
        let mut calls = self.0.lock();
        let is_left = |call: &&Arc<ClientCall>| call.is_taken_up_by(key, owner.session);
        if let Some(call) = calls.values().find(is_left) {
            // Dropped, it is asked of the person.
            call.open.lock().clear();
            return Ok(Found::TakenUp(call.attach(owner, arrived)));
        }
        let is_open = |call: &&Arc<ClientCall>| call.is_joined_by(key, owner.session);
        if let Some(call) = calls.values().find(is_open) {
            return Ok(Found::Open(Arc::clone(call)));
        }
        let call = start()?;
        calls.insert(call.id.clone(), Arc::clone(&call));
        Ok(Found::Begun(call.attach(owner, arrived)))
    }

    /// Lets a request join the one that waits for the same call, if the person is still asked about it.
    pub(crate) fn join(
        &self,
        call: &Arc<ClientCall>,
        key: &CallKey,
        (owner, arrived): (&CallOwner, Instant),
    ) -> Option<Attachment> {
        let _calls = self.0.lock();
        let is_it = call.is_joined_by(key, owner.session) && call.is_undecided();
        is_it.then(|| call.join(owner, arrived))
    }

    /// Adds a call that its client follows as a task.
    pub(crate) fn insert_task(&self, call: &Arc<ClientCall>) {
        call.become_task();
        self.0.lock().insert(call.id.clone(), Arc::clone(call));
    }

    /// Takes up the call of a state that its client was given.
    ///
    /// # Errors
    /// The state is unknown, was used before, or belongs to another call.
    pub(crate) fn resume(
        &self,
        state: &str,
        key: &CallKey,
        (owner, arrived): (&CallOwner, Instant),
    ) -> Result<Attachment, Fault> {
        let calls = self.0.lock();
        let found = calls.values().find(|call| call.is_resumed_by(state));
        let call =
            found.ok_or_else(|| Fault::params("requestState is unknown, or was used before"))?;
        if call.key != *key {
            return Err(Fault::params(
                "requestState belongs to another call: the tool and its arguments must be the same",
            ));
        }
        Ok(call.attach(owner, arrived))
    }

    /// Lets a call go on without the request that waits for it.
    pub(crate) fn detach(&self, attachment: &Attachment, resumes: Resumes) -> Detach {
        let Attachment { call, number } = attachment;
        let calls = self.0.lock();
        if call.latest() != *number || call.state().stage == Stage::Ended {
            return Detach::Kept;
        }
        let of_client = calls
            .values()
            .filter(|one| one.key.client == call.key.client && one.is_detached());
        if of_client.count() >= limits::KEPT_CALLS {
            return Detach::TooMany;
        }
        call.detach(resumes);
        Detach::Done
    }

    /// Removes a call that has ended, unless its client is to come back for it; whether it did.
    pub(crate) fn remove_attached(&self, call: &ClientCall) -> bool {
        let mut calls = self.0.lock();
        let is_attached = !call.is_detached();
        if is_attached {
            calls.remove(&call.id);
        }
        is_attached
    }

    pub(crate) fn remove(&self, call: &CallId) {
        self.0.lock().remove(call);
    }
}

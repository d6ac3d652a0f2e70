//! The calls of all clients that have not ended, to which requests of their clients attach.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use usher_jsonrpc::Fault;
use usher_types::id::CallId;

use crate::calls::client_call::{Attached, ClientCall, Resumes};
use crate::calls::key::CallKey;
use crate::limits;

/// The calls of clients, by their identities. An ended call is removed.
#[derive(Default)]
pub(crate) struct CallTable(Mutex<HashMap<CallId, Arc<ClientCall>>>);

/// What a request finds that asks for a call.
pub(crate) enum Found {
    /// It was begun for the request, or no request waits for it any more.
    Own(Arc<ClientCall>),
    /// Another request of the connection waits for the same call, which is not sent.
    Open(Arc<ClientCall>),
}

impl CallTable {
    /// Finds the call that an identical one of a connection takes up, or starts one. Of two requests of one instant the
    /// second finds the call of the first.
    pub(crate) fn find_or_start(
        &self,
        key: &CallKey,
        session: u64,
        start: impl FnOnce() -> Result<Arc<ClientCall>, Fault>,
    ) -> Result<Found, Fault> {
        let mut calls = self.0.lock();
        if let Some(call) = calls
            .values()
            .find(|call| call.is_taken_up_by(key, session))
        {
            call.set_attached(Attached::Request);
            return Ok(Found::Own(Arc::clone(call)));
        }
        let is_open = |call: &&Arc<ClientCall>| call.is_joined_by(key, session);
        if let Some(call) = calls.values().find(is_open) {
            return Ok(Found::Open(Arc::clone(call)));
        }
        let call = start()?;
        calls.insert(call.id.clone(), Arc::clone(&call));
        Ok(Found::Own(call))
    }

    /// Adds a call that no other request takes up.
    pub(crate) fn insert(&self, call: &Arc<ClientCall>) {
        self.0.lock().insert(call.id.clone(), Arc::clone(call));
    }

    /// Takes up the call of a state that its client was given.
    ///
    /// # Errors
    /// The state is unknown, was used before, or belongs to another call.
    pub(crate) fn resume(&self, state: &str, key: &CallKey) -> Result<Arc<ClientCall>, Fault> {
        let calls = self.0.lock();
        let found = calls.values().find(|call| call.is_resumed_by(state));
        let call =
            found.ok_or_else(|| Fault::params("requestState is unknown, or was used before"))?;
        if call.key != *key {
            return Err(Fault::params(
                "requestState belongs to another call: the tool and its arguments must be the same",
            ));
        }
        call.set_attached(Attached::Request);
        Ok(Arc::clone(call))
    }

    /// Lets a call go on without a request of its client; `false` = too many calls of the client do.
    pub(crate) fn detach(&self, call: &ClientCall, resumes: Resumes) -> bool {
        let calls = self.0.lock();
        let of_client = calls
            .values()
            .filter(|one| one.key.client == call.key.client && one.is_detached());
        if of_client.count() >= limits::KEPT_CALLS {
            return false;
        }
        call.set_attached(Attached::Detached(resumes));
        true
    }

    pub(crate) fn remove(&self, call: &CallId) {
        self.0.lock().remove(call);
    }
}

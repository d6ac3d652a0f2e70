//! Whose calls run at which server, so that what a server logs meanwhile reaches nobody else.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use usher_types::id::ServerId;

/// The calls of each connection that run at a server, by their numbers.
#[derive(Default)]
pub(crate) struct RunningCalls(Mutex<State>);

#[derive(Default)]
struct State {
    calls: HashMap<ServerId, HashMap<u64, BTreeSet<u64>>>,
    next_call: u64,
}

/// A call that runs at a server, until dropped.
pub(crate) struct RunningAt<'a> {
    of: &'a RunningCalls,
    server: ServerId,
    session: u64,
    call: u64,
}

impl RunningCalls {
    /// Takes note that a call of a connection runs at a server.
    pub(crate) fn runs_at(&self, server: ServerId, session: u64) -> RunningAt<'_> {
        let mut state = self.lock();
        let call = state.next_call;
        state.next_call += 1;
        let of_server = state.calls.entry(server.clone()).or_default();
        of_server.entry(session).or_default().insert(call);
        drop(state);
        RunningAt {
            of: self,
            server,
            session,
            call,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningAt<'_> {
    /// Whether this call tells its client what the server says meanwhile: no other client's call runs there, and no
    /// earlier one of its own.
    pub(crate) fn hears(&self, server: &ServerId) -> bool {
        let state = self.of.lock();
        let callers = state.calls.get(server).filter(|callers| callers.len() == 1);
        let own = callers.and_then(|callers| callers.get(&self.session));
        *server == self.server && own.and_then(BTreeSet::first) == Some(&self.call)
    }
}

impl Drop for RunningAt<'_> {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        let Some(callers) = state.calls.get_mut(&self.server) else {
            return;
        };
        if let Some(running) = callers.get_mut(&self.session) {
            running.remove(&self.call);
            if running.is_empty() {
                callers.remove(&self.session);
            }
        }
        if callers.is_empty() {
            state.calls.remove(&self.server);
        }
    }
}

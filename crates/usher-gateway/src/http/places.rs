//! The places for connections: few for those that have shown no token yet, of which the oldest gives way.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::limits;

/// All places of a port. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Places(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    next: u64,
    /// How many connections there are.
    taken: usize,
    /// Those that have shown no token, the oldest first.
    silent: VecDeque<(u64, CancellationToken)>,
}

/// The place of one connection, until dropped.
pub(super) struct Place {
    of: Places,
    id: u64,
    /// Cancelled when it has to give way.
    pub(super) given_up: CancellationToken,
    /// The processes at the other end, until it has shown a token.
    processes: Mutex<Vec<u32>>,
}

impl Places {
    /// Takes a place. One that has shown no token gives way if there is none; `None` = all have shown theirs.
    pub(super) fn take(&self) -> Option<Arc<Place>> {
        let mut state = self.lock();
        let is_full = state.taken >= limits::HTTP_CONNECTIONS;
        if is_full || state.silent.len() >= limits::HTTP_SILENT_CONNECTIONS {
            let (_, oldest) = state.silent.pop_front()?;
            oldest.cancel();
        }
        let id = state.next;
        state.next += 1;
        state.taken += 1;
        let given_up = CancellationToken::new();
        state.silent.push_back((id, given_up.clone()));
        drop(state);
        Some(Arc::new(Place {
            of: self.clone(),
            id,
            given_up,
            processes: Mutex::default(),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Names the processes at the other end of the connection.
    pub(super) fn is_of(&self, processes: Vec<u32>) {
        *self.processes() = processes;
    }

    /// The connection has shown a token that is right: it gives way no more. Returns the processes of the client the first
    /// time.
    pub(super) fn is_a_clients(&self) -> Vec<u32> {
        self.of.lock().silent.retain(|(id, _)| *id != self.id);
        std::mem::take(&mut self.processes())
    }

    fn processes(&self) -> MutexGuard<'_, Vec<u32>> {
        self.processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        state.silent.retain(|(id, _)| *id != self.id);
        state.taken = state.taken.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_silent_connection_gives_way_and_no_clients_does() {
        let places = Places::default();
        let take = || places.take().expect("a place");
        let clients = take();
        clients.is_a_clients();
        let silent: Vec<_> = (0..=limits::HTTP_SILENT_CONNECTIONS)
            .map(|_| take())
            .collect();
        let given_up = |places: &[Arc<Place>]| {
            let given_up = places.iter().filter(|place| place.given_up.is_cancelled());
            given_up.count()
        };
        assert_eq!(given_up(&silent), 1);
        assert!(silent[0].given_up.is_cancelled(), "the oldest");
        assert!(!clients.given_up.is_cancelled(), "it has shown its token");
        drop(silent);
        let all: Vec<_> = (1..limits::HTTP_CONNECTIONS)
            .map(|_| {
                let place = take();
                place.is_a_clients();
                place
            })
            .collect();
        assert!(places.take().is_none(), "all are clients'");
        drop(clients);
        let last = take();
        assert!(!last.given_up.is_cancelled() && given_up(&all) == 0);
    }
}

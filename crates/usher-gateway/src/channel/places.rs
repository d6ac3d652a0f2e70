//! The places for connections: few for those that have not shown who they are yet, of which the oldest gives way.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;

/// All places of an address. Clones share them.
#[derive(Clone)]
pub(crate) struct Places {
    /// How many connections there may be.
    most: usize,
    /// How many of them may be silent.
    most_silent: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    next: u64,
    /// How many connections there are.
    taken: usize,
    /// Those that have not shown who they are, the oldest first.
    silent: VecDeque<(u64, CancellationToken)>,
}

/// The place of one connection, until dropped.
pub(crate) struct Place {
    of: Places,
    id: u64,
    /// Cancelled when it has to give way.
    pub(crate) given_up: CancellationToken,
    /// The processes at the other end, until it has shown who it is.
    processes: Mutex<Vec<u32>>,
}

impl Places {
    pub(crate) fn new(most: usize, most_silent: usize) -> Self {
        Self {
            most,
            most_silent,
            state: Arc::default(),
        }
    }

    /// Takes a place. The oldest silent connection gives way if there is none; `None` = none is silent.
    pub(crate) fn take(&self) -> Option<Arc<Place>> {
        let mut state = self.state.lock();
        let is_full = state.taken >= self.most;
        if is_full || state.silent.len() >= self.most_silent {
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
}

impl Place {
    /// Names the processes at the other end of the connection.
    pub(crate) fn is_of(&self, processes: Vec<u32>) {
        *self.processes() = processes;
    }

    /// The connection has shown who it is: it gives way no more. Returns the processes at its other end the first time.
    pub(crate) fn is_known(&self) -> Vec<u32> {
        self.of.state.lock().silent.retain(|(id, _)| *id != self.id);
        std::mem::take(&mut self.processes())
    }

    fn processes(&self) -> MutexGuard<'_, Vec<u32>> {
        self.processes.lock()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.of.state.lock();
        state.silent.retain(|(id, _)| *id != self.id);
        state.taken = state.taken.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_silent_connection_gives_way_and_no_clients_does() {
        let places = Places::new(6, 3);
        let take = || places.take().expect("a place");
        let clients = take();
        clients.is_known();
        let silent: Vec<_> = (0..=3).map(|_| take()).collect();
        let given_up = |places: &[Arc<Place>]| {
            let given_up = places.iter().filter(|place| place.given_up.is_cancelled());
            given_up.count()
        };
        assert_eq!(given_up(&silent), 1);
        assert!(silent[0].given_up.is_cancelled(), "the oldest");
        assert!(!clients.given_up.is_cancelled(), "it has shown who it is");
        drop(silent);
        let all: Vec<_> = (1..6)
            .map(|_| {
                let place = take();
                place.is_known();
                place
            })
            .collect();
        assert!(places.take().is_none(), "none is silent");
        drop(clients);
        let last = take();
        assert!(!last.given_up.is_cancelled() && given_up(&all) == 0);
    }
}

//! The clients that wait for the person: as many as a person can look at. If there are more, one gives way.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::PathBuf;

use usher_types::client::{ClientProgram, ClientStatus};
use usher_types::id::ClientId;

use super::{ClientError, Clients};
use crate::limits;

/// A client that waits.
struct Waiting {
    id: ClientId,
    path: Option<PathBuf>,
    is_connected: bool,
    created_at: i64,
}

impl Clients {
    /// Makes room for one more client that waits, of this program. What gives way is new if it connects again. The caller
    /// holds what is held while one is added.
    pub(super) async fn make_room(&self, program: &ClientProgram) -> Result<(), ClientError> {
        let waiting: Vec<_> = {
            let clients = self.0.clients.lock();
            let all = clients.values().map(|one| (one.state.borrow(), one));
            // One that was decided about before keeps its access until it is decided about again.
            let waiting = all.filter(|(client, _)| {
                client.status == ClientStatus::Waiting && client.decided_at.is_none()
            });
            waiting
                .map(|(client, one)| Waiting {
                    id: client.id.clone(),
                    path: client.program.path.clone(),
                    is_connected: one.sessions > 0,
                    created_at: client.created_at,
                })
                .collect()
        };
        if waiting.len() < limits::CLIENTS_WAITING {
            return Ok(());
        }
        if let Some(gone) = gives_way(waiting, program.path.as_ref()) {
            tracing::warn!("too many clients wait for the person");
            self.0.store.delete_client(&gone).await?;
            self.0.clients.lock().remove(&gone);
        }
        Ok(())
    }
}

/// Of the program that has the most, one that has gone, else the oldest: whoever floods pushes out its own.
fn gives_way(waiting: Vec<Waiting>, newcomer: Option<&PathBuf>) -> Option<ClientId> {
    let mut counts = HashMap::from([(newcomer.cloned(), 1)]);
    for one in &waiting {
        *counts.entry(one.path.clone()).or_insert(0) += 1;
    }
    let count = |one: &Waiting| counts.get(&one.path).copied().unwrap_or(0);
    let mut waiting = waiting;
    waiting.sort_by_key(|one| (Reverse(count(one)), one.is_connected, one.created_at));
    waiting.into_iter().next().map(|one| one.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_that_floods_pushes_out_its_own() {
        let waiting = |id: &str, path: &str, is_connected: bool, created_at: i64| Waiting {
            id: id.into(),
            path: Some(path.into()),
            is_connected,
            created_at,
        };
        let flood = |number: u8| waiting(&format!("fake-{number}"), "/fake", true, 10);
        let cases = [
            (
                vec![waiting("own", "/agent", true, 1), flood(1), flood(2)],
                "/other",
                "fake-1",
            ),
            (
                vec![
                    waiting("own", "/agent", true, 1),
                    waiting("fake", "/fake", true, 2),
                ],
                "/fake",
                "fake",
            ),
            (
                vec![
                    waiting("old", "/a", true, 1),
                    waiting("gone", "/b", false, 2),
                ],
                "/c",
                "gone",
            ),
            (
                vec![waiting("old", "/a", true, 1), waiting("new", "/b", true, 2)],
                "/c",
                "old",
            ),
        ];
        for (waiting, newcomer, expected) in cases {
            let gone = gives_way(waiting, Some(&newcomer.into()));
            assert_eq!(gone, Some(expected.into()), "for one of {newcomer}");
        }
    }
}

//! Clients that the person has forgotten. For a while they can be brought back as they were.

use std::collections::HashMap;

use parking_lot::MutexGuard;

use super::connected::Connected;
use super::forgotten_client::{Forgotten, RemovedClient};
use super::{ClientError, ClientSnapshot, Clients, about, free_name};
use usher_servers::events::HostEvent;
use usher_servers::limits::undo_until;
use usher_store::{Restriction, Store};
use usher_types::approval::ApprovalEnding;
use usher_types::caller::Caller;
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::id::ClientId;

impl Clients {
    /// Forgets a client, with the permissions for its calls. If it connects again, it is new.
    pub async fn forget(&self, id: &ClientId) -> Result<RemovedClient, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let before = self.snapshot(id)?;
        let client = before.client.clone();
        let name = client.name.clone();
        // What it loses holds before that is stored.
        let caller = Caller::Client { id: id.clone() };
        let rules = inner.policies.forget_caller(&caller);
        inner.approvals.calls.clients.remove(id);
        self.record(
            &before,
            &client,
            "ended.clientRemoved",
            ApprovalEnding::Declined,
        );
        let now = inner.clock.now_ms();
        let undo_until_at = undo_until(now);
        let told = RemovedClient {
            client_id: id.clone(),
            name: name.clone(),
            permissions: rules.len(),
            undo_until_at,
        };
        inner.former.lock().insert(id.clone(), name);
        let removed = inner.clients.lock().remove(id);
        if let Some(connected) = removed {
            // Its connections get nothing: they are of nobody.
            connected
                .state
                .send_modify(|client| client.status = ClientStatus::Refused);
            let mut forgotten = self.forgotten();
            forgotten.retain(|_, one| one.until_at > now);
            forgotten.insert(
                id.clone(),
                Forgotten {
                    client,
                    connected,
                    rules: rules.clone(),
                    until_at: undo_until_at,
                },
            );
        }
        inner.events.send(HostEvent::ClientsChanged);
        inner
            .policies
            .write_forgotten(&rules, removal_of(id, None))
            .await?;
        Ok(told)
    }

    /// Brings a forgotten client back as it was, with its permissions and connections. If the program has connected
    /// again and waits for the person, its connections are those of the client from then on.
    pub async fn restore(&self, id: &ClientId) -> Result<ClientSnapshot, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let now = inner.clock.now_ms();
        // It stays forgotten until all is written: the person can try again.
        let (client, rules) = {
            let mut forgotten = self.forgotten();
            forgotten.retain(|_, one| one.until_at > now);
            let forgotten = forgotten.get(id).ok_or(ClientError::TooLate)?;
            (forgotten.client.clone(), forgotten.rules.clone())
        };
        let again = {
            let clients = self.0.clients.lock();
            let mut all = clients.values().map(|one| one.state.borrow().clone());
            all.find(|known| {
                client.token.is_none()
                    && known.connects_by_program(&client.connects_as, &client.program, client.key)
            })
        };
        let client = match again.clone() {
            Some(again) if again.status != ClientStatus::Waiting => {
                return Err(ClientError::Replaced);
            }
            Some(again) => KnownClient {
                name: again.name,
                program: again.program,
                key: again.key,
                identity: again.identity,
                seen_at: again.seen_at,
                ..client
            },
            None => KnownClient {
                name: free_name(&client.name, &self.0.clients.lock()),
                ..client
            },
        };
        match &again {
            Some(again) => inner.store.adopt_client(&client, &again.id).await?,
            None => inner.store.put_client(&client).await?,
        }
        inner.store.lift_restriction(&about(id));
        if let Err(error) = inner.policies.restore_rules(rules).await {
            // It is forgotten as it was, and can be restored again.
            let caller = Caller::Client { id: id.clone() };
            let given = inner.policies.forget_caller(&caller);
            let as_before = removal_of(id, again);
            if let Err(error) = inner.policies.write_forgotten(&given, as_before).await {
                tracing::warn!(%error, "a client that could not be restored is still stored");
            }
            return Err(error.into());
        }
        let forgotten = self.forgotten().remove(id).map(|one| one.connected);
        inner.former.lock().remove(id);
        inner.approvals.calls.clients.follow(&client);
        {
            let mut clients = self.0.clients.lock();
            // Connections follow the state they have, so it is the newcomer's entry that stays.
            let newcomer = again.and_then(|again| clients.remove(&again.id));
            let connected = match (newcomer, forgotten) {
                (Some(newcomer), Some(forgotten)) => Connected {
                    sessions: newcomer.sessions + forgotten.sessions,
                    calls: newcomer.calls + forgotten.calls,
                    ..newcomer
                },
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => Connected::of(client.clone()),
            };
            connected.state.send_replace(client);
            clients.insert(id.clone(), connected);
        }
        inner.events.send(HostEvent::ClientsChanged);
        let restored = self.snapshot(id)?;
        self.record(
            &restored,
            &restored.client,
            "ended.clientRestored",
            ApprovalEnding::Accepted,
        );
        Ok(restored)
    }

    /// A connection of a client that was forgotten has ended.
    pub(super) fn end_forgotten(&self, id: &ClientId) {
        if let Some(forgotten) = self.forgotten().get_mut(id) {
            forgotten.connected.end_session();
        }
    }

    fn forgotten(&self) -> MutexGuard<'_, HashMap<ClientId, Forgotten>> {
        self.0.forgotten.lock()
    }
}

/// Has a client removed from what is stored; `again` is the one that had its program meanwhile.
fn removal_of(id: &ClientId, again: Option<KnownClient>) -> Restriction {
    let gone = id.clone();
    Restriction::new(about(id), move |store: Store| {
        let (gone, again) = (gone.clone(), again.clone());
        async move {
            match again {
                Some(again) => store.adopt_client(&again, &gone).await,
                None => store.delete_client(&gone).await,
            }
        }
    })
}

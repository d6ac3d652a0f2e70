//! A client whose program, script or key is another: it waits for the person as a new one, and the person says that it is
//! the client known before.

use super::{ClientError, ClientSnapshot, Clients};
use usher_servers::events::HostEvent;
use usher_types::approval::ApprovalEnding;
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::id::ClientId;

impl Clients {
    /// Makes a client that waits one with a client that the person has decided about: that one gets the new program and
    /// its connections, and keeps its name, access, permissions and record.
    ///
    /// One that is connected from where it was has not moved, so this is refused until those connections have ended.
    pub async fn adopt(
        &self,
        waiting: &ClientId,
        known: &ClientId,
    ) -> Result<ClientSnapshot, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let (newcomer, before) = (self.snapshot(waiting)?, self.snapshot(known)?);
        if !can_be(&newcomer.client, &before.client) {
            return Err(ClientError::NotMoved);
        }
        if before.sessions > 0 {
            return Err(ClientError::StillConnected);
        }
        let client = KnownClient {
            program: newcomer.client.program.clone(),
            key: newcomer.client.key,
            identity: newcomer.client.identity,
            seen_at: newcomer.client.seen_at,
            decided_at: Some(inner.clock.now_ms()),
            ..before.client.clone()
        };
        inner.store.adopt_client(&client, waiting).await?;
        {
            let mut clients = self.0.clients.lock();
            // Its connections follow the state they have, so it is the newcomer's entry that stays.
            let mut entry = clients.remove(waiting).ok_or(ClientError::Unknown)?;
            entry.calls += before.calls;
            entry.state.send_replace(client.clone());
            clients.insert(known.clone(), entry);
        }
        let adopted = self.snapshot(known)?;
        self.record(
            &ClientSnapshot {
                declared: newcomer.declared,
                ..before
            },
            &client,
            "ended.clientMoved",
            ApprovalEnding::Accepted,
        );
        inner.events.send(HostEvent::ClientsChanged);
        Ok(adopted)
    }
}

/// Whether a client that waits may be said to be one that is known: it connects with the same name, by `usher connect`.
fn can_be(waiting: &KnownClient, known: &KnownClient) -> bool {
    let is_decided = matches!(known.status, ClientStatus::Allowed | ClientStatus::Paused);
    waiting.status == ClientStatus::Waiting
        && is_decided
        && waiting.token.is_none()
        && known.token.is_none()
        && waiting.connects_as == known.connects_as
}

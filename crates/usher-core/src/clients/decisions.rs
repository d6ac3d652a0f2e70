//! Applies what the person decides about clients. What a decision takes away holds before it is stored, and also if it
//! cannot be.

use std::sync::Arc;

use super::{ClientDecision, ClientError, ClientSnapshot, Clients, about};
use usher_store::Store;
use usher_types::approval::ApprovalEnding;
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::id::ClientId;

impl Clients {
    /// Does what the person decides about a client, and records it.
    pub async fn decide(
        &self,
        id: &ClientId,
        decision: ClientDecision,
    ) -> Result<ClientSnapshot, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let before = self.snapshot(id)?;
        let mut client = before.client.clone();
        let (reason, ending) = match decision {
            ClientDecision::Allow { profile } => {
                client.status = ClientStatus::Allowed;
                client.profile = profile;
                ("ended.clientAllowed", ApprovalEnding::Accepted)
            }
            ClientDecision::Refuse => {
                client.status = ClientStatus::Refused;
                ("ended.clientRefused", ApprovalEnding::Declined)
            }
            ClientDecision::Pause => {
                client.status = ClientStatus::Paused;
                ("ended.clientPaused", ApprovalEnding::Declined)
            }
            ClientDecision::Limit { profile } => {
                client.profile = profile;
                ("ended.clientLimited", ApprovalEnding::Accepted)
            }
        };
        if client.status != ClientStatus::Waiting {
            client.decided_at = Some(inner.clock.now_ms());
        }
        let narrowed = client.profile.narrowed_by(&before.client.profile);
        let only_narrows = client.status == before.client.status && client.profile == narrowed;
        let refuses = matches!(client.status, ClientStatus::Refused | ClientStatus::Paused);
        let restricts = refuses || only_narrows;
        if !restricts {
            if let Err(error) = inner.store.put_client(&client).await {
                if before.client.status == ClientStatus::Allowed {
                    // What the person takes away holds all the same.
                    client.profile = narrowed;
                    if let Err(error) = self.restrict(client).await {
                        tracing::warn!(%error, "what a client may see no longer is not stored");
                    }
                }
                return Err(error.into());
            }
            inner.store.lift_restriction(&about(id));
        }
        self.record(&before, &client, reason, ending);
        if restricts {
            self.restrict(client).await?;
        } else {
            self.apply(client)?;
        }
        self.snapshot(id)
    }

    /// Has what is decided about a client hold, and then writes it.
    pub(super) async fn restrict(&self, client: KnownClient) -> Result<(), ClientError> {
        let id = client.id.clone();
        self.apply(client)?;
        let (clients, known) = (Arc::downgrade(&self.0), id.clone());
        let write = move |store: Store| {
            let clients = clients.upgrade().map(Self);
            // As it is by then.
            let client = clients.and_then(|clients| clients.snapshot(&known).ok());
            async move {
                match client {
                    Some(known) => store.put_client(&known.client).await,
                    None => Ok(()),
                }
            }
        };
        Ok(self.0.store.restrict(about(&id), write).await?)
    }

    /// Has what is decided about a client hold from now on.
    fn apply(&self, client: KnownClient) -> Result<(), ClientError> {
        let calls = &self.0.approvals.calls;
        calls.clients.follow(&client);
        for kept in calls.kept_of_client(&client.id) {
            // An approval is for the access that the client had.
            if !client.profile.shows_tool(&kept.server_id, &kept.tool) {
                calls.cancel(&kept.call_id);
            }
        }
        self.change(&client.id.clone(), |connected| {
            connected.state.send_replace(client);
        })
    }
}

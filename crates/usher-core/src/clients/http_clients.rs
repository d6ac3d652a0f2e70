//! Clients that connect over HTTP: the person adds each, and it shows itself by a token that only it has.

use usher_types::approval::ApprovalEnding;
use usher_types::client::{
    ClientIdentity, ClientProfile, ClientProgram, ClientStatus, KnownClient,
};
use usher_types::id::ClientId;
use usher_types::secret::Secret;

use super::connected::Connected;
use super::rename::valid_name;
use super::tokens::{digest, generate, is_same};
use super::{ClientError, ClientSession, ClientSnapshot, Clients, free_name};
use usher_servers::events::HostEvent;

/// A client over HTTP, with the token that is shown once.
pub struct NewToken {
    pub client: ClientSnapshot,
    pub token: Secret,
}

impl Clients {
    /// Adds a client that connects over HTTP. The person adds it, so it may see what its profile names from the start.
    pub async fn add_http(
        &self,
        name: &str,
        profile: ClientProfile,
    ) -> Result<NewToken, ClientError> {
        let name = valid_name(name)?;
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let (token, digest) = generate()?;
        let now = inner.clock.now_ms();
        let client = KnownClient {
            id: ClientId::generate(),
            name: free_name(name, &self.0.clients.lock()),
            connects_as: name.to_owned(),
            program: ClientProgram::default(),
            status: ClientStatus::Allowed,
            profile,
            token: Some(digest),
            key: None,
            identity: ClientIdentity::Whole,
            created_at: now,
            decided_at: Some(now),
            seen_at: now,
        };
        inner.store.put_client(&client).await?;
        let id = client.id.clone();
        inner.approvals.calls.clients.follow(&client);
        let added = Connected::of(client.clone());
        let before = added.snapshot(&inner.approvals.calls);
        self.0.clients.lock().insert(id.clone(), added);
        self.record(
            &before,
            &client,
            "ended.clientAdded",
            ApprovalEnding::Accepted,
        );
        inner.events.send(HostEvent::ClientsChanged);
        Ok(NewToken {
            client: self.snapshot(&id)?,
            token,
        })
    }

    /// Gives a client over HTTP another token. The one before stops working at once.
    pub async fn replace_token(&self, id: &ClientId) -> Result<NewToken, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let before = self.snapshot(id)?;
        if before.client.token.is_none() {
            return Err(ClientError::NoToken);
        }
        let (token, digest) = generate()?;
        let mut client = before.client.clone();
        client.token = Some(digest);
        self.record(
            &before,
            &client,
            "ended.clientToken",
            ApprovalEnding::Accepted,
        );
        // If it cannot be kept, the new one is told to nobody, and the one before works no longer.
        self.restrict(client).await?;
        Ok(NewToken {
            client: self.snapshot(id)?,
            token,
        })
    }

    /// The client that a token belongs to. Takes as long for every token, whether there is such a client or not.
    pub fn authenticate(&self, token: &str) -> Option<ClientId> {
        let presented = digest(token);
        let mut found = None;
        for (id, client) in self.0.clients.lock().iter() {
            let kept = client.state.borrow().token;
            if kept.is_some_and(|kept| is_same(kept, presented)) {
                found = Some(id.clone());
            }
        }
        found
    }

    /// Takes in a connection of a client that has shown its token.
    pub async fn connect_http(&self, id: &ClientId) -> Result<ClientSession, ClientError> {
        let _writing = self.0.writing.lock().await;
        self.begin_session(id.clone()).await
    }
}

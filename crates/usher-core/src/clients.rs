//! Clients: programs that reach the servers through Usher. Who they are, what the person lets each of them see, and
//! which of them are connected.
//!
//! Not here: how they are spoken to (`usher-gateway`), and rules for their calls (`policies`).

mod client_error;
mod connected;
mod decisions;
mod forgotten_client;
mod http_access;
mod http_clients;
mod listed_resources;
mod meta_tools;
mod names;
mod offers;
mod prefixes;
mod reassign;
mod rename;
mod resource_owners;
mod tokens;
mod tool_listing;
mod tool_search;
mod undo_removal;
mod waiting_room;

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use ts_rs::TS;

use parking_lot::Mutex;
use serde_json::json;
use tokio::sync::watch;
use usher_mcp::Redactor;
use usher_messages::Message;

pub use client_error::ClientError;
use connected::Connected;
pub use connected::{ClientSnapshot, DeclaredClient};
use forgotten_client::Forgotten;
pub use forgotten_client::RemovedClient;
pub use http_access::{HttpAccess, HttpState, HttpStatus, HttpWanted, OriginsError, http_url};
pub use http_clients::NewToken;
pub use meta_tools::{DESCRIBED_TOOLS, FOUND_TOOLS, MOST_FOUND_TOOLS, MetaTool};
pub use offers::{AllOffers, OfferedItem, Offers, SourceOffer};
use tokens::digest;
pub use tokens::new_key;
pub use tool_listing::{Listed, listed};
pub use tool_search::{FoundTool, ListingCost, ToolSearch};
use usher_calls::client_access::ClientAccess;

use usher_calls::approval_queue::{ApprovalQueue, Requester};
use usher_calls::policies::Policies;
use usher_servers::decision::Decided;
use usher_servers::events::{Events, HostEvent};
use usher_store::Store;
use usher_system::clock::Clock;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::client::{
    ClientIdentity, ClientKey, ClientProfile, ClientProgram, ClientStatus, KnownClient, TokenDigest,
};
use usher_types::id::{ClientId, SourceId};

/// How a client shows itself when it connects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Introduction {
    /// The name it connects with.
    pub connects_as: String,
    pub program: ClientProgram,
    /// What it shows itself by, if Usher has connected it.
    pub key: Option<ClientKey>,
}

/// What the person decides about a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ClientDecision {
    /// It may see what the profile names.
    Allow {
        profile: ClientProfile,
    },
    Refuse,
    /// Its calls are refused until it is allowed again.
    Pause,
    /// It may see what the profile names, once it is allowed; whether it is stays as it was.
    Limit {
        profile: ClientProfile,
    },
}

/// All clients. Clones share them.
#[derive(Clone)]
pub struct Clients(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    events: Events,
    approvals: ApprovalQueue,
    policies: Policies,
    clients: Mutex<HashMap<ClientId, Connected>>,
    /// Those that can be brought back.
    forgotten: Mutex<HashMap<ClientId, Forgotten>>,
    /// The names of those that were removed.
    former: Mutex<HashMap<ClientId, String>>,
    /// Held while one is added or decided about, so that none is kept twice.
    writing: tokio::sync::Mutex<()>,
    /// Whether an event about counted calls is due.
    count_event_due: AtomicBool,
}

impl Clients {
    pub(crate) fn new(
        kept: Vec<KnownClient>,
        former: Vec<(ClientId, String)>,
        store: Store,
        clock: Clock,
        events: Events,
        approvals: ApprovalQueue,
        policies: Policies,
    ) -> Self {
        for client in &kept {
            approvals.calls.clients.follow(client);
        }
        let clients = kept
            .into_iter()
            .map(|client| (client.id.clone(), Connected::of(client)))
            .collect();
        Self(Arc::new(Inner {
            store,
            clock,
            events,
            approvals,
            policies,
            clients: Mutex::new(clients),
            forgotten: Mutex::default(),
            former: Mutex::new(former.into_iter().collect()),
            writing: tokio::sync::Mutex::default(),
            count_event_due: AtomicBool::new(false),
        }))
    }

    /// All clients, in the order they came.
    pub fn list(&self) -> Vec<ClientSnapshot> {
        let clients = self.0.clients.lock();
        let calls = &self.0.approvals.calls;
        let mut all: Vec<_> = clients
            .values()
            .map(|client| client.snapshot(calls))
            .collect();
        drop(clients);
        all.sort_by(|one, other| {
            let place = |shown: &ClientSnapshot| (shown.client.created_at, shown.client.id.clone());
            place(one).cmp(&place(other))
        });
        all
    }

    /// Takes in a program that has connected. One that was never seen waits for the person, and is offered nothing.
    pub async fn connect(&self, introduction: Introduction) -> Result<ClientSession, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let now = inner.clock.now_ms();
        let key = introduction.key.as_ref().map(|key| digest(&key.0));
        let id = match self.find(&introduction, key) {
            Some(known) => self.seen_as(known, introduction.program, key).await,
            None => self.add(introduction, key, now).await?,
        };
        self.begin_session(id).await
    }

    /// Keeps what started the program this time, and the first key that it shows.
    async fn seen_as(
        &self,
        mut client: KnownClient,
        program: ClientProgram,
        key: Option<TokenDigest>,
    ) -> ClientId {
        let id = client.id.clone();
        if client.program == program && client.key == key {
            return id;
        }
        client.program = program;
        client.key = key;
        if let Err(error) = self.0.store.put_client(&client).await {
            tracing::warn!(%error, "how a client connected was not kept");
        }
        if let Some(connected) = self.0.clients.lock().get(&id) {
            connected.state.send_replace(client);
        }
        id
    }

    /// Takes note of a connection. The caller holds what is held while one is added.
    async fn begin_session(&self, id: ClientId) -> Result<ClientSession, ClientError> {
        let inner = &self.0;
        let now = inner.clock.now_ms();
        if let Err(error) = inner.store.client_seen(&id, now).await {
            tracing::warn!(%error, "when a client connected was not kept");
        }
        let state = {
            let mut clients = self.0.clients.lock();
            let client = clients.get_mut(&id).ok_or(ClientError::Unknown)?;
            client.sessions += 1;
            client.since.get_or_insert(now);
            client.state.send_modify(|client| client.seen_at = now);
            client.state.subscribe()
        };
        inner.events.send(HostEvent::ClientsChanged);
        Ok(ClientSession {
            state,
            clients: self.clone(),
        })
    }

    /// The client that connects with this name and key, from this program. Whatever started that is not compared: people
    /// start one agent from many shells. Of several, the one with the same key, then the one with the same starter, else
    /// the first.
    fn find(&self, introduction: &Introduction, key: Option<TokenDigest>) -> Option<KnownClient> {
        let clients = self.0.clients.lock();
        let known = clients.values().map(|one| one.state.borrow().clone());
        known
            .filter(|known| {
                known.connects_by_program(&introduction.connects_as, &introduction.program, key)
            })
            .min_by_key(|known| {
                let started_elsewhere = known.program.parent != introduction.program.parent;
                let has_other_key = known.key != key;
                let first = (known.created_at, known.id.clone());
                (has_other_key, started_elsewhere, first)
            })
    }

    async fn add(
        &self,
        introduction: Introduction,
        key: Option<TokenDigest>,
        now: i64,
    ) -> Result<ClientId, ClientError> {
        self.make_room(&introduction.program).await?;
        let client = KnownClient {
            id: ClientId::generate(),
            name: free_name(&introduction.connects_as, &self.0.clients.lock()),
            connects_as: introduction.connects_as,
            program: introduction.program,
            status: ClientStatus::Waiting,
            profile: ClientProfile::default(),
            token: None,
            key,
            identity: ClientIdentity::Whole,
            created_at: now,
            decided_at: None,
            seen_at: now,
        };
        self.0.store.put_client(&client).await?;
        let id = client.id.clone();
        self.0
            .clients
            .lock()
            .insert(id.clone(), Connected::of(client));
        Ok(id)
    }

    fn record(
        &self,
        before: &ClientSnapshot,
        client: &KnownClient,
        reason: &'static str,
        ending: ApprovalEnding,
    ) {
        let requester = Requester::named(
            SourceId::from(client.id.as_str()),
            client.name.clone(),
            Arc::new(Redactor::default()),
        );
        let declared = before.declared.as_ref();
        self.0.approvals.decided(
            &requester,
            Decided {
                kind: ApprovalKind::Client,
                tool: None,
                shown: json!({
                    "connectsAs": client.connects_as,
                    "program": client.program,
                    "declared": declared.map(|declared| json!({ "name": declared.name, "version": declared.version })),
                    "profile": client.profile,
                }),
                ending,
                reason: Message::new(reason),
                since: (before.client.status == ClientStatus::Waiting)
                    .then_some(before.client.created_at),
            },
        );
    }

    /// Returns one client.
    pub fn snapshot(&self, id: &ClientId) -> Result<ClientSnapshot, ClientError> {
        let clients = self.0.clients.lock();
        let client = clients.get(id).ok_or(ClientError::Unknown)?;
        Ok(client.snapshot(&self.0.approvals.calls))
    }

    /// Makes the window show a client that waits and was chosen outside of it.
    pub fn show(&self, id: &ClientId) -> Result<(), ClientError> {
        let shown = self.snapshot(id)?.client;
        self.0.events.send(HostEvent::ClientShown(shown.id));
        Ok(())
    }

    fn change(
        &self,
        id: &ClientId,
        change: impl FnOnce(&mut Connected),
    ) -> Result<(), ClientError> {
        change(
            self.0
                .clients
                .lock()
                .get_mut(id)
                .ok_or(ClientError::Unknown)?,
        );
        self.0.events.send(HostEvent::ClientsChanged);
        Ok(())
    }
}

/// Names a client, as what is restricted.
fn about(id: &ClientId) -> String {
    format!("client {id}")
}

/// A name that no other client has or connects with.
fn free_name(wanted: &str, clients: &HashMap<ClientId, Connected>) -> String {
    let is_taken = |name: &str| {
        let mut known = clients.values().map(|one| one.state.borrow());
        known.any(|known| known.goes_by(name))
    };
    let mut name = wanted.to_owned();
    let mut count = 1;
    while is_taken(&name) {
        count += 1;
        name = format!("{wanted} {count}");
    }
    name
}

/// One connection of a client. Dropping it ends the connection.
pub struct ClientSession {
    state: watch::Receiver<KnownClient>,
    clients: Clients,
}

impl ClientSession {
    /// The client it belongs to now: the person may say that it is one that was known before.
    pub fn id(&self) -> ClientId {
        self.state.borrow().id.clone()
    }

    /// The client as it is now, and what it may see.
    pub fn client(&self) -> KnownClient {
        self.state.borrow().clone()
    }

    /// What a call that begins now is bound to.
    pub fn access(&self) -> ClientAccess {
        let calls = &self.clients.0.approvals.calls;
        calls.clients.of_client(&self.id())
    }

    /// Follows what the person decides about it.
    pub fn watch(&self) -> watch::Receiver<KnownClient> {
        self.state.clone()
    }

    /// Takes note of what the client says of itself.
    pub fn declare(&self, declared: DeclaredClient) {
        let mut clients = self.clients.0.clients.lock();
        // One that was forgotten declares nothing.
        let Some(client) = clients.get_mut(&self.id()) else {
            return;
        };
        if client.declared.as_ref() != Some(&declared) {
            client.declared = Some(declared);
            drop(clients);
            self.clients.0.events.send(HostEvent::ClientsChanged);
        }
    }

    /// Counts a call. [`HostEvent::ClientsChanged`] follows within a second, once for all calls counted meanwhile.
    pub fn count_call(&self) {
        let clients = &self.clients;
        if let Some(client) = clients.0.clients.lock().get_mut(&self.id()) {
            client.calls += 1;
        }
        if clients.0.count_event_due.swap(true, Ordering::Relaxed) {
            return;
        }
        let clients = clients.clone();
        tokio::spawn(async move {
            tokio::time::sleep(usher_calls::limits::COUNTS_EVERY).await;
            clients.0.count_event_due.store(false, Ordering::Relaxed);
            clients.0.events.send(HostEvent::ClientsChanged);
        });
    }
}

impl Drop for ClientSession {
    fn drop(&mut self) {
        let left = self.clients.change(&self.id(), Connected::end_session);
        if left.is_err() {
            self.clients.end_forgotten(&self.id());
        }
    }
}

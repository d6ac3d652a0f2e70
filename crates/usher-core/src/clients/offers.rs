//! What clients are offered: the tools, prompts and templates of all servers and webtools that are on, as they were
//! reviewed. It is known at once, also while a server is still starting.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_mcp::readable;
use usher_mcp::{ListKind, Tool};

use super::listed_resources::{self, ListedResources};
use super::names;
use super::prefixes::Prefixes;
use super::resource_owners::ResourceOwners;
use usher_calls::reviews::Reviews;
use usher_review::items::Declared;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::{ServerEntry, Servers};
use usher_servers::snapshot::ServerState;
use usher_servers::tool_source::{ToolSource, ToolSources};
use usher_store::Store;
use usher_types::client::ClientProfile;
use usher_types::id::{ServerId, SourceId};
use usher_types::review::ItemKind;
use usher_types::sent_json::SentJson;

/// Changes that come together are told together.
const SETTLES_WITHIN: Duration = Duration::from_millis(50);

/// What all servers and webtools offer.
#[derive(Debug, Default)]
pub struct AllOffers {
    /// Each with whether it is on.
    pub offers: Vec<(Arc<SourceOffer>, bool)>,
    /// How many could not be read now: they offer nothing until the next reading.
    pub unread: usize,
}

impl AllOffers {
    /// What is on.
    pub fn on(&self) -> Vec<Arc<SourceOffer>> {
        let on = self.offers.iter().filter(|(_, is_on)| *is_on);
        on.map(|(offer, _)| Arc::clone(offer)).collect()
    }
}

/// What one server or webtool offers.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceOffer {
    pub source: SourceId,
    /// The server's id; `None` = it is a webtool.
    pub server: Option<ServerId>,
    /// The person's name for it.
    pub label: String,
    /// What names of its tools and prompts begin with.
    pub prefix: String,
    pub tools: Vec<OfferedItem>,
    pub prompts: Vec<OfferedItem>,
    pub templates: Vec<OfferedItem>,
    /// What it says about how to use it. Server text.
    pub instructions: Option<String>,
    /// The resources that it listed before Usher was started, until it lists them again.
    listed_before: Arc<[SentJson]>,
}

impl SourceOffer {
    /// The name that clients know a tool or prompt by: `PREFIX__NAME`.
    pub fn exposed_name(&self, name: &str) -> String {
        names::exposed(&self.prefix, name)
    }

    /// The name that a client of this profile knows a tool or prompt by.
    pub fn shown_name(&self, profile: &ClientProfile, name: &str) -> String {
        match profile.plain_names_of() {
            Some(_) => name.to_owned(),
            None => self.exposed_name(name),
        }
    }
}

/// One tool, prompt or template.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedItem {
    /// Its name in the protocol; the URI template of a template.
    pub name: String,
    /// Its definition, as it was reviewed. Server text.
    pub definition: Arc<SentJson>,
}

/// What clients are offered. Clones share it.
#[derive(Clone)]
pub struct Offers(Arc<Inner>);

struct Inner {
    reviews: Reviews,
    servers: Servers,
    sources: ToolSources,
    prefixes: Prefixes,
    listed_resources: ListedResources,
    /// What was found out, until something changes.
    known: Mutex<HashMap<SourceId, Arc<SourceOffer>>>,
    /// Counts the changes.
    version: watch::Sender<u64>,
}

impl Offers {
    pub(crate) fn new(
        reviews: Reviews,
        servers: Servers,
        sources: ToolSources,
        store: Store,
    ) -> Self {
        Self(Arc::new(Inner {
            reviews,
            listed_resources: ListedResources {
                servers: servers.clone(),
                store: store.clone(),
                owners: ResourceOwners::default(),
            },
            servers,
            sources,
            prefixes: Prefixes::new(store),
            known: Mutex::default(),
            version: watch::Sender::new(0),
        }))
    }

    /// Looks for changes until the host closes.
    pub(crate) fn watch_changes(&self, events: &Events, closing: CancellationToken) {
        let listed = self.0.listed_resources.clone();
        listed.watch_changes(events, closing.clone());
        let mut events = events.subscribe();
        let this = self.clone();
        tokio::spawn(async move {
            loop {
                let changed = tokio::select! {
                    () = closing.cancelled() => return,
                    event = events.recv() => match event {
                        Ok(event) => changed_by(&event),
                        Err(RecvError::Lagged(_)) => Some(Changed::Anything),
                        Err(RecvError::Closed) => return,
                    },
                };
                let Some(changed) = changed else { continue };
                let mut waiting = vec![changed];
                let settled = tokio::time::sleep(SETTLES_WITHIN);
                tokio::pin!(settled);
                loop {
                    tokio::select! {
                        () = closing.cancelled() => return,
                        () = &mut settled => break,
                        event = events.recv() => match event {
                            Ok(event) => waiting.extend(changed_by(&event)),
                            Err(RecvError::Lagged(_)) => waiting.push(Changed::Anything),
                            Err(RecvError::Closed) => return,
                        },
                    }
                }
                this.forget(&waiting);
            }
        });
    }

    fn forget(&self, changed: &[Changed]) {
        let mut known = self.0.known.lock();
        for changed in changed {
            match changed {
                Changed::Source(source) => {
                    known.remove(source);
                }
                Changed::Anything => known.clear(),
            }
        }
        drop(known);
        self.0.version.send_modify(|version| *version += 1);
    }

    /// Counts up whenever something that is offered may have changed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.version.subscribe()
    }

    /// What each server and webtool offers, in the person's order.
    pub async fn all(&self) -> AllOffers {
        let mut all = AllOffers::default();
        for source in self.0.sources.all() {
            match self.of(&*source).await {
                Some(offer) => all.offers.push((offer, source.is_on())),
                None => all.unread += 1,
            }
        }
        all
    }

    /// What one server or webtool offers, if it is on.
    pub async fn of_source(&self, source: &SourceId) -> Option<Arc<SourceOffer>> {
        let source = self.0.sources.find(source)?;
        if !source.is_on() {
            return None;
        }
        self.of(&*source).await
    }

    /// Returns what a source offers; `None` = it could not be read, which is logged.
    async fn of(&self, source: &dyn ToolSource) -> Option<Arc<SourceOffer>> {
        let id = source.id();
        if let Some(known) = self.0.known.lock().get(&id) {
            return Some(Arc::clone(known));
        }
        let before = *self.0.version.borrow();
        let offer = match self.read(source).await {
            Ok(offer) => Arc::new(offer),
            Err(error) => {
                tracing::warn!(%error, source = %id, "what is offered could not be read");
                return None;
            }
        };
        // What changed while it was read is read again the next time.
        if before == *self.0.version.borrow() {
            self.0.known.lock().insert(id, Arc::clone(&offer));
        }
        Some(offer)
    }

    async fn read(&self, source: &dyn ToolSource) -> Result<SourceOffer, ReadError> {
        let (id, label) = (source.id(), source.label());
        let prefix = self.0.prefixes.of(&id, &label).await?;
        let mut offer = SourceOffer {
            source: id,
            server: source.server_id().cloned(),
            label,
            prefix,
            tools: Vec::new(),
            prompts: Vec::new(),
            templates: Vec::new(),
            instructions: None,
            listed_before: Arc::default(),
        };
        if let Some(entry) = source.server_id().and_then(|id| self.0.servers.entry(id)) {
            for item in self.0.reviews.offered(&entry).await? {
                offer.add(item);
            }
            offer.listed_before = self.0.listed_resources.before(&entry).await?;
        } else {
            let tools = source.tools().items;
            offer.tools = tools.iter().map(|shown| of_tool(&shown.entry)).collect();
        }
        Ok(offer)
    }

    /// The resources of a server as they are listed now, or were before it stopped, also before Usher was started.
    pub fn resources(&self, offer: &SourceOffer) -> Vec<SentJson> {
        let listed = match self.0.servers.of_source(&offer.source) {
            Some(entry) if listed_resources::is_known(&entry) => {
                listed_resources::now(&entry, usize::MAX)
            }
            Some(_) => offer.listed_before.to_vec(),
            None => Vec::new(),
        };
        let listed = listed.into_iter();
        listed
            .filter_map(|resource| fitted(ListKind::Resources, resource))
            .collect()
    }

    /// The URIs of all that a server lists, or listed before it stopped, also before Usher was started.
    pub fn resource_uris(&self, offer: &SourceOffer) -> Vec<String> {
        match self.0.servers.of_source(&offer.source) {
            Some(entry) if listed_resources::is_known(&entry) => listed_resources::uris(&entry),
            Some(_) => listed_resources::uris_of(&offer.listed_before),
            None => Vec::new(),
        }
    }

    /// The servers that URIs belong to which several have listed.
    pub fn resource_owners(&self) -> Vec<(String, SourceId)> {
        let owners = self.0.listed_resources.owners.all().into_iter();
        owners
            .filter(|(_, owner)| self.0.servers.of_source(owner).is_some())
            .collect()
    }

    /// Waits until a server runs, fails or needs the person, or the time is over.
    pub(crate) async fn until_settled(
        &self,
        source: &SourceId,
        longest: Duration,
        events: &Events,
    ) {
        let Some(entry) = self.0.servers.of_source(source) else {
            return;
        };
        let mut changes = events.server_changes();
        let settled = async {
            while is_starting(&entry) {
                // Its sender is in the context.
                let _ = changes.changed().await;
            }
        };
        // A server that takes longer is reported by the call.
        let _ = tokio::time::timeout(longest, settled).await;
    }
}

impl SourceOffer {
    fn add(&mut self, Declared { item, value }: Declared) {
        let name = item.name;
        let (list, items) = match item.kind {
            ItemKind::Tool if is_for_models(&value) => (ListKind::Tools, &mut self.tools),
            ItemKind::Prompt => (ListKind::Prompts, &mut self.prompts),
            ItemKind::Template => (ListKind::Templates, &mut self.templates),
            ItemKind::Instructions => {
                self.instructions = value.as_str().map(str::to_owned);
                return;
            }
            ItemKind::Tool | ItemKind::UiResource => return,
        };
        // One that no client can read would cost them the whole list; its server's page says so.
        if let Some(definition) = fitted(list, value) {
            items.push(OfferedItem {
                name,
                definition: Arc::new(definition),
            });
        }
    }
}

/// Fits an entry of a list to what clients can read. A healthy one stays as it was sent.
fn fitted(list: ListKind, entry: SentJson) -> Option<SentJson> {
    let readable = readable::entry(list, entry.value().clone()).ok()?;
    Some(entry.map(|_| readable.value))
}

/// Whether models may see a tool (2026-01-26, `_meta.ui.visibility`).
fn is_for_models(definition: &Value) -> bool {
    match definition.pointer("/_meta/ui/visibility") {
        Some(Value::Array(visible)) => visible.iter().any(|to| to == "model"),
        _ => true,
    }
}

fn of_tool(tool: &Tool) -> OfferedItem {
    OfferedItem {
        name: tool.name.clone(),
        definition: Arc::new(tool.raw.clone()),
    }
}

fn is_starting(entry: &ServerEntry) -> bool {
    match entry.state() {
        ServerState::Queued { .. } | ServerState::Starting { .. } => true,
        // Running without a connection is the moment between its loss and the next state.
        ServerState::Running { .. } => entry.connection().is_err(),
        ServerState::Disabled
        | ServerState::NeedsReview { .. }
        | ServerState::NeedsSignIn { .. }
        | ServerState::SigningIn { .. }
        | ServerState::Retrying { .. }
        | ServerState::Failed { .. } => false,
    }
}

enum Changed {
    Source(SourceId),
    Anything,
}

fn changed_by(event: &HostEvent) -> Option<Changed> {
    match event {
        HostEvent::ServerChanged(server) => Some(Changed::Source((&server.id).into())),
        HostEvent::CatalogChanged { server, .. } | HostEvent::ServerRemoved(server) => {
            Some(Changed::Source(server.into()))
        }
        HostEvent::ServersArranged(_) | HostEvent::WebtoolsChanged => Some(Changed::Anything),
        _ => None,
    }
}

#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error(transparent)]
    Reviews(#[from] usher_servers::request_error::RequestError),
    #[error(transparent)]
    Store(#[from] usher_store::StoreError),
}

//! Keeps the resources that servers list, so that clients are answered at once when Usher starts again. Resources are
//! data: nobody reviews them.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher as _;
use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use usher_mcp::{ListKind, Resource};
use usher_store::{Store, StoreError};
use usher_types::catalog::ListState;
use usher_types::id::{ServerId, SourceId};
use usher_types::sent_json::SentJson;

use super::resource_owners::ResourceOwners;
use crate::limits;
use usher_servers::events::{Events, HostEvent};
use usher_servers::servers::{ServerEntry, Servers};

/// The digest of what is kept of each server.
type Kept = HashMap<ServerId, u64>;

/// The URIs that servers listed before Usher was started, while they have listed nothing since: each is read once.
type ListedBefore = HashMap<ServerId, Vec<String>>;

/// The resources that servers list. Clones share nothing but the store.
#[derive(Clone)]
pub(super) struct ListedResources {
    pub(super) servers: Servers,
    pub(super) store: Store,
    pub(super) owners: ResourceOwners,
}

impl ListedResources {
    /// Keeps each list that is read until the host closes.
    pub(super) fn watch_changes(self, events: &Events, closing: CancellationToken) {
        let mut events = events.subscribe();
        tokio::spawn(async move {
            let mut kept = Kept::default();
            let mut before = ListedBefore::default();
            if let Err(error) = self.owners.load(&self.store).await {
                tracing::warn!(%error, "whose resources are was not read");
            }
            loop {
                let event = tokio::select! {
                    () = closing.cancelled() => return,
                    event = events.recv() => event,
                };
                let changed = match event {
                    Ok(HostEvent::CatalogChanged {
                        server,
                        list: ListKind::Resources,
                    }) => self.servers.entry(&server).into_iter().collect(),
                    Ok(_) => continue,
                    Err(RecvError::Lagged(_)) => self.servers.entries(),
                    Err(RecvError::Closed) => return,
                };
                for entry in changed {
                    if let Err(error) = self.note_owners(&entry, &mut before).await {
                        tracing::warn!(%error, server = %entry.id, "whose resources are was not kept");
                    }
                    if let Err(error) = self.keep(&entry, &mut kept).await {
                        tracing::warn!(%error, server = %entry.id, "what a server lists was not kept");
                    }
                }
            }
        });
    }

    /// Takes note of URIs that another server has listed before.
    async fn note_owners(
        &self,
        entry: &ServerEntry,
        before: &mut ListedBefore,
    ) -> Result<(), StoreError> {
        let listed: HashSet<_> = uris(entry).into_iter().collect();
        if listed.is_empty() {
            return Ok(());
        }
        let mut others = Vec::new();
        for other in self.servers.entries() {
            if other.id == entry.id {
                continue;
            }
            let all = if is_known(&other) {
                before.remove(&other.id);
                uris(&other)
            } else if let Some(all) = before.get(&other.id) {
                all.clone()
            } else {
                let all = uris_of(&self.before(&other).await?);
                before.insert(other.id.clone(), all.clone());
                all
            };
            others.push((SourceId::from(&other.id), all));
        }
        let is_there = |source: &SourceId| self.servers.of_source(source).is_some();
        self.owners
            .note(&self.store, &listed, &others, is_there)
            .await
    }

    /// Keeps what a server lists now, unless the same is kept already.
    async fn keep(&self, entry: &ServerEntry, kept: &mut Kept) -> Result<(), StoreError> {
        let now = match entry.catalog.section::<Resource>().state {
            ListState::Ready { .. } => bounded(&now(entry, limits::LISTED_RESOURCES)),
            ListState::NotOffered => String::new(),
            _ if entry.catalog.was_forgotten() => String::new(),
            ListState::Offline | ListState::Loading | ListState::Failed { .. } => return Ok(()),
        };
        let digest = kept.hasher().hash_one(&now);
        if kept.insert(entry.id.clone(), digest) == Some(digest) {
            return Ok(());
        }
        if now.is_empty() {
            return self.store.forget_listed_resources(&entry.id).await;
        }
        self.store.keep_listed_resources(&entry.id, &now).await
    }

    /// What a server listed before Usher was started, if it has not listed anything since.
    pub(super) async fn before(&self, entry: &ServerEntry) -> Result<Arc<[SentJson]>, StoreError> {
        if is_known(entry) {
            return Ok(Arc::default());
        }
        let listed = self.store.listed_resources(&entry.id).await?;
        let redactor = entry.redactor();
        Ok(listed
            .into_iter()
            .map(|resource| resource.map(|resource| redactor.value(resource)))
            .collect())
    }
}

/// Whether what a server lists was read since Usher was started, or is to be forgotten.
pub(super) fn is_known(entry: &ServerEntry) -> bool {
    let section = entry.catalog.section::<Resource>();
    entry.catalog.was_forgotten()
        || !section.items.is_empty()
        || matches!(
            section.state,
            ListState::Ready { .. } | ListState::NotOffered
        )
}

/// The URIs of resources as they were kept.
pub(super) fn uris_of(listed: &[SentJson]) -> Vec<String> {
    let uris = listed.iter().filter_map(|listed| listed["uri"].as_str());
    uris.map(str::to_owned).collect()
}

/// The URIs of all that a server lists, or has listed before it stopped.
pub(super) fn uris(entry: &ServerEntry) -> Vec<String> {
    let section = entry.catalog.section::<Resource>();
    let listed = section.items.iter();
    listed.map(|shown| shown.entry.uri.clone()).collect()
}

/// The first resources of a server without its secrets. One whose URI holds a secret is left out: it cannot be named
/// otherwise.
pub(super) fn now(entry: &ServerEntry, most: usize) -> Vec<SentJson> {
    let redactor = entry.redactor();
    let section = entry.catalog.section::<Resource>();
    let listed = section.items.iter().map(|shown| &shown.entry.raw);
    listed
        .filter_map(|resource| {
            let masked = resource.clone().map(|value| redactor.value(value));
            (masked["uri"] == resource["uri"]).then_some(masked)
        })
        .take(most)
        .collect()
}

/// The first of them as a JSON array of no more bytes than are kept.
fn bounded(resources: &[SentJson]) -> String {
    let mut array = String::from("[");
    for resource in resources {
        let resource = resource.text();
        if array.len() + resource.len() > limits::LISTED_RESOURCES_BYTES {
            break;
        }
        if array.len() > 1 {
            array.push(',');
        }
        array.push_str(&resource);
    }
    array.push(']');
    array
}

//! To which server a URI belongs that several servers list: the one that listed it first. A server that is off keeps its own.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use usher_store::{Store, StoreError};
use usher_types::id::SourceId;

use crate::limits;

/// The URIs that several servers have listed. Clones share them.
#[derive(Clone, Default)]
pub(super) struct ResourceOwners(Arc<Mutex<HashMap<String, SourceId>>>);

impl ResourceOwners {
    /// Reads what was kept.
    pub(super) async fn load(&self, store: &Store) -> Result<(), StoreError> {
        let kept = store.resource_owners().await?;
        self.0.lock().extend(kept);
        Ok(())
    }

    /// All of them, with the server that each belongs to.
    pub(super) fn all(&self) -> Vec<(String, SourceId)> {
        let owners = self.0.lock();
        let owners = owners.iter();
        owners
            .map(|(uri, owner)| (uri.clone(), owner.clone()))
            .collect()
    }

    /// Takes note of what one server lists, beside what each other one lists or has listed. What both list was the other's
    /// first, unless it is known whose it is. `is_there` = whether a server still is.
    pub(super) async fn note(
        &self,
        store: &Store,
        listed: &HashSet<String>,
        others: &[(SourceId, Vec<String>)],
        is_there: impl Fn(&SourceId) -> bool,
    ) -> Result<(), StoreError> {
        let mut new = Vec::new();
        {
            let mut owners = self.0.lock();
            for (other, uris) in others {
                for uri in uris.iter().filter(|uri| listed.contains(*uri)) {
                    let is_known = owners.get(uri).is_some_and(&is_there);
                    if !is_known && owners.len() < limits::LISTED_RESOURCES {
                        owners.insert(uri.clone(), other.clone());
                        new.push((uri.clone(), other.clone()));
                    }
                }
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        store.keep_resource_owners(&new).await
    }
}

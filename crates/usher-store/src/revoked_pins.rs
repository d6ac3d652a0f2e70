//! Keeps pins that the person has revoked until they are deleted from the database.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use usher_review::items::ItemName;
use usher_types::id::ServerId;

/// Pins that hold no longer and are not deleted yet. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct RevokedPins(Arc<Mutex<HashMap<ServerId, HashSet<ItemName>>>>);

impl RevokedPins {
    pub(super) fn contains(&self, server: &ServerId, item: &ItemName) -> bool {
        let revoked = self.0.lock();
        revoked
            .get(server)
            .is_some_and(|items| items.contains(item))
    }

    pub(super) fn add(&self, server: &ServerId, items: &[ItemName]) {
        let mut revoked = self.0.lock();
        let of_server = revoked.entry(server.clone()).or_default();
        of_server.extend(items.iter().cloned());
    }

    /// Forgets those that are written as they are now.
    pub(super) fn remove<'a>(&self, server: &ServerId, items: impl Iterator<Item = &'a ItemName>) {
        let mut revoked = self.0.lock();
        let Some(of_server) = revoked.get_mut(server) else {
            return;
        };
        for item in items {
            of_server.remove(item);
        }
        if of_server.is_empty() {
            revoked.remove(server);
        }
    }

    pub(super) fn of(&self, server: &ServerId) -> Vec<ItemName> {
        let revoked = self.0.lock();
        revoked.get(server).into_iter().flatten().cloned().collect()
    }
}

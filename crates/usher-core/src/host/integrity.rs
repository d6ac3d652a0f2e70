//! Checks what is stored against its tags, with a key from the keyring.
//!
//! Without a keyring there is no key, and the database is believed. Once there was one, what cannot be checked waits
//! for the person.

use std::sync::Arc;

use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_store::{IntegrityKey, KeyOrigin, Store};
use usher_system::paths::Paths;
use usher_system::secrets::{SecretError, SecretStore};
use usher_types::id::SecretRef;

/// What the check needs. Clones share it.
#[derive(Clone)]
pub(super) struct Integrity {
    store: Store,
    keyring: Arc<dyn SecretStore>,
    reference: SecretRef,
}

impl Integrity {
    /// Each data folder has a key of its own, found by the folder's path: nothing in the folder names it.
    pub(super) fn new(store: Store, keyring: Arc<dyn SecretStore>, paths: &Paths) -> Self {
        let folder = paths.data_dir();
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let digest = Digest::of_bytes(folder.as_os_str().as_encoded_bytes());
        Self {
            store,
            keyring,
            reference: SecretRef::from(format!("integrity-{}", digest.as_str())),
        }
    }

    /// Checks everything stored, if the keyring answers. Makes the key the first time.
    pub(super) async fn check(&self) {
        let (key, origin) = match self.keyring.get(&self.reference).await {
            Ok(text) => match IntegrityKey::parse(&text) {
                Some(key) => (key, KeyOrigin::Stored),
                None => return self.replace_key().await,
            },
            Err(SecretError::NotFound) => return self.replace_key().await,
            Err(error) => {
                tracing::info!(%error, "stored rows are not checked");
                return;
            }
        };
        self.authenticate(key, origin).await;
    }

    async fn replace_key(&self) {
        let Some((key, text)) = IntegrityKey::generate() else {
            return;
        };
        // A key that is not kept would make the next start doubt everything.
        if let Err(error) = self.keyring.set(&self.reference, text).await {
            tracing::info!(%error, "stored rows are not authenticated");
            return;
        }
        self.authenticate(key, KeyOrigin::New).await;
    }

    async fn authenticate(&self, key: IntegrityKey, origin: KeyOrigin) {
        if let Err(error) = self.store.authenticate(key, origin).await {
            tracing::warn!(%error, "stored rows could not be checked");
        }
    }

    /// Whether there is a key, so that everything stored is checked.
    pub(super) fn has_key(&self) -> bool {
        self.store.has_key()
    }

    /// What the person should know of the check.
    pub(super) fn notices(&self) -> Vec<Message> {
        if self.store.awaits_key() {
            return vec![Message::new("notice.noKeyring")];
        }
        [
            ("notice.changed", self.store.unverified()),
            ("notice.callsDropped", self.store.dropped_rounds()),
            ("notice.tasksDropped", self.store.dropped_tasks()),
        ]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(code, count)| Message::new(code).with("count", count))
        .collect()
    }
}

//! Keeps secrets in memory: without a keyring, and in tests.

use std::collections::HashMap;

use async_trait::async_trait;
use parking_lot::Mutex;
use usher_types::secret::Secret;

use super::secret_store::{SecretError, SecretStore};
use usher_types::id::SecretRef;
use usher_types::keyring::KeyringState;

/// Secrets in this process's memory.
#[derive(Default)]
pub struct Memory(Mutex<HashMap<SecretRef, Secret>>);

impl Memory {
    fn with<R>(&self, act: impl FnOnce(&mut HashMap<SecretRef, Secret>) -> R) -> R {
        // A map is whole between any two of its operations, so a panic elsewhere does not spoil it.
        act(&mut self.0.lock())
    }
}

#[async_trait]
impl SecretStore for Memory {
    async fn get(&self, reference: &SecretRef) -> Result<Secret, SecretError> {
        self.with(|kept| kept.get(reference).cloned())
            .ok_or(SecretError::NotFound)
    }

    async fn set(&self, reference: &SecretRef, secret: Secret) -> Result<(), SecretError> {
        self.with(|kept| kept.insert(reference.clone(), secret));
        Ok(())
    }

    async fn delete(&self, reference: &SecretRef) -> Result<(), SecretError> {
        self.with(|kept| kept.remove(reference));
        Ok(())
    }

    async fn status(&self) -> KeyringState {
        KeyringState::Available
    }

    async fn unlock(&self) -> KeyringState {
        KeyringState::Available
    }
}

//! Stores secrets in the system keyring, or in memory if so chosen.
//!
//! Never in a file, and never cached: a secret is read when a process or request needs it.

mod keyring;
mod memory;
mod secret_store;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use usher_types::secret::Secret;

pub use keyring::Keyring;
pub use memory::Memory;
pub use secret_store::{SecretError, SecretStore};

use usher_types::id::SecretRef;
pub use usher_types::keyring::{KeyringState, SecretPlace};

/// The secrets of one host: the keyring, with memory over it once the person chose that.
pub struct Secrets {
    keyring: Arc<dyn SecretStore>,
    this_run: Memory,
    keeps_for_this_run: AtomicBool,
}

impl Secrets {
    /// Secrets kept in this place.
    pub fn new(keyring: Arc<dyn SecretStore>) -> Self {
        Self {
            keyring,
            this_run: Memory::default(),
            keeps_for_this_run: AtomicBool::new(false),
        }
    }

    /// Keeps new secrets in memory from now on if the keyring fails.
    pub fn keep_for_this_run(&self) {
        self.keeps_for_this_run.store(true, Ordering::SeqCst);
    }

    /// Whether the person chose [`Self::keep_for_this_run`].
    pub fn keeps_for_this_run(&self) -> bool {
        self.keeps_for_this_run.load(Ordering::SeqCst)
    }

    pub async fn get(&self, reference: &SecretRef) -> Result<Secret, SecretError> {
        match self.this_run.get(reference).await {
            Ok(secret) => Ok(secret),
            Err(_) => self.keyring.get(reference).await,
        }
    }

    /// Keeps all of these or none, and says where they went.
    pub async fn keep(&self, secrets: &[(SecretRef, Secret)]) -> Result<SecretPlace, SecretError> {
        let mut kept = Vec::new();
        for (reference, secret) in secrets {
            let Err(error) = self.keyring.set(reference, secret.clone()).await else {
                kept.push(reference);
                continue;
            };
            for reference in kept {
                // A secret that cannot be deleted is an unreferenced orphan; the first error matters more.
                let _ = self.keyring.delete(reference).await;
            }
            if !self.keeps_for_this_run() {
                return Err(error);
            }
            for (reference, secret) in secrets {
                self.this_run.set(reference, secret.clone()).await?;
            }
            return Ok(SecretPlace::ThisRun);
        }
        Ok(SecretPlace::Keyring)
    }

    /// Forgets secrets, wherever they are. A keyring that cannot be reached keeps them; nothing refers to them any more.
    pub async fn forget(&self, references: &[SecretRef]) {
        for reference in references {
            // Memory cannot fail to forget.
            let _ = self.this_run.delete(reference).await;
            if let Err(error) = self.keyring.delete(reference).await {
                tracing::warn!(%reference, %error, "a secret could not be deleted from the keyring");
            }
        }
    }

    /// Where a secret is.
    pub async fn place(&self, reference: &SecretRef) -> SecretPlace {
        if self.this_run.get(reference).await.is_ok() {
            return SecretPlace::ThisRun;
        }
        match self.keyring.get(reference).await {
            Ok(_) | Err(SecretError::Locked(_) | SecretError::Refused(_)) => SecretPlace::Keyring,
            Err(SecretError::NotFound | SecretError::Absent(_)) => SecretPlace::Missing,
        }
    }

    /// How the keyring is.
    pub async fn status(&self) -> KeyringState {
        self.keyring.status().await
    }

    /// Tries to open the keyring; the system may ask the person for its password.
    pub async fn unlock(&self) -> KeyringState {
        self.keyring.unlock().await
    }
}

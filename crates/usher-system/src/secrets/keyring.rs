//! The system keyring: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows.
//!
//! A keyring which appears, is unlocked or starts again later works without a restart. Every operation runs on a thread of its own: a keyring may take as long as it likes, and a thread
//! that waits for one must not keep the runtime from ending.

#[cfg(all(unix, not(target_os = "macos")))]
#[path = "keyring/secret_service.rs"]
mod platform;
#[cfg(any(target_os = "macos", windows))]
#[path = "keyring/native.rs"]
mod platform;
mod platform_store;

use std::sync::Arc;

use async_trait::async_trait;
use keyring_core::Entry;
use tokio::sync::{Mutex, oneshot};
use usher_messages::Message;
use usher_types::secret::Secret;

use self::platform::Platform;
use self::platform_store::{SILENT, Unusable};
use super::secret_store::{SecretError, SecretStore};
use crate::limits;
use usher_types::id::SecretRef;
use usher_types::keyring::KeyringState;

const UNANSWERED: Message = Message::new("keyring.unanswered");

#[derive(Default)]
pub struct Keyring {
    platform: Arc<Platform>,
    /// Held during a password prompt: one at a time.
    asking: Mutex<()>,
}

fn state_of(checked: Result<(), Unusable>) -> KeyringState {
    checked.map_or_else(KeyringState::from, |()| KeyringState::Available)
}

#[async_trait]
impl SecretStore for Keyring {
    async fn get(&self, reference: &SecretRef) -> Result<Secret, SecretError> {
        self.on_entry(reference, |entry| entry.get_password().map(Secret::new))
            .await
    }

    async fn set(&self, reference: &SecretRef, secret: Secret) -> Result<(), SecretError> {
        self.on_entry(reference, move |entry| entry.set_password(secret.expose()))
            .await
    }

    async fn delete(&self, reference: &SecretRef) -> Result<(), SecretError> {
        match self.on_entry(reference, Entry::delete_credential).await {
            Err(SecretError::NotFound) => Ok(()),
            other => other,
        }
    }

    async fn status(&self) -> KeyringState {
        let checked = tokio::time::timeout(limits::KEYRING_WAIT, self.on_thread(Platform::check));
        match checked.await {
            Ok(Some(checked)) => state_of(checked),
            Ok(None) | Err(_) => Unusable::Absent(SILENT).into(),
        }
    }

    async fn unlock(&self) -> KeyringState {
        let _one_at_a_time = self.asking.lock().await;
        match tokio::time::timeout(
            limits::KEYRING_PROMPT_WAIT,
            self.on_thread(Platform::unlock),
        )
        .await
        {
            Ok(Some(unlocked)) => state_of(unlocked),
            Ok(None) => Unusable::Absent(SILENT).into(),
            Err(_) => Unusable::Locked(UNANSWERED).into(),
        }
    }
}

impl Keyring {
    async fn on_entry<T: Send + 'static>(
        &self,
        reference: &SecretRef,
        act: impl Fn(&Entry) -> keyring_core::Result<T> + Send + 'static,
    ) -> Result<T, SecretError> {
        let account = reference.to_string();
        let acted = self.on_thread(move |platform| platform.on_entry(&account, act));
        match tokio::time::timeout(limits::KEYRING_WAIT, acted).await {
            Ok(Some(result)) => result,
            Ok(None) | Err(_) => Err(SecretError::Absent(SILENT)),
        }
    }

    /// Runs `act` on its own thread; `None` if that ended without a result.
    async fn on_thread<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Platform) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let platform = self.platform.clone();
        std::thread::Builder::new()
            .name("keyring".to_owned())
            .spawn(move || {
                // After a time-out the receiver is gone; the result is dropped here.
                let _ = done.send(act(&platform));
            })
            .ok()?;
        result.await.ok()
    }
}

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

use std::sync::Arc;

use async_trait::async_trait;
use keyring_core::{Entry, Error};
use tokio::sync::{Mutex, oneshot};
use usher_types::secret::Secret;

use self::platform::Platform;
use super::{KeyringState, SecretError, SecretStore};
use crate::limits;
use usher_types::id::SecretRef;

/// The name all entries are kept under; a build from source does not touch those of the installed app.
const SERVICE: &str = if cfg!(debug_assertions) {
    "usher-dev"
} else {
    "usher"
};

const SILENT: &str =
    "The system keyring does not answer. Try again, or keep new secrets for this run only.";

const UNANSWERED: &str = "The system's password prompt was not answered. Try again, or keep new secrets for this run only.";

#[derive(Default)]
pub struct Keyring {
    platform: Arc<Platform>,
    /// Held during a password prompt: one at a time.
    asking: Mutex<()>,
}

/// What the platform's store can be found in.
enum Unusable {
    Locked(String),
    Absent(String),
}

impl From<Unusable> for SecretError {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Locked(message) => Self::Locked(message),
            Unusable::Absent(message) => Self::Absent(message),
        }
    }
}

impl From<Unusable> for KeyringState {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Locked(message) => Self::Locked { message },
            Unusable::Absent(message) => Self::Absent { message },
        }
    }
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
            Ok(None) | Err(_) => Unusable::Absent(SILENT.to_owned()).into(),
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
            Ok(None) => Unusable::Absent(SILENT.to_owned()).into(),
            Err(_) => Unusable::Locked(UNANSWERED.to_owned()).into(),
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
            Ok(None) | Err(_) => Err(SecretError::Absent(SILENT.to_owned())),
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

/// Says what the keyring said, never what it was asked to keep: some of its errors hold the secret's bytes.
fn secret_error(error: Error) -> SecretError {
    match error {
        Error::NoEntry => SecretError::NotFound,
        Error::NoStorageAccess(reason) => SecretError::Locked(format!(
            "The system keyring is locked ({reason}). Unlock it and try again."
        )),
        Error::NoDefaultStore => SecretError::Absent(SILENT.to_owned()),
        Error::PlatformFailure(reason) => SecretError::Absent(format!(
            "The system keyring failed: {reason}. Try again, or keep new secrets for this run only."
        )),
        Error::TooLong(_, limit) => {
            SecretError::Refused(format!("it is longer than {limit} characters"))
        }
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            SecretError::Refused("the stored entry was changed outside Usher".to_owned())
        }
        Error::Ambiguous(_) => {
            SecretError::Refused("there are several entries of the same name".to_owned())
        }
        Error::Invalid(what, why) => SecretError::Refused(format!("{what} {why}")),
        _ => SecretError::Refused("this keyring cannot do it".to_owned()),
    }
}

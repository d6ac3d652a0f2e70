//! macOS Keychain and Windows Credential Manager: part of the system, unlocked with the user's session.

use std::sync::Arc;

use keyring_core::{CredentialStore, Entry, Error};
use usher_messages::Message;

use super::platform_store::{SERVICE, Unusable, failed_with, secret_error};
use crate::secrets::SecretError;

/// An account that never holds anything: asking for it shows whether the store answers.
const PROBE: &str = "probe";

/// The system's store. It is built anew for each operation, which costs nothing here.
#[derive(Default)]
pub(super) struct Platform;

impl Platform {
    /// Whether secrets can be read and kept.
    #[expect(clippy::unused_self, reason = "the same on every system")]
    pub(super) fn check(&self) -> Result<(), Unusable> {
        let probed = store()
            .and_then(|store| store.build(SERVICE, PROBE, None))
            .and_then(|entry| entry.get_secret());
        match probed {
            Ok(_) | Err(Error::NoEntry) => Ok(()),
            Err(Error::NoStorageAccess(reason)) => Err(Unusable::Locked(
                Message::new("keyring.lockedWith").with("detail", reason.to_string()),
            )),
            Err(error) => Err(Unusable::Absent(failed_with(error.to_string()))),
        }
    }

    /// These systems ask for a password themselves whenever an entry is touched.
    pub(super) fn unlock(&self) -> Result<(), Unusable> {
        self.check()
    }

    /// Acts on one entry.
    pub(super) fn on_entry<T>(
        &self,
        account: &str,
        act: impl Fn(&Entry) -> keyring_core::Result<T>,
    ) -> Result<T, SecretError> {
        self.check()?;
        let entry = store().and_then(|store| store.build(SERVICE, account, None));
        entry.and_then(|entry| act(&entry)).map_err(secret_error)
    }
}

fn store() -> keyring_core::Result<Arc<CredentialStore>> {
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new()?;
    #[cfg(windows)]
    let store = windows_native_keyring_store::Store::new()?;
    Ok(store)
}

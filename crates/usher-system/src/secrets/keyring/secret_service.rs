//! Uses the Secret Service over D-Bus (Linux and other free desktops).
//!
//! `keyring-core` stores unlock by asking the person whenever they touch a locked item, so the lock is checked first
//! and only [`unlock`] asks.

use std::sync::Arc;

use keyring_core::CredentialStore;
use secret_service::blocking::{Collection, SecretService};
use secret_service::{EncryptionType, Error};

use super::Unusable;

const ABSENT: &str = "This system has no keyring that Usher can reach (no Secret Service on the session bus). Install and start gnome-keyring, KWallet or KeePassXC, or keep new secrets for this run only.";
const LOCKED: &str =
    "The system keyring is locked. Unlock it, or keep new secrets for this run only.";
const NOT_SET_UP: &str = "The system keyring has not been set up yet: it has no password. Try again to set it up, or keep new secrets for this run only.";

pub(super) fn store() -> keyring_core::Result<Arc<CredentialStore>> {
    let store = zbus_secret_service_keyring_store::Store::new()?;
    Ok(store)
}

/// Whether secrets can be read and kept without asking the person.
pub(super) fn check() -> Result<(), Unusable> {
    let service = connect()?;
    if default_collection(&service)?.is_locked().map_err(failed)? {
        return Err(Unusable::Locked(LOCKED.to_owned()));
    }
    Ok(())
}

/// Lets the system ask the person for the keyring's password, or for a new one where there is no keyring yet.
pub(super) fn unlock() -> Result<(), Unusable> {
    let service = connect()?;
    match service.get_default_collection() {
        Ok(collection) => collection.unlock().map_err(failed)?,
        Err(Error::NoResult) => {
            service
                .create_collection("Login", "default")
                .map_err(failed)?;
        }
        Err(error) => return Err(failed(error)),
    }
    check()
}

fn connect() -> Result<SecretService<'static>, Unusable> {
    // No secret passes over this connection, so it needs no encryption.
    SecretService::connect(EncryptionType::Plain).map_err(|error| {
        tracing::debug!(%error, "no secret service");
        Unusable::Absent(ABSENT.to_owned())
    })
}

fn default_collection<'a>(service: &'a SecretService<'_>) -> Result<Collection<'a>, Unusable> {
    service
        .get_default_collection()
        .map_err(|error| match error {
            Error::NoResult => Unusable::Locked(NOT_SET_UP.to_owned()),
            other => failed(other),
        })
}

fn failed(error: Error) -> Unusable {
    match error {
        Error::Locked | Error::Prompt | Error::PromptDisconnected | Error::NoResult => {
            Unusable::Locked(LOCKED.to_owned())
        }
        Error::Unavailable => Unusable::Absent(ABSENT.to_owned()),
        other => Unusable::Absent(format!(
            "The system keyring failed: {other}. Try again, or keep new secrets for this run only."
        )),
    }
}

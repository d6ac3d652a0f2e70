//! Uses the Secret Service over D-Bus (Linux and other free desktops).
//!
//! `keyring-core` stores unlock by asking the person whenever they touch a locked item, so the lock is checked first
//! and only [`Platform::unlock`] asks.

use std::sync::Arc;

use keyring_core::Entry;
use keyring_core::api::CredentialStoreApi as _;
use parking_lot::Mutex;
use secret_service::blocking::SecretService;
use secret_service::{EncryptionType, Error};
use usher_messages::Message;
use zbus_secret_service_keyring_store::Store;

use super::platform_store::{SERVICE, Unusable, failed_with, secret_error};
use crate::secrets::SecretError;

const ABSENT: Message = Message::new("keyring.absent");
const LOCKED: Message = Message::new("keyring.locked");
const NOT_SET_UP: Message = Message::new("keyring.notSetUp");

/// The connection to the Secret Service: made when first needed, kept, and made anew once its service is gone.
///
/// Connecting for each operation is not only slow: gnome-keyring aborts if clients come and go in quick succession.
#[derive(Default)]
pub(super) struct Platform(Mutex<Option<Arc<Connection>>>);

struct Connection {
    service: SecretService<'static>,
    store: Arc<Store>,
}

impl Platform {
    /// Whether secrets can be read and kept without asking the person.
    pub(super) fn check(&self) -> Result<(), Unusable> {
        self.with(
            |error| matches!(error, Unusable::Absent(_)),
            Connection::check,
        )
    }

    /// Opens the system's prompt for the keyring's password.
    pub(super) fn unlock(&self) -> Result<(), Unusable> {
        self.check_reached()?.unlock()?;
        self.check()
    }

    /// Acts on one entry if the store is usable without a prompt.
    pub(super) fn on_entry<T>(
        &self,
        account: &str,
        act: impl Fn(&Entry) -> keyring_core::Result<T>,
    ) -> Result<T, SecretError> {
        self.with(
            |error| matches!(error, SecretError::Absent(_)),
            |connection| {
                connection.check()?;
                let entry = connection.store.build(SERVICE, account, None);
                entry.and_then(|entry| act(&entry)).map_err(secret_error)
            },
        )
    }

    /// Acts, and retries once over a new connection if this is `lost`.
    fn with<T, E: From<Unusable>>(
        &self,
        lost: fn(&E) -> bool,
        act: impl Fn(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let connection = self.connection()?;
        match act(&connection) {
            Err(error) if lost(&error) => {
                self.forget(&connection);
                act(&*self.connection()?)
            }
            done => done,
        }
    }

    /// Returns a connection whose service answers.
    fn check_reached(&self) -> Result<Arc<Connection>, Unusable> {
        if let Err(Unusable::Absent(message)) = self.check() {
            return Err(Unusable::Absent(message));
        }
        self.connection()
    }

    fn connection(&self) -> Result<Arc<Connection>, Unusable> {
        let mut kept = self.0.lock();
        if let Some(connection) = &*kept {
            return Ok(connection.clone());
        }
        let connection = Arc::new(Connection::open()?);
        *kept = Some(connection.clone());
        Ok(connection)
    }

    fn forget(&self, lost: &Arc<Connection>) {
        let mut kept = self.0.lock();
        kept.take_if(|connection| Arc::ptr_eq(connection, lost));
    }
}

impl Connection {
    fn open() -> Result<Self, Unusable> {
        // No secret passes over the first of the two, so it needs no encryption.
        let opened = SecretService::connect(EncryptionType::Plain)
            .map_err(|error| error.to_string())
            .and_then(|service| {
                let store = Store::new().map_err(|error| error.to_string())?;
                Ok(Self { service, store })
            });
        opened.map_err(|error| {
            tracing::debug!(error, "no secret service");
            Unusable::Absent(ABSENT)
        })
    }

    fn check(&self) -> Result<(), Unusable> {
        let collection = self.service.get_default_collection();
        let locked = match collection.and_then(|collection| collection.is_locked()) {
            Err(Error::NoResult) => return Err(Unusable::Locked(NOT_SET_UP)),
            checked => checked.map_err(failed)?,
        };
        if locked {
            return Err(Unusable::Locked(LOCKED));
        }
        Ok(())
    }

    fn unlock(&self) -> Result<(), Unusable> {
        match self.service.get_default_collection() {
            Ok(collection) => collection.unlock().map_err(failed),
            Err(Error::NoResult) => {
                let created = self.service.create_collection("Login", "default");
                created.map(drop).map_err(failed)
            }
            Err(error) => Err(failed(error)),
        }
    }
}

fn failed(error: Error) -> Unusable {
    match error {
        Error::Locked | Error::Prompt | Error::PromptDisconnected | Error::NoResult => {
            Unusable::Locked(LOCKED)
        }
        Error::Unavailable => Unusable::Absent(ABSENT),
        other => Unusable::Absent(failed_with(other.to_string())),
    }
}

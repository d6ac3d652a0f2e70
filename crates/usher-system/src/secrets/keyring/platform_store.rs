//! Holds what the keyrings of all platforms share: the name of their entries, and their errors.

use keyring_core::Error;
use usher_messages::Message;
use usher_types::keyring::KeyringState;

use crate::secrets::secret_store::SecretError;

/// The name all entries are kept under; a build from source does not touch those of the installed app.
pub(super) const SERVICE: &str = if cfg!(debug_assertions) {
    "usher-dev"
} else {
    "usher"
};

pub(super) const SILENT: Message = Message::new("keyring.silent");

/// What the platform's store can be found in.
pub(super) enum Unusable {
    Locked(Message),
    Absent(Message),
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

/// A failure of the keyring, in the words of its library.
pub(super) fn failed_with(detail: String) -> Message {
    Message::new("keyring.failed").with("detail", detail)
}

/// Says what the keyring said, never what it was asked to keep: some of its errors hold the secret's bytes.
pub(super) fn secret_error(error: Error) -> SecretError {
    match error {
        Error::NoEntry => SecretError::NotFound,
        Error::NoStorageAccess(reason) => SecretError::Locked(
            Message::new("keyring.lockedWith").with("detail", reason.to_string()),
        ),
        Error::NoDefaultStore => SecretError::Absent(SILENT),
        Error::PlatformFailure(reason) => SecretError::Absent(failed_with(reason.to_string())),
        Error::TooLong(_, limit) => {
            SecretError::Refused(Message::new("keyring.reason.tooLong").with("limit", limit))
        }
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            SecretError::Refused(Message::new("keyring.reason.changed"))
        }
        Error::Ambiguous(_) => SecretError::Refused(Message::new("keyring.reason.ambiguous")),
        Error::Invalid(what, why) => SecretError::Refused(
            Message::new("keyring.reason.other").with("detail", format!("{what} {why}")),
        ),
        _ => SecretError::Refused(Message::new("keyring.reason.unsupported")),
    }
}

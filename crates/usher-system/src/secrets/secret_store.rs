//! Defines a store of secrets, and its errors.

use async_trait::async_trait;
use usher_messages::Message;
use usher_types::id::SecretRef;
use usher_types::keyring::KeyringState;
use usher_types::secret::Secret;

/// A place that keeps secrets.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// Reads one. Never asks the person for anything.
    async fn get(&self, reference: &SecretRef) -> Result<Secret, SecretError>;
    /// Keeps one, or replaces it. Never asks the person for anything.
    async fn set(&self, reference: &SecretRef, secret: Secret) -> Result<(), SecretError>;
    /// Forgets one; that it is not there is no error.
    async fn delete(&self, reference: &SecretRef) -> Result<(), SecretError>;
    /// How the place is now. Never asks the person for anything.
    async fn status(&self) -> KeyringState;
    /// Tries to open the place; the system may ask the person for a password, for as long as they take.
    async fn unlock(&self) -> KeyringState;
}

/// Why a secret could not be read or kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum SecretError {
    /// It is not there: never saved, kept only for an earlier run, or deleted outside Usher.
    NotFound,
    /// The keyring is locked.
    Locked(Message),
    /// There is no keyring.
    Absent(Message),
    /// The keyring refused this secret; why, as a part of a sentence.
    Refused(Message),
}

impl SecretError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::NotFound => Message::new("keyring.notStored"),
            Self::Locked(message) | Self::Absent(message) => message.clone(),
            Self::Refused(reason) => Message::new("keyring.refused").with("reason", reason.clone()),
        }
    }
}

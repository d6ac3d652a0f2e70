//! Defines the states of the keyring and the places of secrets. Never a secret itself.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// Whether secrets can be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeyringStatus {
    /// What the system keyring says.
    pub state: KeyringState,
    /// New secrets stay in memory until Usher ends: the person chose so.
    pub keeping_for_this_run: bool,
    /// Servers that wait for a secret that cannot be read.
    pub waiting_servers: u32,
}

/// What the system keyring says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum KeyringState {
    Available,
    /// It is there but locked.
    Locked {
        message: Message,
    },
    Absent {
        message: Message,
    },
}

/// Where a secret is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SecretPlace {
    /// In the system keyring.
    Keyring,
    /// In memory, until Usher ends.
    ThisRun,
    /// Nowhere: it has to be given again.
    Missing,
}

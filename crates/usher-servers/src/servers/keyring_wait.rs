//! Handles servers that wait for a secret in a locked keyring.

use std::collections::HashSet;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::Servers;
use crate::events::HostEvent;
use usher_types::id::SecretRef;
use usher_types::keyring::{KeyringState, KeyringStatus, SecretPlace};

use super::command::Command;
use crate::snapshot::{FailureKind, ServerState};

impl Servers {
    /// The state of the keyring. Never asks the person for anything.
    pub async fn keyring_status(&self) -> KeyringStatus {
        let state = self.context().secrets.status().await;
        self.keyring_status_with(state)
    }

    /// Unlocks the keyring; the system may prompt.
    pub async fn unlock_keyring(&self) -> KeyringState {
        self.context().secrets.unlock().await
    }

    /// Publishes this state of the keyring.
    pub fn publish_keyring_state(&self, state: KeyringState) -> KeyringStatus {
        self.publish_keyring(self.keyring_status_with(state))
    }

    /// Where a secret is.
    pub async fn secret_place(&self, secret: &SecretRef) -> SecretPlace {
        self.context().secrets.place(secret).await
    }

    /// Keeps secrets in memory from now on if the keyring fails.
    pub async fn use_memory_store(&self) -> KeyringStatus {
        self.context().secrets.keep_for_this_run();
        let status = self.keyring_status().await;
        self.publish_keyring(status)
    }

    fn publish_keyring(&self, status: KeyringStatus) -> KeyringStatus {
        self.context()
            .events
            .send(HostEvent::KeyringChanged(status.clone()));
        status
    }

    fn keyring_status_with(&self, state: KeyringState) -> KeyringStatus {
        let entries = self.entries();
        let waiting = entries
            .iter()
            .filter(|entry| waits_for_secret(&entry.state()))
            .count();
        KeyringStatus {
            state,
            keeping_for_this_run: self.context().secrets.keeps_for_this_run(),
            waiting_servers: u32::try_from(waiting).unwrap_or(u32::MAX),
        }
    }

    /// Publishes the keyring's state when the waiting servers change.
    pub(super) fn watch_waiting(&self, mut events: Receiver<HostEvent>) {
        let weak = self.downgrade();
        tokio::spawn(async move {
            let mut waiting = HashSet::new();
            loop {
                let changed = match events.recv().await {
                    Ok(HostEvent::ServerChanged(server)) => {
                        if waits_for_secret(&server.state) {
                            waiting.insert(server.id.clone())
                        } else {
                            waiting.remove(&server.id)
                        }
                    }
                    Ok(HostEvent::ServerRemoved(id)) => waiting.remove(&id),
                    Ok(_) => false,
                    Err(RecvError::Lagged(_)) => true,
                    Err(RecvError::Closed) => return,
                };
                if changed {
                    let Some(servers) = weak.upgrade() else {
                        return;
                    };
                    let status = servers.keyring_status().await;
                    servers.publish_keyring(status);
                }
            }
        });
    }

    /// Starts the servers that wait for a secret.
    pub async fn start_waiting(&self) {
        for entry in self.entries() {
            self.send(&entry, Command::SecretsAvailable).await;
        }
    }
}

fn waits_for_secret(state: &ServerState) -> bool {
    matches!(state, ServerState::Failed { failure } if failure.kind == FailureKind::SecretUnavailable)
}

//! Removing servers. For ten seconds a removal can be undone; only then do the secrets go.

use std::time::Duration;

use crate::events::HostEvent;
use crate::host::Host;
use usher_store::StoreError;
use usher_types::id::ServerId;
pub use usher_types::server::RemovedServer;

use super::edit::ServerError;
use super::supervisor::Command;
use crate::snapshot::ServerSnapshot;

/// How long a removal can be undone.
const UNDO_WITHIN: Duration = Duration::from_secs(10);

/// Deletes for good what an earlier run removed and did not come to delete.
pub(crate) fn finish_removals(host: &Host) {
    let removed_until = host.around().clock.now_ms();
    let weak = host.downgrade();
    tokio::spawn(async move {
        if let Some(host) = weak.upgrade() {
            let _edit = host.servers().edit.lock().await;
            host.purge(removed_until).await;
        }
    });
}

impl Host {
    /// Stops a server and removes it.
    pub async fn remove_server(&self, id: &ServerId) -> Result<RemovedServer, ServerError> {
        let _edit = self.servers().edit.lock().await;
        let room = self.known(id)?;
        let around = self.around();
        let removed_at = around.clock.now_ms();
        around.store.remove_server(id, removed_at).await?;
        self.servers().order(&room, Command::End).await;
        self.servers().lock().retain(|room| &room.id != id);
        around.events.send(HostEvent::ServerRemoved(id.clone()));

        let weak = self.downgrade();
        tokio::spawn(async move {
            tokio::time::sleep(UNDO_WITHIN).await;
            if let Some(host) = weak.upgrade() {
                let _edit = host.servers().edit.lock().await;
                host.purge(removed_at).await;
            }
        });
        let undo_ms = i64::try_from(UNDO_WITHIN.as_millis()).unwrap_or(i64::MAX);
        Ok(RemovedServer {
            server_id: id.clone(),
            label: room.label(),
            undo_until_at: removed_at.saturating_add(undo_ms),
        })
    }

    /// Brings a removed server back, and starts it if it was on.
    pub async fn restore_server(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.servers().edit.lock().await;
        let store = &self.around().store;
        let server = store
            .restore_server(id)
            .await
            .map_err(|error| match error {
                StoreError::NotFound => ServerError::TooLate,
                other => other.into(),
            })?;
        let enabled = server.enabled;
        let room = self.servers().admit(server);
        // Back to its place; if the order cannot be read, the end of the list will do until the next start.
        if let Ok(order) = store.list_servers().await {
            let place = |id: &ServerId| order.iter().position(|server| &server.id == id);
            self.servers().lock().sort_by_key(|room| place(&room.id));
        }
        if enabled {
            self.servers().order(&room, Command::Enable).await;
        } else {
            room.tell();
        }
        Ok(room.snapshot())
    }

    /// Deletes for good whatever is removed, with its secrets.
    pub(crate) async fn purge_removed(&self) {
        let _edit = self.servers().edit.lock().await;
        self.purge(i64::MAX).await;
    }

    async fn purge(&self, removed_until: i64) {
        let around = self.around();
        match around.store.purge_removed_servers(removed_until).await {
            Ok(gone) => {
                for server in gone {
                    let mut secrets = server.definition.transport.secret_refs();
                    secrets.extend(server.sign_in.map(|sign_in| sign_in.secret));
                    around.secrets.forget(&secrets).await;
                }
            }
            // They stay marked as removed, and the next start tries again.
            Err(error) => tracing::warn!(%error, "removed servers could not be deleted"),
        }
    }
}

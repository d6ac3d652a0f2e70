//! Removing servers. For ten seconds a removal can be undone; only then do the secrets go.

use std::time::Duration;

use super::Servers;
use crate::dropped_secrets::forget_unnamed;
use crate::events::HostEvent;
use crate::limits::{UNDO_WITHIN, undo_until};
use usher_store::StoreError;
use usher_types::id::ServerId;
pub use usher_types::server::RemovedServer;

use super::command::Command;
use super::edit::ServerError;
use crate::snapshot::ServerSnapshot;

impl Servers {
    /// Stops a server and removes it.
    pub async fn remove(&self, id: &ServerId) -> Result<RemovedServer, ServerError> {
        let _edit = self.0.edit.lock().await;
        let entry = self.configured(id)?;
        let context = self.context();
        let removed_at = context.clock.now_ms();
        context.store.remove_server(id, removed_at).await?;
        self.send(&entry, Command::End).await;
        self.change_entries(|entries| entries.retain(|entry| &entry.id != id));
        context.events.send(HostEvent::ServerRemoved(id.clone()));

        self.purge_after(UNDO_WITHIN, removed_at);
        Ok(RemovedServer {
            server_id: id.clone(),
            label: entry.label(),
            undo_until_at: undo_until(removed_at),
        })
    }

    /// Brings a removed server back, and starts it if it was on.
    pub async fn restore(&self, id: &ServerId) -> Result<ServerSnapshot, ServerError> {
        let _edit = self.0.edit.lock().await;
        let store = &self.context().store;
        let server = store
            .restore_server(id)
            .await
            .map_err(|error| match error {
                StoreError::NotFound => ServerError::TooLate,
                other => other.into(),
            })?;
        let enabled = server.enabled;
        let entry = self.insert(server);
        // Back to its place; if the order cannot be read, the end of the list will do until the next start.
        if let Ok(configured) = store.list_servers().await {
            let place = |id: &ServerId| configured.iter().position(|server| &server.id == id);
            self.change_entries(|entries| entries.sort_by_key(|entry| place(&entry.id)));
        }
        if enabled {
            self.send(&entry, Command::Enable).await;
        } else {
            entry.publish();
        }
        self.publish_order();
        Ok(entry.snapshot())
    }

    /// Deletes what an earlier run removed but did not delete.
    pub(super) fn finish_removals(&self) {
        self.purge_after(Duration::ZERO, self.context().clock.now_ms());
    }

    fn purge_after(&self, delay: Duration, removed_until: i64) {
        let weak = self.downgrade();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            if let Some(servers) = weak.upgrade() {
                servers.purge(removed_until).await;
            }
        });
    }

    /// Deletes for good whatever is removed, with the secrets that nothing else names.
    pub async fn purge_removed(&self) {
        self.purge(i64::MAX).await;
    }

    async fn purge(&self, removed_until: i64) {
        let context = self.context();
        let gone = {
            let _edit = self.0.edit.lock().await;
            context.store.purge_removed_servers(removed_until).await
        };
        match gone {
            Ok(gone) => {
                for server in gone {
                    let mut secrets = server.definition.transport.secret_refs();
                    secrets.extend(server.sign_in.map(|sign_in| sign_in.secret));
                    forget_unnamed(&context.store, &context.secrets, secrets).await;
                }
            }
            // They stay marked as removed, and the next start tries again.
            Err(error) => tracing::warn!(%error, "removed servers could not be deleted"),
        }
    }
}

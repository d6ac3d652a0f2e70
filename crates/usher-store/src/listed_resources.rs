//! Table `listed_resources`: the resources that each server listed last.

use serde_json::Value;
use usher_types::id::ServerId;

use super::{Store, StoreError};

impl Store {
    /// The resources that a server listed last; none if that is not known.
    pub async fn listed_resources(&self, server: &ServerId) -> Result<Vec<Value>, StoreError> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT resources FROM listed_resources WHERE server_id = ?")
                .bind(server.as_str())
                .fetch_optional(&self.pool)
                .await
                .map_err(|error| self.failed(error))?;
        // What cannot be read is listed again soon.
        let listed = row.and_then(|(listed,)| serde_json::from_str(&listed).ok());
        Ok(listed.unwrap_or_default())
    }

    /// Keeps the resources that a server lists now, as a JSON array.
    pub async fn keep_listed_resources(
        &self,
        server: &ServerId,
        resources: &str,
    ) -> Result<(), StoreError> {
        sqlx::query("INSERT OR REPLACE INTO listed_resources (server_id, resources) VALUES (?, ?)")
            .bind(server.as_str())
            .bind(resources)
            .execute(&self.pool)
            .await
            .map(|_| ())
            .map_err(|error| self.failed(error))
    }

    /// Forgets the resources that a server listed.
    pub async fn forget_listed_resources(&self, server: &ServerId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM listed_resources WHERE server_id = ?")
            .bind(server.as_str())
            .execute(&self.pool)
            .await
            .map(|_| ())
            .map_err(|error| self.failed(error))
    }
}

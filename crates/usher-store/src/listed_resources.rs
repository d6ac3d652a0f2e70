//! Tables `listed_resources`, the resources that each server listed last, and `resource_owners`, to which server a URI
//! belongs that several list.

use usher_types::id::{ServerId, SourceId};
use usher_types::sent_json::SentJson;

use super::{Store, StoreError};

impl Store {
    /// The resources that a server listed last; none if that is not known.
    pub async fn listed_resources(&self, server: &ServerId) -> Result<Vec<SentJson>, StoreError> {
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

    /// To which servers URIs belong that several servers list.
    pub async fn resource_owners(&self) -> Result<Vec<(String, SourceId)>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT uri, server_id FROM resource_owners")
                .fetch_all(&self.pool)
                .await
                .map_err(|error| self.failed(error))?;
        let rows = rows.into_iter();
        Ok(rows.map(|(uri, owner)| (uri, owner.into())).collect())
    }

    /// Keeps to which server URIs belong.
    pub async fn keep_resource_owners(
        &self,
        owners: &[(String, SourceId)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for (uri, owner) in owners {
            sqlx::query("INSERT OR REPLACE INTO resource_owners (uri, server_id) VALUES (?, ?)")
                .bind(uri)
                .bind(owner.as_str())
                .execute(&mut *transaction)
                .await
                .map_err(|error| self.failed(error))?;
        }
        self.commit(transaction).await
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

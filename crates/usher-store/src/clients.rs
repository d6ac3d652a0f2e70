//! Tables `clients`, `former_clients` and `exposed_prefixes`: programs that reach the servers through Usher, the names of
//! those that were removed, and what names of tools begin with for them.

use std::path::PathBuf;

use sqlx::types::Json;
use sqlx_macros::FromRow;
use usher_types::client::{
    ClientIdentity, ClientProfile, ClientProgram, ClientScript, ClientStatus, KnownClient,
    TokenDigest,
};
use usher_types::id::{ClientId, SourceId};
use usher_types::word::UnknownWord;

use super::authenticate::TaggedTx;
use super::{Store, StoreError, readable};

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    connects_as: String,
    program: Option<String>,
    parent: Option<String>,
    script: Option<String>,
    script_digest: Option<String>,
    client_key: Option<String>,
    identity: i64,
    status: String,
    profile: Json<ClientProfile>,
    token: Option<String>,
    created_at: i64,
    decided_at: Option<i64>,
    seen_at: i64,
}

impl TryFrom<Row> for KnownClient {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let status = ClientStatus::try_from(row.status)
            .map_err(|error: UnknownWord| StoreError::Other(sqlx::Error::Decode(error.into())))?;
        Ok(Self {
            id: row.id.into(),
            name: row.name,
            connects_as: row.connects_as,
            program: ClientProgram {
                path: row.program.map(PathBuf::from),
                script: row
                    .script
                    .zip(row.script_digest)
                    .map(|(text, digest)| ClientScript { text, digest }),
                parent: row.parent.map(PathBuf::from),
            },
            status,
            profile: row.profile.0,
            token: row.token.as_deref().and_then(TokenDigest::from_hex),
            key: row.client_key.as_deref().and_then(TokenDigest::from_hex),
            identity: if row.identity == WHOLE {
                ClientIdentity::Whole
            } else {
                ClientIdentity::PathOnly
            },
            created_at: row.created_at,
            decided_at: row.decided_at,
            seen_at: row.seen_at,
        })
    }
}

/// The words for [`ClientIdentity`]. Rows of versions that knew only the first have it.
const PATH_ONLY: i64 = 0;
const WHOLE: i64 = 1;

impl Store {
    /// All clients, in the order they came. One whose row was changed outside Usher waits for the person again.
    pub async fn clients(&self) -> Result<Vec<KnownClient>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query(
            "SELECT id, name, connects_as, program, parent, script, script_digest, client_key, identity, status, profile,
             token, created_at, decided_at, seen_at FROM clients ORDER BY created_at, id",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let mut clients: Vec<KnownClient> = readable::<Row, _>("a client", &rows);
        for client in &mut clients {
            if !self.is_verified(&client.id) {
                client.status = ClientStatus::Waiting;
                client.profile = ClientProfile::default();
                client.token = None;
            }
        }
        Ok(clients)
    }

    /// Writes a client in place of what was kept of it.
    pub async fn put_client(&self, client: &KnownClient) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&client.id]).await?;
        self.write_client(&mut change, client).await?;
        self.commit_change(change).await
    }

    /// Writes a client in place of what was kept of it, and deletes the one that it was taken for, in one step.
    pub async fn adopt_client(
        &self,
        client: &KnownClient,
        taken_for: &ClientId,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([&client.id, taken_for]).await?;
        // First, so that its name is free.
        self.erase_client(&mut change, taken_for).await?;
        self.write_client(&mut change, client).await?;
        self.commit_change(change).await
    }

    async fn write_client(
        &self,
        change: &mut TaggedTx,
        client: &KnownClient,
    ) -> Result<(), StoreError> {
        let text = |path: &Option<PathBuf>| {
            path.as_ref()
                .map(|path| path.to_string_lossy().into_owned())
        };
        sqlx::query(
            "INSERT INTO clients
             (id, name, connects_as, program, parent, script, script_digest, client_key, identity, status, profile,
             token, created_at, decided_at, seen_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, connects_as = excluded.connects_as,
             program = excluded.program, parent = excluded.parent, script = excluded.script,
             script_digest = excluded.script_digest, client_key = excluded.client_key,
             identity = excluded.identity, status = excluded.status,
             profile = excluded.profile, token = excluded.token, decided_at = excluded.decided_at, seen_at = excluded.seen_at",
        )
        .bind(client.id.as_str())
        .bind(&client.name)
        .bind(&client.connects_as)
        .bind(text(&client.program.path))
        .bind(text(&client.program.parent))
        .bind(client.program.script.as_ref().map(|script| &script.text))
        .bind(client.program.script.as_ref().map(|script| &script.digest))
        .bind(client.key.map(TokenDigest::to_hex))
        .bind(match client.identity {
            ClientIdentity::PathOnly => PATH_ONLY,
            ClientIdentity::Whole => WHOLE,
        })
        .bind(client.status.as_db_str())
        .bind(Json(&client.profile))
        .bind(client.token.map(TokenDigest::to_hex))
        .bind(client.created_at)
        .bind(client.decided_at)
        .bind(client.seen_at)
        .execute(&mut **change)
        .await
        .map_err(|error| self.failed(error))?;
        // One that was removed may come back.
        sqlx::query("DELETE FROM former_clients WHERE id = ?")
            .bind(client.id.as_str())
            .execute(&mut **change)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Writes when a client connected last.
    pub async fn client_seen(&self, id: &ClientId, at: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE clients SET seen_at = ? WHERE id = ?")
            .bind(at)
            .bind(id.as_str())
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Deletes a client; one that is gone already is no failure.
    pub async fn delete_client(&self, id: &ClientId) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([id]).await?;
        self.erase_client(&mut change, id).await?;
        self.commit_change(change).await
    }

    async fn erase_client(&self, change: &mut TaggedTx, id: &ClientId) -> Result<(), StoreError> {
        for statement in [
            // One that nobody has decided about has done nothing.
            "INSERT OR REPLACE INTO former_clients (id, name)
             SELECT id, name FROM clients WHERE id = ? AND decided_at IS NOT NULL",
            "DELETE FROM clients WHERE id = ?",
        ] {
            sqlx::query(statement)
                .bind(id.as_str())
                .execute(&mut **change)
                .await
                .map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Names of clients that were removed. What they did may be on record.
    pub async fn former_clients(&self) -> Result<Vec<(ClientId, String)>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT id, name FROM former_clients")
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .map(|(id, name)| (id.into(), name))
            .collect())
    }

    /// What names of tools begin with, by server or webtool.
    pub async fn exposed_prefixes(&self) -> Result<Vec<(SourceId, String)>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT server_id, prefix FROM exposed_prefixes ORDER BY server_id")
                .fetch_all(&self.pool)
                .await
                .map_err(|error| self.failed(error))?;
        Ok(rows
            .into_iter()
            .map(|(source, prefix)| (source.into(), prefix))
            .collect())
    }

    /// Keeps what names of tools of a server begin with. `false` = another server has it.
    pub async fn keep_exposed_prefix(
        &self,
        source: &SourceId,
        prefix: &str,
    ) -> Result<bool, StoreError> {
        let kept = sqlx::query(
            "INSERT INTO exposed_prefixes (server_id, prefix) VALUES (?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(source.as_str())
        .bind(prefix)
        .execute(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(kept.rows_affected() == 1)
    }
}

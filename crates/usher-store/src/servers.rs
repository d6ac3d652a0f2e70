//! Table `servers`: what the person has configured. A removed server stays until the removal can no longer be undone.

use sqlx::types::Json;
use sqlx::{Encode, Sqlite, Type};
use sqlx_macros::FromRow;

use super::integrity::Subject;
use super::{Store, StoreError, found, readable};
use usher_config::definition::{CachedProtocol, ConfiguredServer, ServerDefinition};
use usher_types::group::ServerGroup;
use usher_types::id::{ServerId, SourceId};
use usher_types::log_level::LogLevel;
use usher_types::signed_in::SignedIn;

#[derive(FromRow)]
struct Row {
    id: String,
    definition: String,
    consent: String,
    enabled: bool,
    created_at: i64,
    verdict: Option<String>,
    log_level: Option<String>,
    sign_in: Option<String>,
    group_name: Option<String>,
}

impl TryFrom<Row> for ConfiguredServer {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let definition = serde_json::from_str(&row.definition)
            .map_err(|error| StoreError::Other(sqlx::Error::Decode(Box::new(error))))?;
        Ok(Self {
            id: row.id.into(),
            definition,
            consent: row.consent,
            // One that cannot be read is listed without a group.
            group: row.group_name.and_then(|name| name.try_into().ok()),
            enabled: row.enabled,
            created_at: row.created_at,
            // One that cannot be read is found out again.
            cached_protocol: row
                .verdict
                .and_then(|cached| serde_json::from_str(&cached).ok()),
            log_level: row
                .log_level
                .and_then(|level| level.parse().ok())
                .unwrap_or_default(),
            // Then the person is asked to sign in again.
            sign_in: row
                .sign_in
                .and_then(|sign_in| serde_json::from_str(&sign_in).ok()),
        })
    }
}

/// What a [`Row`] is made of.
macro_rules! columns {
    () => {
        "id, definition, consent, enabled, created_at, verdict, log_level, sign_in, group_name"
    };
}

impl Store {
    /// All servers that are not removed, in the person's order.
    pub async fn list_servers(&self) -> Result<Vec<ConfiguredServer>, StoreError> {
        let mut reading = self.reading_all().await?;
        let rows = sqlx::query(concat!(
            "SELECT ",
            columns!(),
            " FROM servers WHERE removed_at IS NULL ORDER BY position, created_at, id"
        ))
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let mut servers = readable::<Row, ConfiguredServer>("a server", &rows);
        for server in &mut servers {
            // One that another program wrote would lead to the tokens of another server.
            if !self.is_verified(&server.id) && !self.awaits_key() {
                server.sign_in = None;
            }
        }
        Ok(servers)
    }

    /// One server that is not removed.
    pub async fn server(&self, id: &ServerId) -> Result<ConfiguredServer, StoreError> {
        let mut reading = self.reading(id).await?;
        let row: Option<Row> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM servers WHERE id = ? AND removed_at IS NULL"
        ))
        .bind(id.as_str())
        .fetch_optional(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        row.ok_or(StoreError::NotFound)?.try_into()
    }

    /// Adds servers at the end, all or none.
    pub async fn add_servers(&self, servers: &[ConfiguredServer]) -> Result<(), StoreError> {
        let mut change = self
            .begin_change_anew(servers.iter().map(|server| &server.id))
            .await?;
        for server in servers {
            sqlx::query(
                "INSERT INTO servers (id, position, label_key, definition, consent, consented, enabled, created_at, group_name)
                 VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM servers), ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(server.id.as_str())
            .bind(server.definition.label.key())
            .bind(Json(&server.definition))
            .bind(&server.consent)
            .bind(Json(&server.definition))
            .bind(server.enabled)
            .bind(server.created_at)
            .bind(server.group.as_ref().map(ServerGroup::as_str))
            .execute(&mut *change)
            .await
            .map_err(|error| self.clash(error, &server.definition))?;
        }
        let agreed = servers
            .iter()
            .filter(|server| server.is_consented())
            .map(|server| {
                (
                    SourceId::from(&server.id),
                    Some(server.definition.to_json()),
                )
            });
        self.commit_with_consents(change, agreed).await
    }

    /// Replaces a server's definition; saving it is the consent to it.
    pub async fn replace_definition(
        &self,
        id: &ServerId,
        definition: &ServerDefinition,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change_anew([id]).await?;
        let done = sqlx::query(
            "UPDATE servers SET label_key = ?, definition = ?, consent = ?, consented = ?
             WHERE id = ? AND removed_at IS NULL",
        )
        .bind(definition.label.key())
        .bind(Json(definition))
        .bind(definition.fingerprint())
        .bind(Json(definition))
        .bind(id.as_str())
        .execute(&mut *change)
        .await
        .map_err(|error| self.clash(error, definition))?;
        found(done.rows_affected())?;
        self.commit_with_consents(change, [(SourceId::from(id), Some(definition.to_json()))])
            .await
    }

    /// Stores or clears a server's cached protocol.
    pub async fn set_cached_protocol(
        &self,
        id: &ServerId,
        cached_protocol: Option<&CachedProtocol>,
    ) -> Result<(), StoreError> {
        self.set(
            id,
            "UPDATE servers SET verdict = ? WHERE id = ? AND removed_at IS NULL",
            cached_protocol.map(Json),
        )
        .await
    }

    /// Keeps from which level on a server is to log.
    pub async fn set_log_level(&self, id: &ServerId, level: LogLevel) -> Result<(), StoreError> {
        self.set(
            id,
            "UPDATE servers SET log_level = ? WHERE id = ? AND removed_at IS NULL",
            level.as_str(),
        )
        .await
    }

    /// Lists servers in this order and in these groups, all or none. What they may do stays as it is.
    pub async fn arrange_servers(
        &self,
        arranged: &[(ServerId, Option<ServerGroup>)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for (position, (id, group)) in (1_i64..).zip(arranged) {
            let done = sqlx::query(
                "UPDATE servers SET position = ?, group_name = ? WHERE id = ? AND removed_at IS NULL",
            )
            .bind(position)
            .bind(group.as_ref().map(ServerGroup::as_str))
            .bind(id.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.failed(error))?;
            found(done.rows_affected())?;
        }
        self.commit(transaction).await
    }

    /// Stores or clears a server's sign-in.
    pub async fn set_sign_in(
        &self,
        id: &ServerId,
        sign_in: Option<&SignedIn>,
    ) -> Result<(), StoreError> {
        self.change(
            id,
            "UPDATE servers SET sign_in = ? WHERE id = ? AND removed_at IS NULL",
            sign_in.map(Json),
        )
        .await
    }

    /// Turns a server on or off.
    pub async fn set_server_enabled(
        &self,
        id: &ServerId,
        is_enabled: bool,
    ) -> Result<(), StoreError> {
        self.change(
            id,
            "UPDATE servers SET enabled = ? WHERE id = ? AND removed_at IS NULL",
            is_enabled,
        )
        .await
    }

    /// Removes a server so that [`Self::restore_server`] can bring it back.
    pub async fn remove_server(&self, id: &ServerId, now_ms: i64) -> Result<(), StoreError> {
        self.change(
            id,
            "UPDATE servers SET removed_at = ? WHERE id = ? AND removed_at IS NULL",
            now_ms,
        )
        .await
    }

    /// Brings a removed server back; fails if its label was given away meanwhile.
    pub async fn restore_server(&self, id: &ServerId) -> Result<ConfiguredServer, StoreError> {
        // Before it is read: what another program has changed of it loses its permissions here.
        let mut change = self.begin_change_anew([id]).await?;
        let row: Option<Row> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM servers WHERE id = ? AND removed_at IS NOT NULL"
        ))
        .bind(id.as_str())
        .fetch_optional(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        let server = ConfiguredServer::try_from(row.ok_or(StoreError::NotFound)?)?;
        sqlx::query("UPDATE servers SET removed_at = NULL WHERE id = ?")
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.clash(error, &server.definition))?;
        self.commit_change(change).await?;
        Ok(server)
    }

    /// Deletes what was removed until this time, and returns what of it was Usher's own: only their secrets go too. What
    /// cannot be checked yet stays for when there is a key.
    pub async fn purge_removed_servers(
        &self,
        removed_until_ms: i64,
    ) -> Result<Vec<ConfiguredServer>, StoreError> {
        let mut reading = self.reading_all().await?;
        let due: Vec<(String,)> = sqlx::query_as("SELECT id FROM servers WHERE removed_at <= ?")
            .bind(removed_until_ms)
            .fetch_all(&mut *reading)
            .await
            .map_err(|error| self.failed(error))?;
        drop(reading);
        let awaits_key = self.awaits_key();
        let due = due.into_iter().map(|(id,)| {
            let id = ServerId::from(id);
            let is_verified = self.is_verified(&id);
            (id, is_verified)
        });
        let due: Vec<(ServerId, bool)> = due
            .filter(|(_, is_verified)| *is_verified || !awaits_key)
            .collect();
        let subjects = due.iter().map(|(id, _)| Subject::from(id));
        let mut change = self.begin_change_anew(subjects).await?;
        let (mut gone, mut own) = (Vec::new(), Vec::new());
        for (id, is_verified) in due {
            let row = sqlx::query(concat!(
                "DELETE FROM servers WHERE id = ? AND removed_at <= ? RETURNING ",
                columns!()
            ))
            .bind(id.as_str())
            .bind(removed_until_ms)
            .fetch_optional(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
            // One that was restored meanwhile has no row here. Those that cannot be read are gone as well.
            let Some(row) = row else { continue };
            gone.push((id.into(), None));
            if is_verified {
                own.push(row);
            }
        }
        self.commit_with_consents(change, gone).await?;
        Ok(readable::<Row, _>("a server", &own))
    }

    /// Sets one column of a server that is not removed.
    async fn set<'q, V>(
        &self,
        id: &'q ServerId,
        update: &'static str,
        value: V,
    ) -> Result<(), StoreError>
    where
        V: 'q + Encode<'q, Sqlite> + Type<Sqlite>,
    {
        let done = sqlx::query(update)
            .bind(value)
            .bind(id.as_str())
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        found(done.rows_affected())
    }

    /// Sets one column that decides what the server may do.
    async fn change<'q, V>(
        &self,
        id: &'q ServerId,
        update: &'static str,
        value: V,
    ) -> Result<(), StoreError>
    where
        V: 'q + Encode<'q, Sqlite> + Type<Sqlite>,
    {
        let mut change = self.begin_change_anew([id]).await?;
        let done = sqlx::query(update)
            .bind(value)
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        found(done.rows_affected())?;
        self.commit_change(change).await
    }

    fn clash(&self, error: sqlx::Error, definition: &ServerDefinition) -> StoreError {
        let is_clash = error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if is_clash {
            return StoreError::LabelTaken(definition.label.clone());
        }
        self.failed(error)
    }
}

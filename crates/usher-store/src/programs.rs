//! Table `programs`: the program file each server was last started from.

use sqlx_macros::FromRow;

use super::{Store, StoreError};
use usher_types::id::ServerId;

/// A program file as it was.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct KnownProgram {
    /// What the person wrote that led to it; `None` = its path.
    pub command: Option<String>,
    pub path: String,
    /// Its digest, in hexadecimal.
    pub digest: String,
    /// When it was found to differ, until dismissed; Unix ms.
    pub changed_at: Option<i64>,
    /// Where the command led before, if that changed.
    pub moved_from: Option<String>,
}

impl Store {
    /// Returns the program a server was last started from.
    pub async fn program(&self, server: &ServerId) -> Result<Option<KnownProgram>, StoreError> {
        sqlx::query_as(
            "SELECT command, path, digest, changed_at, moved_from FROM programs
             WHERE server_id = ?",
        )
        .bind(server.as_str())
        .fetch_optional(&self.pool)
        .await
        .map_err(|error| self.failed(error))
    }

    /// Keeps the program a server was started from.
    pub async fn keep_program(
        &self,
        server: &ServerId,
        program: &KnownProgram,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO programs (server_id, command, path, digest, changed_at, moved_from)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (server_id) DO UPDATE SET command = excluded.command,
             path = excluded.path, digest = excluded.digest, changed_at = excluded.changed_at,
             moved_from = excluded.moved_from",
        )
        .bind(server.as_str())
        .bind(&program.command)
        .bind(&program.path)
        .bind(&program.digest)
        .bind(program.changed_at)
        .bind(&program.moved_from)
        .execute(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// The person has taken note of a change.
    pub async fn note_program(&self, server: &ServerId) -> Result<(), StoreError> {
        sqlx::query("UPDATE programs SET changed_at = NULL, moved_from = NULL WHERE server_id = ?")
            .bind(server.as_str())
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }
}

//! The full-text index of tools. It is in memory alone: what it holds is made anew of what clients are offered.

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::types::Json;
use sqlx::{Connection as _, SqlitePool};
use usher_search::Columns;

use super::StoreError;

/// Rows that are written by one statement.
const AT_ONCE: usize = 500;

/// The full-text index of tools.
#[derive(Debug, Clone)]
pub struct ToolIndex(SqlitePool);

impl ToolIndex {
    /// Makes an index of tools, which are named by their places.
    pub async fn new(tools: &[Columns]) -> Result<Self, StoreError> {
        Self::made(tools).await.map_err(StoreError::Other)
    }

    async fn made(tools: &[Columns]) -> Result<Self, sqlx::Error> {
        // A database in memory is its connection's own.
        let alone = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None);
        let pool = alone
            .connect_with(SqliteConnectOptions::new().in_memory(true))
            .await?;
        let mut connection = pool.acquire().await?;
        // The words are stems already; what begins with = is the same for all words of one meaning.
        sqlx::query(
            "CREATE VIRTUAL TABLE tools USING fts5(name, title, server, summary, description, arguments,
             content = '', tokenize = \"unicode61 remove_diacritics 0 tokenchars '='\")",
        )
        .execute(&mut *connection)
        .await?;
        let mut transaction = connection.begin().await?;
        for (at, tools) in tools.chunks(AT_ONCE).enumerate() {
            let rows: Vec<_> = tools
                .iter()
                .map(|tool| {
                    let Columns {
                        name,
                        title,
                        server,
                        summary,
                        description,
                        arguments,
                    } = tool;
                    [name, title, server, summary, description, arguments]
                })
                .collect();
            sqlx::query(
                "INSERT INTO tools (rowid, name, title, server, summary, description, arguments)
                 SELECT key + ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
                 FROM json_each(?2)",
            )
            .bind(i64::try_from(at * AT_ONCE).unwrap_or(i64::MAX))
            .bind(Json(rows))
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        drop(connection);
        Ok(Self(pool))
    }

    /// The places of the tools that have one of these words, each with how well it fits; the higher, the better.
    pub async fn hits(&self, words: &[&str]) -> Result<Vec<(usize, f64)>, StoreError> {
        let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        // One row, because each costs a message between two threads.
        let found: Json<Vec<(usize, f64)>> = sqlx::query_scalar(
            "SELECT json_group_array(json_array(tool, fit)) FROM (
               SELECT rowid AS tool, -bm25(tools, 8.0, 4.0, 3.0, 3.0, 1.0, 1.0) AS fit FROM tools WHERE tools MATCH ? LIMIT -1
             )",
        )
        .bind(words.join(" OR "))
        .fetch_one(&self.0)
        .await
        .map_err(StoreError::Other)?;
        Ok(found.0)
    }
}

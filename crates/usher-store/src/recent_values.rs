//! Table `recent_values`: values that the person gave to the variables of templates and the arguments of prompts. They
//! go with their server.

use std::collections::BTreeMap;

use super::{Store, StoreError};
use usher_types::kept_entry::{EntryKey, RecentValues};

impl Store {
    /// The values that were given for one template or prompt, the latest of each argument first.
    pub async fn recent_values(&self, entry: &EntryKey) -> Result<Vec<RecentValues>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT argument, value FROM recent_values WHERE server_id = ? AND list = ? AND key = ?
             ORDER BY argument, at DESC, rowid DESC",
        )
        .bind(entry.source.as_str())
        .bind(entry.list.as_db_str())
        .bind(&entry.key)
        .fetch_all(&self.pool)
        .await
        .map_err(|error| self.failed(error))?;
        let mut all: Vec<RecentValues> = Vec::new();
        for (argument, value) in rows {
            match all.last_mut() {
                Some(last) if last.argument == argument => last.values.push(value),
                _ => all.push(RecentValues {
                    argument,
                    values: vec![value],
                }),
            }
        }
        Ok(all)
    }

    /// Keeps values as the latest of their arguments; of each argument, only so many are kept.
    pub async fn keep_values(
        &self,
        entry: &EntryKey,
        values: &BTreeMap<String, String>,
        at: i64,
        most: i64,
    ) -> Result<(), StoreError> {
        let mut change = self.begin().await?;
        for (argument, value) in values {
            sqlx::query(
                "INSERT OR REPLACE INTO recent_values (server_id, list, key, argument, value, at)
                 VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(entry.source.as_str())
            .bind(entry.list.as_db_str())
            .bind(&entry.key)
            .bind(argument)
            .bind(value)
            .bind(at)
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
            sqlx::query(
                "DELETE FROM recent_values WHERE rowid IN
                 (SELECT rowid FROM recent_values WHERE server_id = ? AND list = ? AND key = ? AND argument = ?
                  ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
            )
            .bind(entry.source.as_str())
            .bind(entry.list.as_db_str())
            .bind(&entry.key)
            .bind(argument)
            .bind(most)
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        }
        self.commit(change).await
    }
}

//! Tables `bookmarks` and `recent`: entries of lists that the person marked, and those opened last. They go with their
//! server or webtool.

use sqlx_macros::FromRow;
use usher_types::id::SourceId;
use usher_types::kept_entry::{EntryKey, KeptEntry};
use usher_types::protocol::ListKind;
use usher_types::word::UnknownWord;

use super::{Store, StoreError, readable};

/// Selects one of the two tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryTable {
    /// What the person marked.
    Bookmarks,
    /// What was opened last.
    Recent,
}

#[derive(FromRow)]
struct Row {
    server_id: String,
    list: String,
    key: String,
    title: String,
    at: i64,
}

impl TryFrom<Row> for KeptEntry {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let list = ListKind::try_from(row.list)
            .map_err(|error: UnknownWord| StoreError::Other(sqlx::Error::Decode(error.into())))?;
        Ok(Self {
            entry: EntryKey {
                source: SourceId::from(row.server_id),
                list,
                key: row.key,
            },
            title: row.title,
            at: row.at,
        })
    }
}

/// A query for each of the two tables.
macro_rules! of {
    ($table:expr, $before:literal, $after:literal) => {
        match $table {
            EntryTable::Bookmarks => concat!($before, " bookmarks ", $after),
            EntryTable::Recent => concat!($before, " recent ", $after),
        }
    };
}

impl Store {
    /// All entries of a table, the latest first.
    pub async fn kept_entries(&self, table: EntryTable) -> Result<Vec<KeptEntry>, StoreError> {
        let query = of!(
            table,
            "SELECT server_id, list, key, title, at FROM",
            "ORDER BY at DESC, rowid DESC"
        );
        let rows = sqlx::query(query)
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(readable::<Row, _>("a kept entry", &rows))
    }

    /// Keeps an entry as the latest. Of those that were opened, only so many are kept.
    pub async fn keep_entry(
        &self,
        table: EntryTable,
        kept: &KeptEntry,
        most_recent: i64,
    ) -> Result<(), StoreError> {
        let mut change = self.begin().await?;
        sqlx::query(of!(
            table,
            "INSERT OR REPLACE INTO",
            "(server_id, list, key, title, at) VALUES (?, ?, ?, ?, ?)"
        ))
        .bind(kept.entry.source.as_str())
        .bind(kept.entry.list.as_db_str())
        .bind(&kept.entry.key)
        .bind(&kept.title)
        .bind(kept.at)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        if table == EntryTable::Recent {
            sqlx::query(
                "DELETE FROM recent WHERE rowid IN
                 (SELECT rowid FROM recent ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
            )
            .bind(most_recent)
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        }
        self.commit(change).await
    }

    /// Forgets all entries that were opened, and all values that were given.
    pub async fn clear_recent(&self) -> Result<(), StoreError> {
        let mut change = self.begin().await?;
        for query in ["DELETE FROM recent", "DELETE FROM recent_values"] {
            sqlx::query(query)
                .execute(&mut *change)
                .await
                .map_err(|error| self.failed(error))?;
        }
        self.commit(change).await
    }

    /// Forgets an entry; one that is not kept is no failure.
    pub async fn forget_entry(
        &self,
        table: EntryTable,
        entry: &EntryKey,
    ) -> Result<(), StoreError> {
        sqlx::query(of!(
            table,
            "DELETE FROM",
            "WHERE server_id = ? AND list = ? AND key = ?"
        ))
        .bind(entry.source.as_str())
        .bind(entry.list.as_db_str())
        .bind(&entry.key)
        .execute(&self.pool)
        .await
        .map(|_| ())
        .map_err(|error| self.failed(error))
    }
}

//! Stores rows in SQLite. One file per table, with its row type and queries.
//!
//! No secret is ever stored here; definitions hold references into the secret store.

mod approval_records;
mod authenticate;
mod consent_file;
mod consents;
mod history;
mod integrity;
mod models;
mod open;
mod pending_rounds;
mod pins;
mod policies;
mod programs;
mod retention;
mod roots;
mod sampling;
mod search;
mod servers;
mod settings;
mod tasks;
mod webtools;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Sqlite, SqlitePool, Transaction};

pub use approval_records::{ApprovalRecord, ApprovalRecordFilter};
pub use history::{FinishedCall, HistoryFilter, HistoryRow};
pub use integrity::{IntegrityKey, KeyOrigin};
pub use open::{OpenError, Opened};
pub use pending_rounds::PendingRound;
pub use programs::KnownProgram;
pub use tasks::RunningTask;

use consent_file::ConsentFile;
use integrity::Integrity;
use usher_config::definition::Label;

/// The open database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
    path: PathBuf,
    consents: Arc<ConsentFile>,
    integrity: Arc<Mutex<Integrity>>,
}

/// Why something could not be read from or written to the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another server has this label.
    #[error("There is already a server called “{0}”. Choose another label.")]
    LabelTaken(Label),
    /// What was named is not there.
    #[error("It does not exist any more.")]
    NotFound,
    /// The disk is full, or the folder is read-only.
    #[error("Usher cannot write to {}: {reason}. Nothing was changed. {hint}", path.display())]
    Unwritable {
        /// The database, or the file of consents.
        path: PathBuf,
        /// What happened, in plain words.
        reason: &'static str,
        hint: &'static str,
    },
    /// Anything else; a fault of Usher or of the disk.
    #[error("The database could not be used: {0}")]
    Other(#[source] sqlx::Error),
}

impl Store {
    /// Ends all use of it, with everything written to the one file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Begins a transaction that holds the write lock.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        let begun = async {
            let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
            // Reads a schema that another program changed. A statement whose triggers write a search index and that
            // comes upon the change first fails: SQLite then finds none of the tables.
            sqlx::query("SELECT 1 FROM sqlite_schema LIMIT 0")
                .execute(&mut *transaction)
                .await?;
            Ok(transaction)
        };
        begun.await.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: sqlx::Error) -> StoreError {
        match FileFailure::of(&error) {
            Some(trouble) => trouble.at(&self.path),
            None => StoreError::Other(error),
        }
    }
}

/// Returns the readable rows, so that a bad one hides no other; it stays in the database.
fn readable<R, T>(what: &str, rows: &[SqliteRow]) -> Vec<T>
where
    R: for<'r> FromRow<'r, SqliteRow> + TryInto<T>,
    R::Error: Into<StoreError>,
{
    rows.iter()
        .filter_map(|row| {
            R::from_row(row)
                .map_err(StoreError::Other)
                .and_then(|row| row.try_into().map_err(Into::into))
                .inspect_err(|error| tracing::error!(%error, "{what} cannot be read"))
                .ok()
        })
        .collect()
}

/// What a change of one row came to.
fn found(rows: u64) -> Result<(), StoreError> {
    if rows == 0 {
        return Err(StoreError::NotFound);
    }
    Ok(())
}

impl From<std::convert::Infallible> for StoreError {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

/// A state of the disk that keeps a database from being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileFailure {
    Full,
    ReadOnly,
    Busy,
    Large,
    Io,
}

impl FileFailure {
    /// Reads SQLite's primary result code (<https://www.sqlite.org/rescode.html>).
    fn of(error: &sqlx::Error) -> Option<Self> {
        let code: i64 = error.as_database_error()?.code()?.parse().ok()?;
        match code & 0xff {
            5 | 6 => Some(Self::Busy),
            3 | 8 | 14 | 23 => Some(Self::ReadOnly),
            10 => Some(Self::Io),
            13 => Some(Self::Full),
            _ => None,
        }
    }

    /// Reads what the system said of a file.
    fn of_file(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Self::ReadOnly,
            io::ErrorKind::FileTooLarge => Self::Large,
            _ => Self::Io,
        }
    }

    fn at(self, path: &Path) -> StoreError {
        StoreError::Unwritable {
            path: path.to_owned(),
            reason: self.reason(),
            hint: self.hint(),
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Full => "the disk is full",
            Self::ReadOnly => "it may only be read",
            Self::Busy => "another program is using it",
            Self::Large => "it would become too large",
            Self::Io => "the disk failed",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Full => "Free some space and try again.",
            Self::ReadOnly => "Make the folder writable and try again.",
            Self::Busy => "Close the other program and try again.",
            Self::Large => "Shorten what is saved and try again.",
            Self::Io => "Check the disk and try again.",
        }
    }
}

mod limits;
#[cfg(test)]
mod tests;

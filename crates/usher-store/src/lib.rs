//! Stores rows in SQLite. One file per table, with its row type and queries.
//!
//! No secret is ever stored here; definitions hold references into the secret store.

mod agent_receipts;
mod approval_records;
mod authenticate;
mod clients;
mod consent_file;
mod consents;
mod history;
mod integrity;
mod kept_entries;
mod listed_resources;
mod models;
mod open;
mod pending_rounds;
mod pin_cache;
mod pins;
mod policies;
mod programs;
mod recent_values;
mod restrictions;
mod retention;
mod revoked_pins;
mod roots;
mod row_query;
mod sampling;
mod search;
mod secret_references;
mod servers;
mod settings;
mod tasks;
mod tool_index;
mod transactions;
mod unwritten_restrictions;
mod webtools;
mod word;
mod write_order;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, SqlitePool};
use usher_types::code::{Code, Coded};

pub use agent_receipts::KeptReceipt;
pub use approval_records::{ApprovalRecord, ApprovalRecordFilter};
pub use history::{FinishedCall, HistoryFilter, HistoryRow, KeptCall};
pub use integrity::{IntegrityKey, KeyOrigin};
pub use kept_entries::EntryTable;
pub use open::{OpenError, Opened};
pub use pending_rounds::PendingRound;
pub use policies::StoredPolicies;
pub use programs::KnownProgram;
pub use restrictions::Restriction;
pub use roots::StoredRoots;
pub use settings::HttpAccess;
pub use tasks::RunningTask;
pub use tool_index::ToolIndex;

use consent_file::ConsentFile;
use integrity::Integrity;
use pin_cache::PinCache;
use revoked_pins::RevokedPins;
use unwritten_restrictions::UnwrittenRestrictions;
use usher_config::definition::Label;
use usher_messages::Message;
use usher_system::held_folder::{FolderMoved, HeldFolder};
use write_order::WriteOrder;

/// The open database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
    path: PathBuf,
    /// The folder of the database: another may take its place.
    folder: Arc<HeldFolder>,
    pin_cache: Arc<PinCache>,
    revoked_pins: RevokedPins,
    consents: Arc<ConsentFile>,
    integrity: Arc<Mutex<Integrity>>,
    restrictions: UnwrittenRestrictions<Store, StoreError>,
    write_order: WriteOrder,
}

/// Why something could not be read from or written to the database.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum StoreError {
    /// Another server has this label.
    LabelTaken(Label),
    /// What was named is not there.
    NotFound,
    /// The disk is full, or the folder is read-only.
    Unwritable {
        /// The database, or the file of consents.
        path: PathBuf,
        cause: FileFailure,
    },
    /// Anything else; a fault of Usher or of the disk.
    Other(#[source] sqlx::Error),
    /// It holds until Usher is closed, but was not written for this reason.
    Held(Box<StoreError>),
}

impl StoreError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::LabelTaken(label) => {
                Message::new("field.label.taken").with("server", label.as_str())
            }
            Self::NotFound => Message::new("store.notFound"),
            Self::Unwritable { path, cause } => cause.message("store.unwritable", path),
            Self::Other(error) => Message::new("store.other").with("reason", error.to_string()),
            Self::Held(error) => match &**error {
                Self::Unwritable { path, cause } => cause.message("store.heldUnwritable", path),
                Self::Other(error) => {
                    Message::new("store.heldOther").with("reason", error.to_string())
                }
                other => other.message(),
            },
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::LabelTaken(_) => Coded::invalid([("label", &self.message())]),
            Self::NotFound => Code::NotFound.into(),
            Self::Unwritable { .. } | Self::Held(_) => Code::StoreUnwritable.into(),
            Self::Other(_) => Code::Internal.into(),
        }
    }

    /// Makes the error of a restriction that holds all the same; what was not found or may not be written holds not.
    #[must_use]
    pub fn held(self) -> Self {
        match self {
            Self::Unwritable { .. } | Self::Other(_) => Self::Held(Box::new(self)),
            Self::LabelTaken(_) | Self::NotFound | Self::Held(_) => self,
        }
    }
}

impl Store {
    /// Ends all use of it, with everything written to the one file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    fn failed(&self, error: sqlx::Error) -> StoreError {
        let failure = FileFailure::of(&error);
        // Also why no more connections are opened.
        let opened_none =
            matches!(error, sqlx::Error::PoolTimedOut) || failure == Some(FileFailure::ReadOnly);
        if opened_none && !self.folder.is_in_place() {
            return FileFailure::Moved.at(&self.path);
        }
        match failure {
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

/// SQLite's extended result code (<https://www.sqlite.org/rescode.html>); `None` = the error is none of SQLite's.
fn result_code(error: &sqlx::Error) -> Option<i64> {
    error.as_database_error()?.code()?.parse().ok()
}

/// A state of the disk that keeps a database from being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFailure {
    Full,
    ReadOnly,
    Busy,
    Large,
    Io,
    /// What the database says cannot be checked until the keyring is unlocked.
    Locked,
    /// The data folder was moved, or another is in its place.
    Moved,
}

impl FileFailure {
    /// Reads SQLite's primary result code.
    fn of(error: &sqlx::Error) -> Option<Self> {
        match result_code(error)? & 0xff {
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
            _ if FolderMoved::is_cause_of(error) => Self::Moved,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Self::ReadOnly,
            io::ErrorKind::FileTooLarge => Self::Large,
            _ => Self::Io,
        }
    }

    fn at(self, path: &Path) -> StoreError {
        StoreError::Unwritable {
            path: path.to_owned(),
            cause: self,
        }
    }

    fn message(self, code: &'static str, path: &Path) -> Message {
        Message::new(code)
            .with("path", path.display().to_string())
            .with("reason", self.reason())
            .with("hint", self.hint())
    }

    fn reason(self) -> Message {
        Message::new(match self {
            Self::Full => "store.reason.full",
            Self::ReadOnly => "store.reason.readOnly",
            Self::Busy => "store.reason.busy",
            Self::Large => "store.reason.large",
            Self::Io => "store.reason.io",
            Self::Locked => "store.reason.locked",
            Self::Moved => "store.reason.moved",
        })
    }

    fn hint(self) -> Message {
        Message::new(match self {
            Self::Full => "store.hint.full",
            Self::ReadOnly => "store.hint.readOnly",
            Self::Busy => "store.hint.busy",
            Self::Large => "store.hint.large",
            Self::Io => "store.hint.io",
            Self::Locked => "store.hint.locked",
            Self::Moved => "store.hint.moved",
        })
    }
}

mod limits;
#[cfg(test)]
mod tests;

//! Whose turn it is to write: one transaction at a time, in the order they come, and of those that nobody waits for at most
//! one before the others. Left to SQLite, writers poll for its lock, and one that always writes starves the others.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::{Sqlite, SqliteConnection, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The turns of all writers of this program. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Turns {
    pub(super) writing: Arc<Mutex<()>>,
    /// Held by the one background writer that may wait for `writing`.
    pub(super) background: Arc<Mutex<()>>,
}

/// A transaction that holds the write lock. Dropping it takes back what was not committed.
pub(super) struct Write {
    transaction: Transaction<'static, Sqlite>,
    _turn: OwnedMutexGuard<()>,
    _background: Option<OwnedMutexGuard<()>>,
}

impl Write {
    pub(super) fn new(
        transaction: Transaction<'static, Sqlite>,
        turn: OwnedMutexGuard<()>,
        background: Option<OwnedMutexGuard<()>>,
    ) -> Self {
        Self {
            transaction,
            _turn: turn,
            _background: background,
        }
    }

    pub(super) async fn commit(self) -> sqlx::Result<()> {
        self.transaction.commit().await
    }
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

//! Orders the transactions that write: one at a time, first come, first served. Of those in the background at most one goes
//! before the others. SQLite's own lock is polled, so that a program that writes all the time would starve all others.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::{Sqlite, SqliteConnection, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The order of all writers of this program. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct WriteOrder {
    pub(super) writing: Arc<Mutex<()>>,
    /// Held by the one background writer that may wait for `writing`.
    pub(super) background: Arc<Mutex<()>>,
}

/// A transaction that holds the write lock. Dropping it takes back what was not committed.
pub(super) struct Write {
    transaction: Transaction<'static, Sqlite>,
    turn: OwnedMutexGuard<()>,
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
            turn,
            _background: background,
        }
    }

    /// Commits, and returns the turn: until it is dropped, no other writer of this program begins.
    pub(super) async fn commit(self) -> sqlx::Result<OwnedMutexGuard<()>> {
        self.transaction.commit().await?;
        Ok(self.turn)
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

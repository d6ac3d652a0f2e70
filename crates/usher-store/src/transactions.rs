//! Begins and commits transactions that write.

use std::sync::Arc;

use sqlx::{Sqlite, Transaction};
use tokio::sync::OwnedMutexGuard;
use tokio::time::{Instant, sleep, timeout};

use super::write_order::Write;
use super::{FileFailure, Store, StoreError, limits};

/// Takes the write lock at once.
const BEGIN: &str = "BEGIN IMMEDIATE";

impl Store {
    /// Begins a transaction that holds the write lock.
    pub(super) async fn begin(&self) -> Result<Write, StoreError> {
        self.begin_after(None).await
    }

    /// As [`Self::begin`], for what nobody waits for.
    pub(super) async fn begin_in_background(&self) -> Result<Write, StoreError> {
        let background = Arc::clone(&self.write_order.background).lock_owned().await;
        self.begin_after(Some(background)).await
    }

    async fn begin_after(
        &self,
        background: Option<OwnedMutexGuard<()>>,
    ) -> Result<Write, StoreError> {
        let turn = Arc::clone(&self.write_order.writing).lock_owned();
        let turn = timeout(limits::TURN_WITHIN, turn).await;
        let turn = turn.map_err(|_| FileFailure::Busy.at(&self.path))?;
        let begun = async {
            let mut transaction = self.transaction().await?;
            // Reads a schema that another program changed. A statement whose triggers write a search index and that
            // comes upon the change first fails: SQLite then finds none of the tables.
            sqlx::query("SELECT 1 FROM sqlite_schema LIMIT 0")
                .execute(&mut *transaction)
                .await?;
            Ok(transaction)
        };
        let transaction = begun.await.map_err(|error| self.failed(error))?;
        Ok(Write::new(transaction, turn, background))
    }

    /// Begins a transaction. Once the folder was moved only on a connection that is open: others would be opened by the
    /// path. The one that wrote last comes back to the pool shortly after its commit.
    async fn transaction(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        if self.folder.is_in_place() {
            return self.pool.begin_with(BEGIN).await;
        }
        let until = Instant::now() + limits::TURN_WITHIN;
        while Instant::now() < until {
            if let Some(transaction) = self.pool.try_begin_with(BEGIN).await? {
                return Ok(transaction);
            }
            sleep(limits::CONNECTION_CHECKED_EVERY).await;
        }
        Err(sqlx::Error::PoolTimedOut)
    }

    /// Refuses to write decisions once the folder was moved: what the file of consents gets with them would be in another
    /// one. What else is written goes to the database that is open.
    pub(super) fn is_in_place(&self) -> Result<(), StoreError> {
        if self.folder.is_in_place() {
            Ok(())
        } else {
            Err(FileFailure::Moved.at(&self.path))
        }
    }

    pub(super) async fn commit(&self, write: Write) -> Result<(), StoreError> {
        self.commit_in_turn(write).await.map(drop)
    }

    /// As [`Self::commit`]; no other writer of this program begins until the turn is dropped.
    pub(super) async fn commit_in_turn(
        &self,
        write: Write,
    ) -> Result<OwnedMutexGuard<()>, StoreError> {
        write.commit().await.map_err(|error| self.failed(error))
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex as Order;

    use crate::tests::fresh;

    #[tokio::test]
    async fn one_background_write_at_most_goes_before_a_write_of_the_person() {
        let (_dir, store) = fresh().await;
        let order = Order::new(Vec::new());
        let note = |who: &'static str| order.lock().push(who);
        let background = async || {
            let write = store.begin_in_background().await.unwrap();
            note("background");
            store.commit(write).await.unwrap();
        };
        let person = async || {
            let write = store.begin().await.unwrap();
            note("person");
            store.commit(write).await.unwrap();
        };
        let held = store.begin().await.unwrap();
        tokio::join!(
            background(),
            background(),
            background(),
            person(),
            person(),
            async { drop(held) },
        );
        assert_eq!(
            *order.lock(),
            ["background", "person", "person", "background", "background"]
        );
    }
}

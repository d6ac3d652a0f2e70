//! Writes restrictions, such as a blocked client or a muted server, each again until that succeeds. The caller applies them
//! before.

use std::sync::Arc;

use super::unwritten_restrictions::{Write, Writing};
use super::{Store, StoreError, limits};

/// A restriction that holds already, and how it is written.
pub struct Restriction {
    /// What is restricted.
    about: String,
    write: Arc<Write<Store, StoreError>>,
}

impl Restriction {
    pub fn new<F>(about: String, write: impl Fn(Store) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(), StoreError>> + Send + 'static,
    {
        let write: Arc<Write<Store, StoreError>> =
            Arc::new(move |store| -> Writing<StoreError> { Box::pin(write(store)) });
        Self { about, write }
    }
}

impl Store {
    /// Writes a restriction that holds already; `about` names what is restricted. From now until it is written,
    /// [`Self::is_restricted`] says so.
    ///
    /// # Errors
    /// [`StoreError::Held`] if it could not be written: that is tried again until Usher is closed.
    pub async fn restrict<F>(
        &self,
        about: String,
        write: impl Fn(Store) -> F + Send + Sync + 'static,
    ) -> Result<(), StoreError>
    where
        F: Future<Output = Result<(), StoreError>> + Send + 'static,
    {
        self.restrict_all(vec![Restriction::new(about, write)])
            .await
    }

    /// Writes the restrictions of one decision: all are known before the first is written, and each is tried, whatever
    /// becomes of the others.
    ///
    /// # Errors
    /// As of [`Self::restrict`], of the first that failed.
    pub async fn restrict_all(&self, all: Vec<Restriction>) -> Result<(), StoreError> {
        let known = all
            .iter()
            .map(|one| (one.about.clone(), Arc::clone(&one.write)));
        self.restrictions.lock().writes.extend(known);
        let mut all_written = Ok(());
        for Restriction { about, write } in all {
            let written = write(self.clone()).await.map_err(StoreError::held);
            match written {
                Err(StoreError::Held(_)) => self.write_restrictions_later(),
                Ok(()) | Err(_) => self.restrictions.remove(&about, &write),
            }
            all_written = all_written.and(written);
        }
        all_written
    }

    /// Whether a restriction of this is still to be written.
    pub fn is_restricted(&self, about: &str) -> bool {
        self.restrictions.lock().writes.contains_key(about)
    }

    /// The person has decided otherwise about this, and that is written.
    pub fn lift_restriction(&self, about: &str) {
        self.restrictions.lock().writes.remove(about);
    }

    /// Writes what could not be written before. Returns whether nothing is left.
    pub async fn write_restrictions(&self) -> bool {
        let writes: Vec<_> = {
            let unwritten = self.restrictions.lock();
            let writes = unwritten.writes.iter();
            writes
                .map(|(about, write)| (about.clone(), Arc::clone(write)))
                .collect()
        };
        for (about, write) in writes {
            match write(self.clone()).await.map_err(StoreError::held) {
                Err(error @ StoreError::Held(_)) => {
                    tracing::warn!(%error, "a restriction is not stored");
                }
                Ok(()) | Err(_) => self.restrictions.remove(&about, &write),
            }
        }
        self.restrictions.lock().writes.is_empty()
    }

    fn write_restrictions_later(&self) {
        let is_retrying = std::mem::replace(&mut self.restrictions.lock().is_retrying, true);
        if is_retrying {
            return;
        }
        let store = self.clone();
        tokio::spawn(async move {
            while !store.pool.is_closed() {
                tokio::time::sleep(limits::RESTRICTIONS_WRITTEN_EVERY).await;
                store.write_restrictions().await;
                let mut unwritten = store.restrictions.lock();
                if unwritten.writes.is_empty() {
                    unwritten.is_retrying = false;
                    return;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fresh;

    #[tokio::test]
    async fn all_of_one_decision_is_known_before_the_first_is_written_and_each_is_tried() {
        let (_dir, store) = fresh().await;
        let restriction = |about: &str, fails: bool| {
            Restriction::new(about.to_owned(), move |store: Store| async move {
                assert!(store.is_restricted("last"), "the last is known");
                if fails {
                    return Err(StoreError::Other(sqlx::Error::PoolClosed));
                }
                Ok(())
            })
        };
        let all = vec![
            restriction("first", true),
            restriction("next", false),
            restriction("last", false),
        ];
        let written = store.restrict_all(all).await;
        assert!(matches!(written, Err(StoreError::Held(_))), "{written:?}");
        let left = ["first", "next", "last"].map(|about| store.is_restricted(about));
        assert_eq!(left, [true, false, false]);
    }
}

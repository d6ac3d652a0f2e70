//! Writes restrictions, such as a blocked client or a muted server, each again until that succeeds. The caller applies them
//! before.

use std::sync::Arc;

use super::unwritten_restrictions::{Write, Writing};
use super::{Store, StoreError, limits};

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
        let write: Arc<Write<Store, StoreError>> =
            Arc::new(move |store| -> Writing<StoreError> { Box::pin(write(store)) });
        let restrictions = &self.restrictions;
        restrictions
            .lock()
            .writes
            .insert(about.clone(), Arc::clone(&write));
        let written = write(self.clone()).await.map_err(StoreError::held);
        match written {
            Err(StoreError::Held(_)) => self.write_restrictions_later(),
            Ok(()) | Err(_) => restrictions.remove(&about, &write),
        }
        written
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

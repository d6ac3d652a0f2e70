//! Restrictions of the person that hold before they are stored, and if they cannot be: each is written again until that
//! succeeds. Not here: what applies them.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Store, StoreError, limits};

/// Writes one restriction.
type Write = dyn Fn(Store) -> Writing + Send + Sync;

type Writing = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>;

/// Restrictions that are not stored, each by what is restricted.
#[derive(Clone, Default)]
pub(super) struct Restrictions(Arc<Mutex<Unwritten>>);

#[derive(Default)]
struct Unwritten {
    writes: HashMap<String, Arc<Write>>,
    /// Whether they are being written again.
    is_retrying: bool,
}

impl fmt::Debug for Restrictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restrictions").finish_non_exhaustive()
    }
}

impl Restrictions {
    fn lock(&self) -> MutexGuard<'_, Unwritten> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a restriction that is written, unless another one about the same is to be written since.
    fn remove(&self, about: &str, written: &Arc<Write>) {
        let mut unwritten = self.lock();
        let is_last = unwritten.writes.get(about);
        if is_last.is_some_and(|last| Arc::ptr_eq(last, written)) {
            unwritten.writes.remove(about);
        }
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
        let write: Arc<Write> = Arc::new(move |store: Store| -> Writing { Box::pin(write(store)) });
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

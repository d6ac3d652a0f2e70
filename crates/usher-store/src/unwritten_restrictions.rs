//! Holds restrictions that apply already and are not stored yet.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

/// Writes one restriction into a store.
pub(super) type Write<Store, Error> = dyn Fn(Store) -> Writing<Error> + Send + Sync;

pub(super) type Writing<Error> = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// Restrictions that are not stored, each by what is restricted. Clones share them.
pub(super) struct UnwrittenRestrictions<Store, Error>(Arc<Mutex<Unwritten<Store, Error>>>);

pub(super) struct Unwritten<Store, Error> {
    pub(super) writes: HashMap<String, Arc<Write<Store, Error>>>,
    /// Whether they are being written again.
    pub(super) is_retrying: bool,
}

impl<Store, Error> Clone for UnwrittenRestrictions<Store, Error> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<Store, Error> Default for UnwrittenRestrictions<Store, Error> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Unwritten {
            writes: HashMap::new(),
            is_retrying: false,
        })))
    }
}

impl<Store, Error> fmt::Debug for UnwrittenRestrictions<Store, Error> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnwrittenRestrictions")
            .finish_non_exhaustive()
    }
}

impl<Store, Error> UnwrittenRestrictions<Store, Error> {
    pub(super) fn lock(&self) -> MutexGuard<'_, Unwritten<Store, Error>> {
        self.0.lock()
    }

    /// Forgets a restriction that is written, unless another one about the same is to be written since.
    pub(super) fn remove(&self, about: &str, written: &Arc<Write<Store, Error>>) {
        let mut unwritten = self.lock();
        let is_last = unwritten.writes.get(about);
        if is_last.is_some_and(|last| Arc::ptr_eq(last, written)) {
            unwritten.writes.remove(about);
        }
    }
}

//! Locks a mutex whatever happened to its last holder.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks; what a panicking holder left behind is still the best there is.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

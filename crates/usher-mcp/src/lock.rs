//! Locks mutexes even after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks; the data of a panicking holder is still used.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

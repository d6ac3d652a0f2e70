//! Limits of every HTTP request, with their units.

use std::time::Duration;

/// Longest chain of redirects.
pub(crate) const REDIRECTS: usize = 10;

/// Longest time to establish a TCP and TLS connection.
pub(crate) const CONNECT_WAIT: Duration = Duration::from_secs(10);

/// Kept head of an event that is too long, in bytes.
pub(crate) const EVENT_HEAD_BYTES: usize = 4096;

/// Longest `id` of an event kept as a position, in bytes.
pub(crate) const EVENT_ID_BYTES: usize = 1024;

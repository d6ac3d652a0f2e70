//! Limits of every HTTP request, with their units.

use std::time::Duration;

/// Longest chain of redirects.
pub(crate) const REDIRECTS: usize = 10;

/// Longest a TCP and TLS connection may take to come about.
pub(crate) const CONNECT_WAIT: Duration = Duration::from_secs(10);

/// So much is kept of the head of an event that is too long, in bytes.
pub(crate) const EVENT_HEAD_BYTES: usize = 4096;

/// The longest `id` of an event that is taken for a position in the stream, in bytes.
pub(crate) const EVENT_ID_BYTES: usize = 1024;

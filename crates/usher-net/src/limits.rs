//! Limits of every HTTP request, with their units.

use std::time::Duration;

/// Longest chain of redirects.
pub(crate) const REDIRECTS: usize = 10;

/// Longest a TCP and TLS connection may take to come about.
pub(crate) const CONNECT_WAIT: Duration = Duration::from_secs(10);

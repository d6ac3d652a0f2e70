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

/// Connections that a web view may have through its proxy at the same time; more are closed.
pub(crate) const TUNNELS: usize = 64;

/// Longest head of a request to a proxy, in bytes.
pub(crate) const TUNNEL_HEAD_BYTES: usize = 8 * 1024;

/// Longest time for the head of a request to a proxy.
pub(crate) const TUNNEL_HEAD_WAIT: Duration = Duration::from_secs(10);

/// Longest name of a host, in bytes (RFC 1035 2.3.4), or address in brackets.
pub(crate) const HOST_BYTES: usize = 255;

/// Kept beginning of what a proxy refused, in characters.
pub(crate) const REFUSED_CHARS: usize = 300;

/// Pause after a connection could not be taken.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

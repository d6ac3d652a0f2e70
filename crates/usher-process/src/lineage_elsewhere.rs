//! Marks nothing: a mark that a process cannot take off is known for Linux only.

use std::io;

/// Returns `false`: who is a server is told by the parents of a process alone.
///
/// # Errors
/// None.
pub fn is_marked(_pid: u32) -> io::Result<bool> {
    Ok(false)
}

/// Returns `false`, as [`is_marked`] does.
///
/// # Errors
/// None.
pub fn is_peer_marked(
    _own: std::net::SocketAddrV4,
    _peer: std::net::SocketAddrV4,
) -> io::Result<bool> {
    Ok(false)
}

//! Marks nothing: a mark that a process cannot take off is known for Linux only.

use std::io;

/// Returns `false`: who is a server is told by the parents of a process alone.
///
/// # Errors
/// None.
pub fn is_marked(_pid: u32) -> io::Result<bool> {
    Ok(false)
}

/// Returns `None`: who shares a terminal is known for Linux only.
pub fn terminal_session(_pid: u32) -> Option<u32> {
    None
}

/// Returns nobody: who holds the other end of a connection is known for Linux only.
///
/// # Errors
/// None.
pub fn tcp_peer(
    _own: std::net::SocketAddrV4,
    _peer: std::net::SocketAddrV4,
) -> io::Result<crate::TcpPeer> {
    Ok(crate::TcpPeer::default())
}

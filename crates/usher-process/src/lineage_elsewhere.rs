//! Marks nothing: a mark that a process cannot take off is known for Linux only.

use std::io;

/// Returns `false`: who is a server is told by the parents of a process alone.
///
/// # Errors
/// None.
pub fn is_marked(_pid: u32) -> io::Result<bool> {
    Ok(false)
}

/// Marks nothing, as [`is_marked`] says.
///
/// # Errors
/// None.
pub fn mark_client(_pid: u32) -> io::Result<()> {
    Ok(())
}

/// Returns `false`: who is a client is told by the parents of a process alone.
///
/// # Errors
/// None.
pub fn is_client(_pid: u32) -> io::Result<bool> {
    Ok(false)
}

/// Returns `false`: what loses its parent goes to the first process of the system.
pub fn is_foreign_child(_pid: u32) -> bool {
    false
}

/// Returns `false`: what was opened for the person is not told from others.
pub fn is_of_person(_pid: u32) -> bool {
    false
}

/// Returns `None`: sessions are known for Linux only.
pub fn session_of(_pid: u32) -> Option<crate::process_session::Session> {
    None
}

/// Returns `None`: the time since boot is known for Linux only.
pub fn start_ticks(_pid: u32) -> Option<u64> {
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

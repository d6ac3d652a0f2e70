//! The channel of the owner of a data folder: its address, the proof at its beginning, and what is served on it.

#[cfg_attr(unix, path = "channel/unix_socket.rs")]
#[cfg_attr(windows, path = "channel/named_pipe.rs")]
pub(crate) mod address;
pub(crate) mod handshake;
pub(crate) mod listener;
pub(crate) mod listener_error;
pub(crate) mod places;
pub(crate) mod terminal_requests;

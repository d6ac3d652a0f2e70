//! What the measuring programs share: the figures of one client, and many servers on one host.

pub mod client;
pub mod many_servers;

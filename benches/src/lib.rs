//! What the measuring programs share: the figures of one client, many servers on one host, tools of public servers.

pub mod client;
pub mod many_servers;
pub mod tool_servers;

//! What the measuring programs share: the figures of one client, many servers on one host, tools of public
//! servers, frames of a list that scrolls.

pub mod client;
pub mod many_servers;
pub mod scrolling;
pub mod tool_servers;

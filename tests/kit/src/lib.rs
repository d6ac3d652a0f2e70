//! What tests of every layer share: servers that follow a script, and programs they write. Knows nothing of the host.

pub mod canary_port;
pub mod conformance;
#[cfg(unix)]
pub mod executable;
pub mod extent;
mod loopback;
pub mod scripted;
pub mod usage;
pub mod webtool;

//! Tests the connection against real processes and sockets.
//!
//! Some servers break one rule at a time, others are real ones.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on must say where it stopped, and it starts what it speaks to"
)]

mod bounds;
mod calls;
mod cancel;
mod connect;
mod demo;
mod endpoints;
mod era;
mod http_faults;
mod http_isolation;
mod http_outcomes;
mod http_trust;
mod ids;
mod kit;
mod launch;
mod listen;
mod lists;
mod long_reads;
mod mrtr;
#[cfg(target_os = "linux")]
mod orphans;
mod peers;
#[cfg(unix)]
mod process;
mod real_npm;
#[cfg(unix)]
mod real_python;
mod real_typescript;
#[cfg(target_os = "linux")]
mod released_resources;
mod server_requests;
mod sessions;
mod streamable_http;
#[cfg(target_os = "linux")]
mod supervised;
mod tasks;
mod unexpected_messages;
mod wire;

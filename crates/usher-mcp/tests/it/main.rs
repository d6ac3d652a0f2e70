//! Tests the connection against real processes and sockets.
//!
//! Some servers break one rule at a time, others are real ones.

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod calls;
#[cfg(test)]
mod cancel;
#[cfg(test)]
mod connect;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod endpoints;
#[cfg(test)]
mod era;
#[cfg(test)]
mod http_faults;
#[cfg(test)]
mod http_isolation;
#[cfg(test)]
mod http_outcomes;
#[cfg(test)]
mod http_trust;
#[cfg(test)]
mod ids;
#[cfg(test)]
mod kit;
#[cfg(test)]
mod launch;
#[cfg(test)]
mod listen;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod long_reads;
#[cfg(test)]
mod mrtr;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(test)]
mod peers;
#[cfg(test)]
#[cfg(unix)]
mod process;
#[cfg(test)]
mod real_npm;
#[cfg(test)]
#[cfg(unix)]
mod real_python;
#[cfg(test)]
mod real_typescript;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod released_resources;
#[cfg(test)]
mod server_requests;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod streamable_http;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod supervised;
#[cfg(test)]
mod tasks;
#[cfg(test)]
mod unexpected_messages;
#[cfg(test)]
mod wire;

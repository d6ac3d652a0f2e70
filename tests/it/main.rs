//! Integration tests of the connection and the host: real processes, real sockets, servers that break one rule at a time.

#[cfg(test)]
mod core_access;
#[cfg(test)]
mod core_ask_records;
#[cfg(test)]
mod core_asks;
#[cfg(test)]
#[cfg(unix)]
mod core_compat;
#[cfg(test)]
mod core_consents;
#[cfg(test)]
mod core_decisions;
#[cfg(test)]
mod core_era;
#[cfg(test)]
mod core_faults;
#[cfg(test)]
mod core_http;
#[cfg(test)]
mod core_keep;
#[cfg(test)]
mod core_pins;
#[cfg(test)]
mod core_policies;
#[cfg(test)]
mod core_rounds;
#[cfg(test)]
mod core_sampling;
#[cfg(test)]
mod core_secrets;
#[cfg(test)]
mod core_setup;
#[cfg(test)]
mod core_signin;
#[cfg(test)]
mod core_sink;
#[cfg(test)]
mod core_supervision;
#[cfg(test)]
mod core_takeover;
#[cfg(test)]
mod core_tasks;
#[cfg(test)]
mod core_use;
#[cfg(test)]
mod core_webtools;
#[cfg(test)]
mod desk;
#[cfg(test)]
mod kit;
#[cfg(test)]
mod mcp_asks;
#[cfg(test)]
mod mcp_bounds;
mod mcp_calls;
mod mcp_cancel;
#[cfg(test)]
mod mcp_connect;
#[cfg(test)]
mod mcp_demo;
#[cfg(test)]
mod mcp_endpoints;
#[cfg(test)]
mod mcp_era;
#[cfg(test)]
mod mcp_http;
#[cfg(test)]
mod mcp_http_faults;
#[cfg(test)]
mod mcp_http_outcomes;
#[cfg(test)]
mod mcp_http_trust;
#[cfg(test)]
mod mcp_http_walls;
#[cfg(test)]
mod mcp_ids;
#[cfg(test)]
mod mcp_launch;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod mcp_leftovers;
#[cfg(test)]
mod mcp_listen;
#[cfg(test)]
mod mcp_lists;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod mcp_orphans;
#[cfg(test)]
#[cfg(unix)]
mod mcp_process;
#[cfg(test)]
mod mcp_rounds;
#[cfg(test)]
mod mcp_sessions;
#[cfg(test)]
mod mcp_strays;
#[cfg(test)]
mod mcp_tasks;
#[cfg(test)]
mod mcp_wire;
#[cfg(test)]
mod peers;
#[cfg(test)]
mod real_npm;
#[cfg(test)]
#[cfg(unix)]
mod real_python;
#[cfg(test)]
mod real_typescript;

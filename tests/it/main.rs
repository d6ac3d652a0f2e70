//! The whole host against real processes and sockets, through its contract.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a test that cannot go on must say where it stopped, and it starts programs as people do"
)]

mod agents;
mod approval_records;
mod approvals;
#[cfg(unix)]
mod cases;
mod changed_database;
#[cfg(unix)]
mod compatibility;
mod consent_file;
mod contents;
mod decision_records;
mod exfiltration;
mod faults;
mod full_disk;
mod gateway;
mod http_servers;
mod import;
mod mcp_apps;
mod mrtr_restart;
mod oauth_flow;
#[cfg(unix)]
mod open_credentials;
mod persistence;
mod policies;
mod protocol_detection;
#[cfg(unix)]
mod public_servers;
mod real_sign_in;
mod recorded_secrets;
mod reviews;
mod sampling;
mod secrets;
mod server_list;
mod server_sign_in;
mod setup_file;
mod supervision;
mod tasks;
mod test_host;
mod usage;
mod webtools;

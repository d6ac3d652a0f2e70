//! The whole host against real processes and sockets, through its contract.

#[cfg(test)]
mod agents;
#[cfg(test)]
mod approval_records;
#[cfg(test)]
mod approvals;
#[cfg(test)]
#[cfg(unix)]
mod cases;
#[cfg(test)]
mod changed_database;
#[cfg(test)]
#[cfg(unix)]
mod compatibility;
mod consent_file;
mod contents;
#[cfg(test)]
mod decision_records;
#[cfg(test)]
mod exfiltration;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod full_disk;
#[cfg(test)]
mod gateway;
#[cfg(test)]
mod http_servers;
#[cfg(test)]
mod import;
#[cfg(test)]
mod mcp_apps;
#[cfg(test)]
mod mrtr_restart;
#[cfg(test)]
mod oauth_flow;
#[cfg(unix)]
mod open_credentials;
#[cfg(test)]
mod persistence;
#[cfg(test)]
mod policies;
#[cfg(test)]
mod protocol_detection;
#[cfg(test)]
#[cfg(unix)]
mod public_servers;
#[cfg(test)]
mod real_sign_in;
#[cfg(test)]
mod recorded_secrets;
#[cfg(test)]
mod reviews;
#[cfg(test)]
mod sampling;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod server_list;
#[cfg(test)]
mod server_sign_in;
#[cfg(test)]
mod setup_file;
#[cfg(test)]
mod supervision;
#[cfg(test)]
mod tasks;
#[cfg(test)]
mod test_host;
#[cfg(test)]
mod usage;
#[cfg(test)]
mod webtools;

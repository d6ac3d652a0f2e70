//! The whole host against real processes and sockets, through its contract.

#[cfg(test)]
mod core_access;
#[cfg(test)]
mod core_ask_records;
#[cfg(test)]
mod core_asks;
#[cfg(test)]
mod core_canary_port;
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
mod test_host;

//! Converts core types to the projections that cross the contract, and back.

pub(crate) mod approval;
pub(crate) mod approval_record;
pub(crate) mod call;
pub(crate) mod catalog;
pub(crate) mod event;
pub(crate) mod import;
pub(crate) mod model;
pub(crate) mod pin;
pub(crate) mod policy;
pub(crate) mod prompt;
pub(crate) mod resource;
pub(crate) mod sampling;
pub(crate) mod server;
pub(crate) mod setup;
mod sign_in;
pub(crate) mod task;
pub(crate) mod tool;
pub(crate) mod webtool;
pub(crate) mod wire;

use std::time::Duration;

/// What an entry is called where people read: its own title, else its name in the protocol.
pub(crate) fn display_name(title: Option<&String>, name: &str) -> String {
    title.map_or(name, String::as_str).to_owned()
}

pub(crate) fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

//! The servers of a host: which there are, how they are started, supervised and reached, and what they offer.
//!
//! Calls, approvals and clients are above: servers report to whatever implements [`servers::ServerObserver`].

pub mod call_outcome;
pub mod catalog;
pub mod decision;
pub mod dropped_secrets;
pub mod events;
pub mod limits;
pub mod network;
pub mod request_error;
pub mod servers;
pub mod snapshot;
pub mod tool_source;
pub mod wire_log;

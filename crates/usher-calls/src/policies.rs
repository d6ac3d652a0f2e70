//! What the person has decided about the tools of each server: rules, trust in a server's claims, and which
//! definition of each tool they last ran.
//!
//! Not here: what is done by a decision (that is `calls`), and asking (that is `approvals`).

mod cache;
mod rules;

pub use cache::{Policies, PolicyCache};
pub use rules::{PoliciesView, PolicyError, ShownRule};

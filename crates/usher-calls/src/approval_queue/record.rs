//! Records approvals: entries, their bounds, the writer and queries.

mod bounds;
mod decision;
pub(super) mod entry;
pub(super) mod refusals;
pub(super) mod resolution;
pub(super) mod writer;

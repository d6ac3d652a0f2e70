//! The two lifecycles of the protocol: their revisions, and results fitted to one of them.

pub(crate) mod adapt;
pub(crate) mod revision;

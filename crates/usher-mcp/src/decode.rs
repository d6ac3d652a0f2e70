//! From raw JSON to what this host understands, entry by entry: what can be put right is put right and
//! said so, what cannot is set aside with a reason, and neither ever hides the rest.

pub(crate) mod agreed;
pub(crate) mod content;
pub(crate) mod envelope;
mod field;
pub(crate) mod message;
pub(crate) mod offer;
pub(crate) mod scan;
pub(crate) mod task;
pub(crate) mod values;

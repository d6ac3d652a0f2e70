//! Decodes raw JSON leniently, entry by entry.
//!
//! What can be repaired is repaired and noted, what cannot is set aside with a reason, and neither hides the rest.

pub(crate) mod agreed;
pub(crate) mod content;
mod field;
pub(crate) mod list_repair;
pub(crate) mod message;
pub(crate) mod offer;
pub(crate) mod task;
pub(crate) mod values;

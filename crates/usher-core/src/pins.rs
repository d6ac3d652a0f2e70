//! Pins: what somebody has looked at is what runs. What servers declare, item by item; canonical JSON, digests, and
//! what differs between two documents, in words a person understands.
//!
//! Not here: where pins are kept (`store`), and which documents are fetched from where.

mod declared;
mod gate;
mod recorded;
mod review;

pub(crate) use gate::allow;
pub(crate) use review::take_note;
pub use review::{ItemReview, LookedAt};

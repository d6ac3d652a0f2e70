//! Pins: what somebody has looked at is what runs. What servers declare, item by item; canonical JSON, digests, and
//! what differs between two documents, in words a person understands.
//!
//! Not here: where pins are kept (`store`), and which documents are fetched from where.

mod canonical;
mod compare;
mod declared;
mod difference;
mod disguises;
mod gate;
mod hidden;
mod items;
mod named;
mod phrase;
mod recorded;
mod review;
mod walk;

pub use canonical::{Digest, canonical};
pub use compare::{Comparison, Document, DocumentState, compare_documents};
pub use difference::{Difference, Differences, Kind, differences};
pub use disguises::{Disguises, disguises};
pub(crate) use gate::allow;
pub use hidden::{Hidden, HiddenKind, hidden, mixes_scripts};
pub(crate) use items::Pin;
pub use items::{Item, ItemKind, ItemName, ItemState, ReviewCounts};
pub(crate) use review::take_note;
pub use review::{ItemReview, LookedAt};

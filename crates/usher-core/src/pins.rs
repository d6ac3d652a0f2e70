//! Pins: what somebody has looked at is what runs. Canonical JSON, digests, and what differs between two
//! documents, in words a person understands.
//!
//! Not here: where pins are kept (`store`), and which documents are fetched from where.

mod canonical;
mod compare;
mod difference;
mod hidden;
mod named;
mod phrase;
mod walk;

pub use canonical::{Digest, canonical};
pub use compare::{Comparison, Document, DocumentState, compare_documents};
pub use difference::{Difference, Differences, Kind, differences};
pub use hidden::{Hidden, HiddenKind, hidden, mixes_scripts};

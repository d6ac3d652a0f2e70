//! The wire log of one server: a ring of its last messages, bounded by count and by bytes.
//!
//! Here live the ring and the one-line summaries ([`summary`]). Not here: reading frames off a connection
//! (that is `servers::pump`), nor blanking secrets out of them (the connection did that before it reported them).

mod ring;
mod save;
mod summary;

pub(crate) use ring::WireRing;
pub use ring::{WireEntry, WireRow};
pub use save::{SavedFile, WireSaveError};

use crate::host::Host;
use crate::id::ServerId;
use crate::servers::RequestError;

impl Host {
    /// A server's wire log, oldest first, and how many older messages were let go.
    pub fn wire_rows(&self, server: &ServerId) -> Result<(Vec<WireRow>, u64), RequestError> {
        Ok(self.room_of(server)?.wire().rows())
    }

    /// One message with its text.
    pub fn wire_entry(&self, server: &ServerId, seq: u64) -> Result<WireEntry, RequestError> {
        self.room_of(server)?.wire().get(seq).ok_or_else(|| {
            RequestError::NotListed(
                "This message is no longer in the wire log; newer ones took its place.".into(),
            )
        })
    }

    /// Empties a server's wire log.
    pub fn clear_wire(&self, server: &ServerId) -> Result<(), RequestError> {
        self.room_of(server)?.wire().clear();
        Ok(())
    }
}

//! The wire log of one server: a ring of its last messages, bounded by count and by bytes.
//!
//! Here live the ring, the one-line summaries ([`summary`]), searching, copying and saving. Not here: reading frames
//! off a connection (that is `servers::pump`), nor blanking secrets out of them (the connection did that before).

mod copy;
mod ring;
mod save;
mod search;
mod summary;

pub use copy::CopyForm;
pub use ring::{RingLimits, WireEntry, WireRing, WireRow};
pub(crate) use save::save_lines;
pub use save::{SavedFile, WireSaveError};
pub use search::{Going, Needle, WireFilter, WireHits};

use std::sync::Arc;

use crate::host::Host;
use crate::servers::RequestError;
use crate::snapshot::WireExtent;
use usher_types::id::ServerId;

impl Host {
    /// What a server's wire log holds.
    pub fn wire_extent(&self, server: &ServerId) -> Result<WireExtent, RequestError> {
        Ok(self.room_of(server)?.wire().extent())
    }

    /// Messages from number `from` on, oldest first, at most `count`.
    pub fn wire_from(
        &self,
        server: &ServerId,
        from: u64,
        count: usize,
    ) -> Result<Vec<Arc<WireEntry>>, RequestError> {
        Ok(self.room_of(server)?.wire().from(from, count))
    }

    /// Those of the messages that are still kept.
    pub fn wire_pick(
        &self,
        server: &ServerId,
        seqs: &[u64],
    ) -> Result<Vec<Arc<WireEntry>>, RequestError> {
        let room = self.room_of(server)?;
        let ring = room.wire();
        Ok(seqs.iter().filter_map(|seq| ring.get(*seq)).collect())
    }

    /// One message with its text.
    pub fn wire_entry(&self, server: &ServerId, seq: u64) -> Result<Arc<WireEntry>, RequestError> {
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

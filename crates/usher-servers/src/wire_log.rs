//! The wire log of one server: a ring of its last messages, bounded by count and by bytes.
//!
//! Here live the ring, the one-line summaries ([`summary`]), searching, copying and saving. Not here: reading frames
//! off a connection (that is `servers::event_loop`), nor blanking secrets out of them (the connection did that before).

mod copy;
mod ring;
mod save;
mod search;
mod summary;

pub(crate) use copy::{Replay, called_tool, command, opening_before};
pub use ring::{RingLimits, WireEntry, WireRing};
pub use save::{WireSaveError, line, save, save_lines};
pub(crate) use search::search;
pub use search::{FrameFlow, SearchText, WireFilter};
pub use usher_types::wire::{CopyForm, SavedFile, WireFrame, WireHits};

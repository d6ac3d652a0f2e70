//! The wire log.

use usher_core::wire_log as core;

use crate::wire::{WireFilter, WireText};

/// How much of one message's text crosses at once.
const MAX_TEXT_BYTES: usize = 1024 * 1024;

impl From<&core::WireEntry> for WireText {
    fn from(entry: &core::WireEntry) -> Self {
        let end = entry.text.floor_char_boundary(MAX_TEXT_BYTES);
        Self {
            text: entry.text[..end].to_owned(),
            truncated: end < entry.text.len(),
            frame: entry.row.clone(),
        }
    }
}

impl From<WireFilter> for core::WireFilter {
    fn from(filter: WireFilter) -> Self {
        Self {
            text: core::Needle::new(&filter.text),
            direction: filter.direction,
            kind: filter.kind,
            method: filter.method,
            call: filter.call_id,
            going: if filter.faults_only {
                core::Going::Badly
            } else {
                core::Going::Any
            },
        }
    }
}

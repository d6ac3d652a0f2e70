//! The wire log.

use usher_core::wire_log as core;

use crate::wire::{SavedFile, WireCopyForm, WireExtent, WireFilter, WireFrame, WireHits, WireText};

/// How much of one message's text crosses at once.
const MAX_TEXT_BYTES: usize = 1024 * 1024;

impl From<&core::WireRow> for WireFrame {
    fn from(row: &core::WireRow) -> Self {
        Self {
            seq: row.seq,
            at: row.at,
            direction: row.direction,
            kind: row.kind,
            method: row.method.clone(),
            rpc_id: row.rpc_id.clone(),
            size_bytes: row.size_bytes,
            elapsed_ms: row.elapsed_ms,
            call_id: row.call.clone(),
            summary: row.summary.clone(),
            is_fault: row.is_fault,
        }
    }
}

impl From<&core::WireEntry> for WireText {
    fn from(entry: &core::WireEntry) -> Self {
        let end = entry.text.floor_char_boundary(MAX_TEXT_BYTES);
        Self {
            text: entry.text[..end].to_owned(),
            truncated: end < entry.text.len(),
            frame: (&entry.row).into(),
        }
    }
}

impl From<usher_core::snapshot::WireExtent> for WireExtent {
    fn from(extent: usher_core::snapshot::WireExtent) -> Self {
        Self {
            first_seq: extent.first_seq,
            next_seq: extent.next_seq,
            dropped: extent.dropped,
            methods: extent.methods,
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

impl From<core::WireHits> for WireHits {
    fn from(hits: core::WireHits) -> Self {
        Self {
            seqs: hits.seqs,
            next: hits.next,
            is_whole: hits.is_whole,
        }
    }
}

impl From<WireCopyForm> for core::CopyForm {
    fn from(form: WireCopyForm) -> Self {
        match form {
            WireCopyForm::Json => Self::Json,
            WireCopyForm::Command => Self::Command,
        }
    }
}

impl From<core::SavedFile> for SavedFile {
    fn from(file: core::SavedFile) -> Self {
        Self {
            path: file.path.display().to_string(),
            size_bytes: file.size_bytes,
        }
    }
}

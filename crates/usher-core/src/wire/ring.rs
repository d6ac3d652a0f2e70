//! The ring itself. Sequence numbers grow by one per server and are never reused.

use std::collections::VecDeque;
use std::sync::Arc;

use usher_mcp::{Direction, Frame, FrameKind};

use super::summary;
use crate::id::CallId;

/// All texts of one server's log together; older ones go first.
const MAX_TEXT_BYTES: u64 = 32 * 1024 * 1024;

/// One message as lists show it.
#[derive(Debug, Clone, PartialEq)]
pub struct WireRow {
    /// Its number in the server's log.
    pub seq: u64,
    /// When it passed, Unix ms.
    pub at: i64,
    /// Which way.
    pub direction: Direction,
    /// What it is.
    pub kind: FrameKind,
    /// The method; for an answer, the method it answers.
    pub method: Option<String>,
    /// The JSON-RPC id as it stands in the message.
    pub rpc_id: Option<String>,
    /// Size of the exact bytes.
    pub size_bytes: u64,
    /// For an answer: time since its request.
    pub elapsed_ms: Option<f64>,
    /// The call it belongs to.
    pub call: Option<CallId>,
    /// The beginning of what matters in it.
    pub summary: String,
}

/// One message with its text.
#[derive(Debug, Clone, PartialEq)]
pub struct WireEntry {
    /// What lists show.
    pub row: WireRow,
    /// Its text, without known secrets.
    pub text: Arc<str>,
}

/// The last messages of one server.
pub(crate) struct WireRing {
    entries: VecDeque<WireEntry>,
    text_bytes: u64,
    next_seq: u64,
    dropped: u64,
    max_frames: usize,
}

impl WireRing {
    pub(crate) fn new(max_frames: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            text_bytes: 0,
            next_seq: 1,
            dropped: 0,
            max_frames: max_frames.max(1),
        }
    }

    /// Keeps a frame and returns the row lists show of it.
    pub(crate) fn push(&mut self, frame: &Frame, at: i64) -> WireRow {
        let text = Arc::clone(&frame.text);
        let row = WireRow {
            seq: self.next_seq,
            at,
            direction: frame.direction,
            kind: frame.kind,
            method: frame.method.clone(),
            rpc_id: frame.rpc_id.clone(),
            size_bytes: frame.size_bytes,
            elapsed_ms: frame.elapsed.map(|elapsed| elapsed.as_secs_f64() * 1000.0),
            call: frame.tag.as_ref().map(|tag| tag.0.as_str().into()),
            summary: summary::of(frame.kind, frame.method.as_deref(), &text),
        };
        self.next_seq += 1;
        self.text_bytes += text.len() as u64;
        self.entries.push_back(WireEntry {
            row: row.clone(),
            text,
        });
        self.shrink();
        row
    }

    /// Applies a new limit of frames at once.
    pub(crate) fn set_max_frames(&mut self, max_frames: usize) {
        self.max_frames = max_frames.max(1);
        self.shrink();
    }

    /// Rows still kept, oldest first, and how many older ones were let go.
    pub(crate) fn rows(&self) -> (Vec<WireRow>, u64) {
        let rows = self.entries.iter().map(|entry| entry.row.clone()).collect();
        (rows, self.dropped)
    }

    /// One entry, if it is still kept.
    pub(crate) fn get(&self, seq: u64) -> Option<WireEntry> {
        let first = self.entries.front()?.row.seq;
        let index = usize::try_from(seq.checked_sub(first)?).ok()?;
        self.entries.get(index).cloned()
    }

    /// All entries still kept, oldest first; texts are shared, not copied.
    pub(crate) fn entries(&self) -> Vec<WireEntry> {
        self.entries.iter().cloned().collect()
    }

    /// Forgets everything; numbers go on.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.text_bytes = 0;
        self.dropped = 0;
    }

    fn shrink(&mut self) {
        // The newest entry always stays, however long it is.
        while self.entries.len() > 1
            && (self.entries.len() > self.max_frames || self.text_bytes > MAX_TEXT_BYTES)
        {
            if let Some(oldest) = self.entries.pop_front() {
                self.text_bytes -= oldest.text.len() as u64;
                self.dropped += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        Frame {
            direction: Direction::In,
            kind: FrameKind::Notification,
            method: Some("notifications/message".into()),
            rpc_id: None,
            text: text.into(),
            size_bytes: text.len() as u64,
            elapsed: None,
            tag: None,
        }
    }

    fn seqs(ring: &WireRing) -> Vec<u64> {
        ring.rows().0.iter().map(|row| row.seq).collect()
    }

    #[test]
    fn old_frames_go_and_numbers_stay() {
        let mut ring = WireRing::new(3);
        for at in 0..5 {
            ring.push(&frame("{}"), at);
        }
        assert_eq!(seqs(&ring), [3, 4, 5], "the newest three stay");
        assert_eq!(ring.rows().1, 2, "two were let go");
        assert_eq!(
            ring.get(4).map(|entry| entry.row.at),
            Some(3),
            "an entry is found by its number"
        );
        assert_eq!(ring.get(2), None, "a dropped entry is gone");
        assert_eq!(ring.get(6), None, "a number not given yet is nothing");

        ring.set_max_frames(1);
        assert_eq!(seqs(&ring), [5], "a new limit holds at once");
        ring.clear();
        ring.push(&frame("{}"), 9);
        assert_eq!(seqs(&ring), [6], "numbers go on after the log was emptied");
    }

    #[test]
    fn bytes_are_bounded_but_the_newest_stays() {
        let mut ring = WireRing::new(1000);
        let big = "x".repeat(20 * 1024 * 1024);
        ring.push(&frame(&big), 0);
        ring.push(&frame(&big), 1);
        assert_eq!(
            seqs(&ring),
            [2],
            "two such texts are more than the log may hold"
        );
        let huge = "x".repeat(40 * 1024 * 1024);
        ring.push(&frame(&huge), 2);
        assert_eq!(
            seqs(&ring),
            [3],
            "a text over the bound is still shown while it is the newest"
        );
    }
}

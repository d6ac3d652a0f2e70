//! The ring itself. Sequence numbers grow by one per server and are never reused.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use usher_mcp::Frame;

use super::summary::{self, Summary};
use crate::limits;
use crate::snapshot::WireExtent;
use usher_types::settings::Settings;
use usher_types::wire::WireFrame;

/// What an entry costs beside its text, about: its row and its place in the ring.
const ENTRY_COST_BYTES: u64 = 512;

/// How much a ring may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RingLimits {
    /// Most messages, at least one.
    pub max_frames: usize,
    /// All texts together, with what their rows cost.
    pub max_bytes: u64,
}

impl From<&Settings> for RingLimits {
    fn from(settings: &Settings) -> Self {
        Self {
            max_frames: settings.wire_frames as usize,
            max_bytes: u64::from(settings.wire_mebibytes) * 1024 * 1024,
        }
    }
}

/// One message with its text.
#[derive(Debug, Clone, PartialEq)]
pub struct WireEntry {
    pub row: WireFrame,
    /// Its text; the connection has left known secrets out.
    pub text: Arc<str>,
}

/// The last messages of one server.
pub struct WireRing {
    entries: VecDeque<Arc<WireEntry>>,
    bytes: u64,
    next_seq: u64,
    dropped: u64,
    limits: RingLimits,
    /// How many kept messages have each method.
    methods: BTreeMap<String, usize>,
}

impl WireRing {
    pub fn new(limits: RingLimits) -> Self {
        Self {
            entries: VecDeque::new(),
            bytes: 0,
            next_seq: 1,
            dropped: 0,
            limits,
            methods: BTreeMap::new(),
        }
    }

    /// Keeps a frame and returns its number.
    pub fn push(&mut self, frame: &Frame, at: i64) -> u64 {
        let Summary { line, is_fault } =
            summary::of(frame.kind, frame.method.as_deref(), &frame.text);
        let seq = self.next_seq;
        let row = WireFrame {
            seq,
            at,
            direction: frame.direction,
            kind: frame.kind,
            method: frame.method.clone(),
            rpc_id: frame.rpc_id.clone(),
            size_bytes: frame.size_bytes,
            elapsed_ms: frame.elapsed.map(|elapsed| elapsed.as_secs_f64() * 1000.0),
            call_id: frame.tag.as_ref().map(|tag| tag.0.as_str().into()),
            summary: line,
            is_fault,
        };
        if let Some(method) = &row.method {
            if let Some(known) = self.methods.get_mut(method) {
                *known += 1;
            } else {
                self.methods.insert(method.clone(), 1);
            }
        }
        let entry = WireEntry {
            row,
            text: Arc::clone(&frame.text),
        };
        self.next_seq += 1;
        self.bytes += cost(&entry);
        self.entries.push_back(Arc::new(entry));
        self.shrink();
        seq
    }

    /// Applies new limits at once.
    pub(crate) fn set_limits(&mut self, limits: RingLimits) {
        self.limits = limits;
        self.shrink();
    }

    pub fn extent(&self) -> WireExtent {
        WireExtent {
            first_seq: self.first_seq(),
            next_seq: self.next_seq,
            dropped: self.dropped,
            methods: self
                .methods
                .keys()
                .take(limits::WIRE_METHODS)
                .cloned()
                .collect(),
        }
    }

    /// The oldest message still kept; the number of the next one where none is.
    pub(crate) fn first_seq(&self) -> u64 {
        self.entries
            .front()
            .map_or(self.next_seq, |entry| entry.row.seq)
    }

    /// Returns at most `count` kept messages from number `seq` on. They are shared, not copied.
    pub fn from(&self, seq: u64, count: usize) -> Vec<Arc<WireEntry>> {
        let skipped = seq.saturating_sub(self.first_seq());
        let start = usize::try_from(skipped)
            .unwrap_or(usize::MAX)
            .min(self.entries.len());
        self.entries
            .range(start..)
            .take(count)
            .map(Arc::clone)
            .collect()
    }

    /// One entry, if it is still kept.
    pub(crate) fn get(&self, seq: u64) -> Option<Arc<WireEntry>> {
        let index = usize::try_from(seq.checked_sub(self.first_seq())?).ok()?;
        self.entries.get(index).map(Arc::clone)
    }

    /// Forgets everything; numbers go on.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.methods.clear();
        self.bytes = 0;
        self.dropped = 0;
    }

    fn shrink(&mut self) {
        // The newest entry always stays, however long it is.
        while self.entries.len() > 1
            && (self.entries.len() > self.limits.max_frames || self.bytes > self.limits.max_bytes)
        {
            if let Some(oldest) = self.entries.pop_front() {
                self.bytes -= cost(&oldest);
                self.dropped += 1;
                self.forget_method(oldest.row.method.as_deref());
            }
        }
    }

    fn forget_method(&mut self, method: Option<&str>) {
        let Some(method) = method else { return };
        let Some(known) = self.methods.get_mut(method) else {
            return;
        };
        *known -= 1;
        if *known == 0 {
            self.methods.remove(method);
        }
    }
}

fn cost(entry: &WireEntry) -> u64 {
    entry.text.len() as u64 + ENTRY_COST_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use usher_types::protocol::{Direction, FrameKind};

    fn frame(method: &str, text: &str) -> Frame {
        Frame {
            direction: Direction::In,
            kind: FrameKind::Notification,
            method: Some(method.into()),
            rpc_id: None,
            text: text.into(),
            size_bytes: text.len() as u64,
            elapsed: None,
            tag: None,
        }
    }

    fn ring(max_frames: usize) -> WireRing {
        WireRing::new(RingLimits {
            max_frames,
            max_bytes: 32 * 1024 * 1024,
        })
    }

    fn seqs(ring: &WireRing) -> Vec<u64> {
        seqs_from(ring, 0, 100)
    }

    fn seqs_from(ring: &WireRing, seq: u64, count: usize) -> Vec<u64> {
        let entries = ring.from(seq, count);
        entries.iter().map(|entry| entry.row.seq).collect()
    }

    #[test]
    fn old_frames_go_and_numbers_stay() {
        let mut ring = ring(3);
        for (at, method) in (0..).zip(["a", "b", "b", "c", "c"]) {
            ring.push(&frame(method, "{}"), at);
        }
        assert_eq!(seqs(&ring), [3, 4, 5], "the newest three stay");
        let extent = WireExtent {
            first_seq: 3,
            next_seq: 6,
            dropped: 2,
            methods: vec!["b".into(), "c".into()],
        };
        assert_eq!(ring.extent(), extent, "two were let go, and the only `a`");
        assert_eq!(seqs_from(&ring, 4, 1), [4], "a page from its middle");
        assert_eq!(
            seqs_from(&ring, 9, 1),
            [0_u64; 0],
            "nothing from the future"
        );
        assert_eq!(
            ring.get(4).map(|entry| entry.row.at),
            Some(3),
            "an entry is found by its number"
        );
        assert_eq!(ring.get(2), None, "a dropped entry is gone");
        assert_eq!(ring.get(6), None, "a number not given yet is nothing");

        ring.set_limits(RingLimits {
            max_frames: 1,
            max_bytes: 1024,
        });
        assert_eq!(seqs(&ring), [5], "a new limit holds at once");
        ring.clear();
        ring.push(&frame("d", "{}"), 9);
        let extent = WireExtent {
            first_seq: 6,
            next_seq: 7,
            dropped: 0,
            methods: vec!["d".into()],
        };
        assert_eq!(
            ring.extent(),
            extent,
            "numbers go on after the log was emptied"
        );
    }

    #[test]
    fn bytes_are_bounded_but_the_newest_stays() {
        let mut ring = ring(1000);
        let big = "x".repeat(20 * 1024 * 1024);
        ring.push(&frame("m", &big), 0);
        ring.push(&frame("m", &big), 1);
        assert_eq!(
            seqs(&ring),
            [2],
            "two such texts are more than the log may hold"
        );
        let huge = "x".repeat(40 * 1024 * 1024);
        ring.push(&frame("m", &huge), 2);
        assert_eq!(
            seqs(&ring),
            [3],
            "a text over the bound is still shown while it is the newest"
        );
    }
}

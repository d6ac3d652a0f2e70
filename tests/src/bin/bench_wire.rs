//! What a full wire log costs: keeping 100,000 frames, and finding a text in all of them. `cargo xtask bench`
//! runs it in release mode.

use std::io::Write;
use std::time::Instant;

use usher_core::wire::{Needle, RingLimits, WireFilter, WireRing};
use usher_mcp::{Direction, Frame, FrameKind};

const FRAMES: u32 = 100_000;

fn main() -> std::io::Result<()> {
    let frames: Vec<_> = (0..FRAMES).map(frame).collect();
    let mut ring = WireRing::new(RingLimits {
        max_frames: FRAMES as usize,
        max_bytes: u64::MAX,
    });
    let started = Instant::now();
    for (at, frame) in (0..).zip(&frames) {
        ring.push(frame, at);
    }
    let kept = started.elapsed();

    let filter = WireFilter {
        text: Needle::new("NUMBER 99999"),
        ..WireFilter::default()
    };
    let started = Instant::now();
    let entries = ring.from(0, FRAMES as usize);
    let found = entries.iter().filter(|entry| filter.wants(entry)).count();
    let searched = started.elapsed();

    let mut out = std::io::stdout();
    writeln!(out, "wire   keep {FRAMES} frames    {kept:>9.3?}")?;
    writeln!(
        out,
        "wire   search all of them    {searched:>9.3?}  ({found} found)"
    )
}

fn frame(number: u32) -> Frame {
    let text = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":"this is message number {number} of many, as long as such messages are"}}}}"#
    );
    Frame {
        direction: Direction::In,
        kind: FrameKind::Notification,
        method: Some("notifications/message".into()),
        rpc_id: None,
        size_bytes: text.len() as u64,
        text: text.into(),
        elapsed: None,
        tag: None,
    }
}

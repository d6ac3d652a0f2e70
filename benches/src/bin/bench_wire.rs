//! What a full wire log costs: keeping 100,000 frames of some 300 bytes, and finding a text in all of them. `cargo xtask bench`
//! runs it in release mode.

use std::io::Write;
use std::time::Instant;

use usher_mcp::{Direction, Frame, FrameKind};
use usher_servers::wire_log::{RingLimits, SearchText, WireFilter, WireRing};
use usher_testkit::usage::Usage;

const FRAMES: u32 = 100_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let before = Usage::now();
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
    // The texts are shared with the ring; the rest of the frames goes.
    drop(frames);
    let grown = Usage::now()
        .memory_bytes
        .saturating_sub(before.memory_bytes)
        / 1000;

    let filter = WireFilter {
        text: SearchText::new("NUMBER 99999"),
        ..WireFilter::default()
    };
    let started = Instant::now();
    let entries = ring.from(0, FRAMES as usize);
    let found = entries.iter().filter(|entry| filter.wants(entry)).count();
    let searched = started.elapsed();

    let mut out = std::io::stdout();
    writeln!(out, "wire   keep {FRAMES} frames    {kept:>9.3?}")?;
    writeln!(out, "wire   they take             {grown:>7} kB")?;
    writeln!(
        out,
        "wire   search all of them    {searched:>9.3?}  ({found} found)"
    )
}

fn frame(number: u32) -> Frame {
    let text = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"a.module.of.a.server","data":{{"message":"this is message number {number} of many, as long as such messages are","request":"0f8fad5b-d9cb-469f-a165-70867728950e","duration_ms":{number},"level":"info","host":"a-machine.example.com"}}}}}}"#
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

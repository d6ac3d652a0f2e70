//! Drains a server's stderr and keeps its last lines.
//!
//! A server with much output never blocks, though a flood has to wait a little.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use crate::event::ConnectionEvent;
use crate::limits::Limits;
use crate::wire::Wire;

/// The last lines of a server's stderr.
#[derive(Clone)]
pub(crate) struct StderrTail {
    ring: Arc<Mutex<Ring>>,
    tail_lines: usize,
}

#[derive(Default)]
struct Ring {
    lines: VecDeque<String>,
    bytes: usize,
}

impl StderrTail {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            ring: Arc::default(),
            tail_lines: limits.stderr_tail_lines,
        }
    }

    /// Returns the last lines, oldest first.
    pub(crate) fn lines(&self) -> Vec<String> {
        let ring = self.ring.lock();
        let skipped = ring.lines.len().saturating_sub(self.tail_lines);
        ring.lines.iter().skip(skipped).cloned().collect()
    }

    /// Reads to the end.
    ///
    /// Lines are reported while the listener keeps up.
    pub(crate) async fn drain(self, stderr: impl AsyncRead + Unpin, wire: Arc<Wire>) {
        let cap = wire.limits.stderr_line_bytes;
        let mut stderr = BufReader::with_capacity(16 * 1024, stderr);
        let mut line = Vec::new();
        let mut cut = 0;
        let mut dropped = 0;
        loop {
            let (used, ended) = match stderr.fill_buf().await {
                Ok([]) | Err(_) => break,
                Ok(bytes) => {
                    let end = bytes.iter().position(|byte| *byte == b'\n');
                    let part = &bytes[..end.unwrap_or(bytes.len())];
                    let kept = part.len().min(cap.saturating_sub(line.len()));
                    line.extend_from_slice(&part[..kept]);
                    cut += part.len() - kept;
                    (part.len() + usize::from(end.is_some()), end.is_some())
                }
            };
            stderr.consume(used);
            if ended {
                self.finish_line(&mut line, &mut cut, &mut dropped, &wire);
            }
            wire.stderr_backpressure
                .received(u32::from(ended), used as u64)
                .await;
        }
        if !line.is_empty() {
            self.finish_line(&mut line, &mut cut, &mut dropped, &wire);
        }
    }

    fn finish_line(&self, line: &mut Vec<u8>, cut: &mut usize, dropped: &mut usize, wire: &Wire) {
        let text = String::from_utf8_lossy(line);
        let text = if *cut > 0 {
            let text = wire.redactor.cut_text(&text);
            format!("{text} … ({cut} more bytes)")
        } else {
            let text = text.strip_suffix('\r').unwrap_or(&text);
            wire.redactor.text(text).into_owned()
        };
        line.clear();
        *cut = 0;
        if let Some(address) = wire.lifecycle.hear(&text) {
            wire.events
                .try_send(ConnectionEvent::SignInAwaited(address));
        }
        self.push(text.clone(), wire.limits.stderr_ring_bytes);
        if *dropped > 0 {
            if !wire.events.try_send(ConnectionEvent::Stderr(format!(
                "… ({dropped} lines left out)"
            ))) {
                *dropped += 1;
                return;
            }
            *dropped = 0;
        }
        if !wire.events.try_send(ConnectionEvent::Stderr(text)) {
            *dropped += 1;
        }
    }

    fn push(&self, line: String, ring_bytes: usize) {
        let mut ring = self.ring.lock();
        ring.bytes += line.len();
        ring.lines.push_back(line);
        while ring.bytes > ring_bytes {
            let Some(oldest) = ring.lines.pop_front() else {
                break;
            };
            ring.bytes -= oldest.len();
        }
    }
}

//! Reads a server's stdout line by line.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio_util::sync::DropGuard;

use crate::limits;
use crate::rpc::Incoming;
use crate::wire::{IncomingBytes, Source, Wire};
use usher_jsonrpc::IdScanner;

/// Capacity of the read buffer, in bytes.
const READ_BYTES: usize = 64 * 1024;

/// Returns the messages of a server until the end of its output.
///
/// The stream keeps what is half read, so that dropping the future of the next one loses nothing. `ended` is dropped
/// at its end, and it stays at its end.
pub(super) fn incoming<R>(
    output: R,
    wire: Arc<Wire>,
    ended: DropGuard,
) -> BoxStream<'static, Incoming>
where
    R: AsyncRead + Send + Unpin + 'static,
{
    let reader = Reader {
        output: Some(BufReader::with_capacity(READ_BYTES, output)),
        line: Line::default(),
        read: VecDeque::new(),
        wire,
        _ended: ended,
    };
    stream::unfold(reader, |mut reader| async move {
        let message = reader.next().await?;
        Some((message, reader))
    })
    .fuse()
    .boxed()
}

struct Reader<R> {
    /// `None` after its end.
    output: Option<BufReader<R>>,
    line: Line,
    /// The messages of one line that are not returned yet.
    read: VecDeque<Incoming>,
    wire: Arc<Wire>,
    _ended: DropGuard,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    async fn next(&mut self) -> Option<Incoming> {
        loop {
            if let Some(message) = self.read.pop_front() {
                return Some(message);
            }
            // The last line may lack its line break.
            if self.read_line().await.is_none() && self.output.take().is_none() {
                return None;
            }
            let line = std::mem::take(&mut self.line);
            self.read.extend(line.messages(&self.wire).await);
        }
    }

    /// Reads up to the end of a line; `None` at the end of the output.
    async fn read_line(&mut self) -> Option<()> {
        loop {
            let output = self.output.as_mut()?;
            let limit = self.wire.message_limit();
            let bytes = output.fill_buf().await.ok().filter(|it| !it.is_empty())?;
            let end = memchr::memchr(b'\n', bytes);
            let taken = end.unwrap_or(bytes.len());
            self.line.push(&bytes[..taken], limit);
            let consumed = taken + usize::from(end.is_some());
            output.consume(consumed);
            // It is not kept, whatever its length; what answers a request is read to its end to tell its size.
            if let Some(scanner) = &self.line.oversized
                && !self.wire.is_awaited(scanner)
            {
                self.wire.backpressure.received(0, consumed as u64).await;
            }
            if end.is_none() && self.line.oversized.is_none() {
                self.wire.keep_unfinished(&self.line.bytes);
            }
            if end.is_some() {
                return Some(());
            }
        }
    }
}

/// One line while it is read.
#[derive(Default)]
struct Line {
    /// All of it, or the head of a line over the limit.
    bytes: Vec<u8>,
    length: u64,
    /// Scans the bytes that are no longer kept.
    oversized: Option<IdScanner>,
}

impl Line {
    /// Appends the next bytes.
    fn push(&mut self, bytes: &[u8], limit: usize) {
        self.length += bytes.len() as u64;
        if let Some(scanner) = &mut self.oversized {
            scanner.feed(bytes);
            return;
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > limit {
            self.oversized = Some(IdScanner::of(&self.bytes));
            self.bytes.truncate(limits::OVERLONG_HEAD_BYTES);
            self.bytes.shrink_to_fit();
        }
    }

    async fn messages(self, wire: &Wire) -> Vec<Incoming> {
        match &self.oversized {
            Some(scanner) => {
                wire.read_oversized(&self.bytes, self.length, scanner).await;
                Vec::new()
            }
            None => {
                wire.read_frame(IncomingBytes {
                    bytes: &self.bytes,
                    stream: None,
                    whole_answer: false,
                    source: Source::Stdout,
                })
                .await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use serde_json::json;
    use tokio::io::ReadBuf;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::event::ConnectionEvent;
    use crate::limits::Limits;
    use crate::redact::Redactor;

    /// An output that returns at most so many bytes at once.
    struct Drip {
        rest: VecDeque<u8>,
        at_once: usize,
    }

    impl AsyncRead for Drip {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            into: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let count = self.at_once.min(self.rest.len()).min(into.remaining());
            let bytes: Vec<u8> = self.rest.drain(..count).collect();
            into.put_slice(&bytes);
            Poll::Ready(Ok(()))
        }
    }

    /// Returns the logged length and the size of a chunked line.
    async fn logged(line: &[u8], at_once: usize, message_bytes: usize) -> Vec<(usize, u64)> {
        let limits = Limits {
            message_bytes,
            ..Limits::default()
        };
        let (events, mut reported) = mpsc::channel(64);
        let wire = Wire::new(events, Redactor::default(), limits);
        let rest = line.iter().copied().chain([b'\n']).collect();
        let ended = CancellationToken::new().drop_guard();
        let mut messages = incoming(Drip { rest, at_once }, wire, ended);
        assert!(
            messages.next().await.is_none(),
            "none of these lines is to be answered"
        );
        drop(messages);
        let mut logged = Vec::new();
        while let Some(event) = reported.recv().await {
            if let ConnectionEvent::Frame(frame) = event {
                logged.push((frame.text.len(), frame.size_bytes));
            }
        }
        logged
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_is_the_same_however_it_drips() {
        const LONG: usize = 3 << 20;
        let params = json!({"level": "info", "data": "x".repeat(LONG)});
        let line = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params});
        let line = line.to_string().into_bytes();
        let whole = line.len() as u64;
        for at_once in [1, 4096, line.len()] {
            assert_eq!(
                logged(&line, at_once, 2 * LONG).await,
                [(line.len(), whole)],
                "all of it, {at_once} bytes at once"
            );
            let [(kept, size)] = logged(&line, at_once, LONG / 2).await[..] else {
                panic!("{at_once} bytes at once: it is one line");
            };
            assert!(
                kept < 2 * limits::OVERLONG_HEAD_BYTES && size == whole,
                "{at_once} bytes at once: {kept} are kept of a line of {size} that is too long"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn brackets_without_end_are_noise() {
        const LONG: usize = 16 << 20;
        assert_eq!(
            logged(&vec![b'['; LONG], LONG, 2 * LONG).await,
            [(LONG, LONG as u64)],
            "no stack is deep enough to read it, and none has to be"
        );
    }
}

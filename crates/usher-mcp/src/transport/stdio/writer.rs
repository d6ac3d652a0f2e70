//! Writes a server's stdin.
//!
//! A line that the pipe accepts at once is written where it was sent; a task writes what has to wait for the pipe or
//! for the log.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, BytesMut};
use parking_lot::Mutex;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::rpc::{Delivery, Message, Sink};
use crate::wire::{OutgoingFrame, Wire};

/// Queued messages are written together up to this size, in bytes.
const MAX_WRITE_BYTES: usize = 16 * 1024;

/// The server's input and its queue.
pub(super) struct Writer<W> {
    wire: Arc<Wire>,
    pipe: Mutex<Pipe<W>>,
    /// Notified when the task has something to write.
    more: Notify,
}

struct Pipe<W> {
    /// `None` once it is closed.
    input: Option<W>,
    waiting: VecDeque<OutgoingFrame>,
    /// The lines not written yet.
    lines: BytesMut,
    owner: WriteOwner,
}

/// Who writes next.
///
/// There is only one, as the pipe wakes only its last poller.
enum WriteOwner {
    Sender,
    Task,
}

/// What is left after a write.
enum Remaining {
    Nothing,
    More,
    /// The log has no capacity for it.
    WaitForLog,
}

impl<W: AsyncWrite + Unpin> Writer<W> {
    pub(super) fn new(input: W, wire: Arc<Wire>) -> Self {
        Self {
            wire,
            pipe: Mutex::new(Pipe {
                input: Some(input),
                waiting: VecDeque::new(),
                lines: BytesMut::new(),
                owner: WriteOwner::Sender,
            }),
            more: Notify::new(),
        }
    }

    /// Writes all queued messages.
    async fn write_all(&self) -> io::Result<()> {
        let next = |context: &mut Context<'_>| {
            let mut pipe = self.pipe.lock();
            let remaining = ready!(pipe.poll_write(&self.wire, context));
            if let Ok(Remaining::Nothing) = remaining {
                pipe.owner = WriteOwner::Sender;
            }
            Poll::Ready(remaining)
        };
        loop {
            let written = tokio::time::timeout(self.wire.limits.write_timeout, poll_fn(next));
            match written.await.map_err(|_| io::ErrorKind::TimedOut)?? {
                Remaining::Nothing => return Ok(()),
                Remaining::More => {}
                Remaining::WaitForLog => self.wire.events.ready().await,
            }
        }
    }

    async fn close(&self) {
        let input = {
            let mut pipe = self.pipe.lock();
            pipe.waiting.clear();
            pipe.input.take()
        };
        if let Some(mut input) = input {
            // A pipe that cannot be closed is closed by dropping it.
            let _ = input.shutdown().await;
        }
    }
}

impl<W: AsyncWrite + Send + Unpin> Sink for Writer<W> {
    /// Sends or queues a message, without waiting.
    ///
    /// A pipe that accepts nothing any more ends the connection, and with it every request.
    fn send(&self, message: &Message) -> io::Result<Delivery> {
        let mut pipe = self.pipe.lock();
        if pipe.input.is_none() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let outgoing = self.wire.write_frame(message).map_err(io::Error::other)?;
        pipe.waiting.push_back(outgoing);
        if matches!(pipe.owner, WriteOwner::Task) {
            return Ok(None);
        }
        let written = pipe.poll_write(&self.wire, &mut Context::from_waker(Waker::noop()));
        if !matches!(written, Poll::Ready(Ok(Remaining::Nothing))) {
            pipe.owner = WriteOwner::Task;
            self.more.notify_one();
        }
        Ok(None)
    }
}

/// Writes what is queued.
///
/// When `closing`, it writes the rest and closes the server's input.
pub(super) async fn run<W: AsyncWrite + Unpin>(
    writer: Arc<Writer<W>>,
    closing: CancellationToken,
    not_reading: CancellationToken,
    input_closed: CancellationToken,
) {
    loop {
        tokio::select! {
            biased;
            () = writer.more.notified() => {}
            () = closing.cancelled() => break,
        }
        if let Err(error) = writer.write_all().await {
            // Signalled before its input is closed, on which it may exit at once.
            match error.kind() {
                io::ErrorKind::TimedOut => not_reading.cancel(),
                _ => input_closed.cancel(),
            }
            break;
        }
    }
    writer.close().await;
}

impl<W: AsyncWrite + Unpin> Pipe<W> {
    /// Writes the next queued lines, as many as fit one write.
    fn poll_write(
        &mut self,
        wire: &Wire,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<Remaining>> {
        let remaining = self.take_lines(wire);
        let Some(input) = self.input.as_mut() else {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        };
        while self.lines.has_remaining() {
            let written = ready!(Pin::new(&mut *input).poll_write(context, &self.lines))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.lines.advance(written);
        }
        ready!(Pin::new(input).poll_flush(context))?;
        Poll::Ready(Ok(remaining))
    }

    /// Moves queued messages to the lines, and logs them.
    fn take_lines(&mut self, wire: &Wire) -> Remaining {
        while let Some(next) = self.waiting.pop_front() {
            if self.lines.len() >= MAX_WRITE_BYTES {
                self.waiting.push_front(next);
                return Remaining::More;
            }
            match wire.events.try_send_frame(next.frame) {
                Ok(()) => {
                    self.lines.extend_from_slice(next.text.as_bytes());
                    self.lines.extend_from_slice(b"\n");
                }
                Err(frame) => {
                    self.waiting.push_front(OutgoingFrame { frame, ..next });
                    return Remaining::WaitForLog;
                }
            }
        }
        Remaining::Nothing
    }
}

//! What goes into a server's stdin. A line that the pipe takes at once leaves where it was sent; a task of its own
//! sees to what has to wait, for the pipe or for the log.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::lock::lock;
use crate::rpc::{Delivery, Message, Sink};
use crate::wire::{OutgoingFrame, Wire};

/// Messages that wait are written together until there are so many bytes of them.
const MAX_WRITE_BYTES: usize = 16 * 1024;

/// The server's input, and what waits for it.
pub(super) struct Writer<W> {
    wire: Arc<Wire>,
    pipe: Mutex<Pipe<W>>,
    /// Rung when something waits that nobody moves.
    more: Notify,
}

struct Pipe<W> {
    /// Gone once it was closed.
    input: Option<W>,
    waiting: VecDeque<OutgoingFrame>,
    /// The lines under way, as far as they are not written.
    lines: BytesMut,
    owner: WriteOwner,
}

/// Who writes next. The pipe wakes only who asked it last, so there is only one.
enum WriteOwner {
    Sender,
    Task,
}

/// What is left after a write.
enum Remaining {
    Nothing,
    More,
    /// The log has no room for it.
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

    /// Writes all that waits.
    async fn write_all(&self) -> io::Result<()> {
        let next = |context: &mut Context<'_>| {
            let mut pipe = lock(&self.pipe);
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
            let mut pipe = lock(&self.pipe);
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
    /// Sends a message, or lets it wait for its turn. Nobody waits until it has left: a pipe that takes nothing
    /// any more ends the connection, and with it every request.
    fn send(&self, message: &Message) -> io::Result<Delivery> {
        let mut pipe = lock(&self.pipe);
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

/// Moves what has to wait. When it is `closing`, what waits may leave and the server's input is closed.
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
            // Before its input is closed, by which it may well leave at once.
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
    /// Writes the next lines that wait, as many as make a good write.
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

    /// Lines what waits up, and logs it.
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

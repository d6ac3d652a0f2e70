//! Writes at once to a server's new stdin.
//!
//! The runtime learns only at its next poll of the system that a new pipe is writable; until then every write would
//! have to wait.

use std::io;
use std::os::fd::AsFd;
use std::pin::Pin;
use std::task::{Context, Poll};

use nix::errno::Errno;
use tokio::io::AsyncWrite;

/// A non-blocking pipe whose first write is tried at once.
pub(crate) struct EagerWrite<W> {
    pipe: W,
    is_unwritten: bool,
}

impl<W> From<W> for EagerWrite<W> {
    fn from(pipe: W) -> Self {
        Self {
            pipe,
            is_unwritten: true,
        }
    }
}

impl<W: AsyncWrite + AsFd + Unpin> AsyncWrite for EagerWrite<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if std::mem::take(&mut self.is_unwritten) {
            match nix::unistd::write(&self.pipe, bytes) {
                Err(Errno::EAGAIN | Errno::EINTR) => {}
                written => return Poll::Ready(written.map_err(Into::into)),
            }
        }
        Pin::new(&mut self.pipe).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use tokio::net::unix::pipe;

    use super::*;

    #[tokio::test]
    async fn the_first_write_leaves_at_once_and_a_full_pipe_is_waited_for() {
        let mut context = Context::from_waker(Waker::noop());
        let lines = vec![b'a'; 1 << 20];
        let (mut bare, _reads) = pipe::pipe().unwrap();
        let waits = Pin::new(&mut bare).poll_write(&mut context, &lines);
        assert!(waits.is_pending(), "what this is for: {waits:?}");

        let (bare, _reads) = pipe::pipe().unwrap();
        let mut fresh = EagerWrite::from(bare);
        let mut write = || Pin::new(&mut fresh).poll_write(&mut context, &lines);
        let first = write();
        assert!(
            matches!(first, Poll::Ready(Ok(1..1_048_576))),
            "as much as the pipe takes: {first:?}"
        );
        assert!(write().is_pending(), "the rest waits");
    }

    #[tokio::test]
    async fn a_pipe_nobody_reads_is_broken() {
        let (bare, reads) = pipe::pipe().unwrap();
        drop(reads);
        let mut fresh = EagerWrite::from(bare);
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(Err(error)) = Pin::new(&mut fresh).poll_write(&mut context, b"a") else {
            panic!("it is known at once");
        };
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}

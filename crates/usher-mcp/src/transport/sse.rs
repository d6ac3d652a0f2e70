//! Server-sent events from a byte stream, with a limit on the size of one event.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures::Stream;

/// Lets bytes pass while no event grows over the limit, then ends with an error.
pub(super) struct EventLimit<S> {
    inner: S,
    limit: usize,
    /// Bytes since the last empty line.
    event: usize,
    line: usize,
    over: bool,
}

/// Why the stream of events ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum StreamFault {
    #[error("an event is longer than the limit of {0} bytes")]
    TooLong(usize),
    #[error("{0}")]
    Transfer(String),
}

impl<S> EventLimit<S> {
    pub(super) fn new(inner: S, limit: usize) -> Self {
        Self {
            inner,
            limit,
            event: 0,
            line: 0,
            over: false,
        }
    }

    fn count(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            match byte {
                b'\n' if self.line == 0 => self.event = 0,
                b'\n' => self.line = 0,
                b'\r' => {}
                _ => {
                    self.line += 1;
                    self.event += 1;
                }
            }
        }
        self.event <= self.limit
    }
}

impl<S> Stream for EventLimit<S>
where
    S: Stream<Item = Result<Bytes, reqwest::Error>> + Unpin,
{
    type Item = Result<Bytes, StreamFault>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        let item = match ready!(Pin::new(&mut self.inner).poll_next(context)) {
            Some(Ok(bytes)) if self.count(&bytes) => Some(Ok(bytes)),
            Some(Ok(_)) => {
                self.over = true;
                Some(Err(StreamFault::TooLong(self.limit)))
            }
            Some(Err(error)) => {
                self.over = true;
                Some(Err(StreamFault::Transfer(crate::net::describe(&error))))
            }
            None => None,
        };
        Poll::Ready(item)
    }
}

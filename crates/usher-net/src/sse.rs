//! Parses server-sent events (WHATWG HTML, 9.2) from the bytes of a body.
//!
//! An event over the limit costs no memory: its head is kept, and the rest is only passed to [`Overflow`].

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use usher_jsonrpc::IdScanner;

use crate::limits;

/// Receives the data of an event that is too long to keep.
pub trait Overflow: Default {
    fn feed(&mut self, bytes: &[u8]);
}

impl Overflow for () {
    fn feed(&mut self, _: &[u8]) {}
}

impl Overflow for IdScanner {
    fn feed(&mut self, bytes: &[u8]) {
        Self::feed(self, bytes);
    }
}

#[derive(Default)]
pub struct Event<O> {
    /// Its type; empty if none was given.
    pub kind: String,
    pub data: Data<O>,
    /// Its position in the stream.
    pub id: Option<String>,
    /// How long to wait before reconnecting.
    pub retry: Option<Duration>,
}

/// The data of an event.
#[derive(Default)]
pub enum Data<O> {
    #[default]
    None,
    Whole(Vec<u8>),
    /// More than the limit.
    Oversized(Box<Oversized<O>>),
}

/// What is kept of too long an event.
pub struct Oversized<O> {
    pub head: Vec<u8>,
    /// Of all its data, in bytes.
    pub length: u64,
    /// Has received all its data.
    pub overflow: O,
}

impl<O> Data<O> {
    /// Returns the number of its bytes.
    pub fn length(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Whole(data) => data.len() as u64,
            Self::Oversized(oversized) => oversized.length,
        }
    }
}

impl<O> Event<O> {
    /// Returns whether its type is the default one, `message`.
    pub fn is_message(&self) -> bool {
        matches!(self.kind.as_str(), "" | "message")
    }
}

/// Splits bytes into lines and events as they arrive.
pub struct Parser<O> {
    limit: usize,
    line: Vec<u8>,
    event: Event<O>,
    /// Whether the current line belongs to data over the limit.
    overflowing: bool,
    overflowing_line_bytes: usize,
    after_return: bool,
    first_line: bool,
    ignored: Ignored,
}

/// Lines and bytes that are no part of an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    pub lines: u32,
    pub bytes: u64,
}

impl Ignored {
    fn add_line(&mut self, bytes: usize) {
        self.lines = self.lines.saturating_add(1);
        self.bytes += bytes as u64;
    }
}

impl<O: Overflow> Parser<O> {
    /// Makes one that keeps events up to `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            event: Event::default(),
            overflowing: false,
            overflowing_line_bytes: 0,
            after_return: false,
            first_line: true,
            ignored: Ignored::default(),
        }
    }

    /// Parses bytes and appends the events they complete.
    pub fn feed(&mut self, mut bytes: &[u8], ready: &mut VecDeque<Event<O>>) {
        while let Some(first) = bytes.first() {
            // CR, LF and CRLF each end a line, and a CRLF may come in two chunks.
            if std::mem::take(&mut self.after_return) && *first == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let Some(end) = end else {
                self.push(bytes);
                return;
            };
            self.push(&bytes[..end]);
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            self.end_line(ready);
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.overflowing {
            self.overflowing_line_bytes += bytes.len();
            self.ignored.bytes += bytes.len() as u64;
            if let Data::Oversized(oversized) = &mut self.event.data {
                oversized.length += bytes.len() as u64;
                oversized.overflow.feed(bytes);
            }
            return;
        }
        self.line.extend_from_slice(bytes);
        let kept_bytes = match &self.event.data {
            Data::Whole(data) => data.len(),
            _ => 0,
        };
        if kept_bytes + self.line.len() > self.limit {
            self.start_overflow(kept_bytes);
        }
    }

    /// Keeps only the head of the event from here on.
    fn start_overflow(&mut self, kept_bytes: usize) {
        let line = std::mem::take(&mut self.line);
        let mut head = match std::mem::take(&mut self.event.data) {
            Data::Whole(data) => data,
            _ => Vec::with_capacity(kept_bytes),
        };
        head.extend_from_slice(value_of(&line, b"data").unwrap_or_default());
        let mut overflow = O::default();
        overflow.feed(&head);
        let length = head.len() as u64;
        head.truncate(limits::EVENT_HEAD_BYTES);
        head.shrink_to_fit();
        let oversized = Oversized {
            head,
            length,
            overflow,
        };
        self.event.data = Data::Oversized(Box::new(oversized));
        self.overflowing = true;
        self.overflowing_line_bytes = line.len();
    }

    fn end_line(&mut self, ready: &mut VecDeque<Event<O>>) {
        if self.overflowing {
            if std::mem::take(&mut self.overflowing_line_bytes) == 0 {
                self.overflowing = false;
                ready.push_back(std::mem::take(&mut self.event));
            }
            return;
        }
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.first_line) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            if event.is_empty() {
                self.ignored.add_line(0);
            } else {
                ready.push_back(event);
            }
            return;
        }
        self.parse_field(&line);
        line.clear();
        if line.capacity() <= limits::EVENT_HEAD_BYTES {
            self.line = line;
        }
    }

    fn parse_field(&mut self, line: &[u8]) {
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        if let Some(value) = value_of(line, b"data") {
            match &mut self.event.data {
                Data::Whole(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                _ => self.event.data = Data::Whole(value.to_vec()),
            }
        } else if let Some(value) = value_of(line, b"event") {
            self.event.kind = text(value);
        } else if let Some(value) = value_of(line, b"id") {
            // An id that cannot be sent back in a header is not a position.
            let fits = value.len() <= limits::EVENT_ID_BYTES
                && http::HeaderValue::from_bytes(value).is_ok();
            self.event.id = fits.then(|| text(value));
        } else if let Some(value) = value_of(line, b"retry") {
            let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
            self.event.retry =
                digits.then(|| Duration::from_millis(text(value).parse().unwrap_or(u64::MAX)));
        } else {
            self.ignored.add_line(line.len());
        }
    }

    /// Takes what was ignored since the last call.
    pub fn take_ignored(&mut self) -> Ignored {
        std::mem::take(&mut self.ignored)
    }

    /// Returns the last event of a stream without final empty line.
    pub fn finish(&mut self) -> Option<Event<O>> {
        let line = std::mem::take(&mut self.line);
        self.parse_field(&line);
        let event = std::mem::take(&mut self.event);
        (!event.is_empty()).then_some(event)
    }
}

impl<O> Event<O> {
    fn is_empty(&self) -> bool {
        self.kind.is_empty()
            && matches!(self.data, Data::None)
            && self.id.is_none()
            && self.retry.is_none()
    }
}

/// Returns the value of a line, if it is of this field.
fn value_of<'a>(line: &'a [u8], field: &[u8]) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(field)?;
    match rest {
        [] => Some(rest),
        [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
        _ => None,
    }
}

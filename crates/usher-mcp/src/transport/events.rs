//! Server-sent events (WHATWG HTML, 9.2) from the bytes of a body. An event over the limit costs no memory:
//! its head is kept, and the rest is only scanned for the id of the request it answers. What comes beside the
//! messages is counted as what is said unasked, and a stream may be given up when nothing comes at all.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Response;

use crate::decode::scan::Scanner;
use crate::limits;
use crate::wire::Wire;

#[derive(Default)]
pub(super) struct Event {
    /// Its type; empty where none was given.
    pub(super) kind: String,
    pub(super) data: Data,
    /// The position in the stream, if the event gave one.
    pub(super) id: Option<String>,
    /// How long to wait before the stream is opened again, as asked.
    pub(super) retry: Option<Duration>,
}

/// What an event carries.
#[derive(Default)]
pub(super) enum Data {
    #[default]
    None,
    Whole(Vec<u8>),
    /// More than the limit.
    Oversized(Box<Oversized>),
}

/// What is left of too long an event.
pub(super) struct Oversized {
    pub(super) head: Vec<u8>,
    pub(super) length: u64,
    pub(super) scanner: Scanner,
}

impl Data {
    /// How many bytes it was.
    pub(super) fn length(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Whole(data) => data.len() as u64,
            Self::Oversized(oversized) => oversized.length,
        }
    }
}

impl Event {
    /// Whether it carries a message of the protocol.
    pub(super) fn is_message(&self) -> bool {
        matches!(self.kind.as_str(), "" | "message")
    }
}

/// Takes lines apart while their bytes come in.
struct Parser {
    limit: usize,
    line: Vec<u8>,
    event: Event,
    /// Whether the line being read belongs to data over the limit.
    spilling: bool,
    spilled_line: usize,
    after_return: bool,
    first_line: bool,
    chatter: Chatter,
}

/// What came that is no part of a message anybody will read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Chatter {
    lines: u32,
    bytes: u64,
}

impl Chatter {
    fn line(&mut self, bytes: usize) {
        self.lines = self.lines.saturating_add(1);
        self.bytes += bytes as u64;
    }
}

impl Parser {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            event: Event::default(),
            spilling: false,
            spilled_line: 0,
            after_return: false,
            first_line: true,
            chatter: Chatter::default(),
        }
    }

    fn feed(&mut self, mut bytes: &[u8], ready: &mut VecDeque<Event>) {
        while let Some(first) = bytes.first() {
            // CR, LF and CRLF each end a line, and a CRLF may come in two pieces.
            if std::mem::take(&mut self.after_return) && *first == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let Some(end) = end else {
                self.take(bytes);
                return;
            };
            self.take(&bytes[..end]);
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            self.end_line(ready);
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        if self.spilling {
            self.spilled_line += bytes.len();
            self.chatter.bytes += bytes.len() as u64;
            if let Data::Oversized(oversized) = &mut self.event.data {
                oversized.length += bytes.len() as u64;
                oversized.scanner.feed(bytes);
            }
            return;
        }
        self.line.extend_from_slice(bytes);
        let held = match &self.event.data {
            Data::Whole(data) => data.len(),
            _ => 0,
        };
        if held + self.line.len() > self.limit {
            self.spill(held);
        }
    }

    /// From here on the event is too long to be kept.
    fn spill(&mut self, held: usize) {
        let line = std::mem::take(&mut self.line);
        let mut head = match std::mem::take(&mut self.event.data) {
            Data::Whole(data) => data,
            _ => Vec::with_capacity(held),
        };
        head.extend_from_slice(value_of(&line, b"data").unwrap_or_default());
        let mut scanner = Scanner::default();
        scanner.feed(&head);
        let length = head.len() as u64;
        head.truncate(limits::OVERLONG_HEAD_BYTES);
        head.shrink_to_fit();
        let oversized = Oversized {
            head,
            length,
            scanner,
        };
        self.event.data = Data::Oversized(Box::new(oversized));
        self.spilling = true;
        self.spilled_line = line.len();
    }

    fn end_line(&mut self, ready: &mut VecDeque<Event>) {
        if self.spilling {
            if std::mem::take(&mut self.spilled_line) == 0 {
                self.spilling = false;
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
            if event.is_blank() {
                self.chatter.line(0);
            } else {
                ready.push_back(event);
            }
            return;
        }
        self.field(&line);
        line.clear();
        if line.capacity() <= limits::OVERLONG_HEAD_BYTES {
            self.line = line;
        }
    }

    fn field(&mut self, line: &[u8]) {
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
            // One that could not go back in a header is no position to come back to.
            let fits = value.len() <= limits::EVENT_ID_BYTES
                && http::HeaderValue::from_bytes(value).is_ok();
            self.event.id = fits.then(|| text(value));
        } else if let Some(value) = value_of(line, b"retry") {
            let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
            self.event.retry =
                digits.then(|| Duration::from_millis(text(value).parse().unwrap_or(u64::MAX)));
        } else {
            self.chatter.line(line.len());
        }
    }

    /// What the stream ended with, if it is a whole message that only lacks its last empty line.
    fn rest(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        self.field(&line);
        let event = std::mem::take(&mut self.event);
        match &event.data {
            Data::Whole(data) => serde_json::from_slice::<serde::de::IgnoredAny>(data)
                .is_ok()
                .then_some(event),
            _ => None,
        }
    }
}

impl Event {
    fn is_blank(&self) -> bool {
        self.kind.is_empty()
            && matches!(self.data, Data::None)
            && self.id.is_none()
            && self.retry.is_none()
    }
}

/// The value of a line, if the line is of this field.
fn value_of<'a>(line: &'a [u8], field: &[u8]) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(field)?;
    match rest {
        [] => Some(rest),
        [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
        _ => None,
    }
}

/// The events of one body.
pub(super) struct Events {
    response: Response,
    parser: Parser,
    ready: VecDeque<Event>,
    ended: bool,
    wire: Arc<Wire>,
    silence: Option<Duration>,
}

/// Why a body yields no more events, though it has not ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// It broke off, in words.
    Off(String),
    /// Nothing came for so long; it may go on all the same.
    Silent(Duration),
}

impl Events {
    pub(super) fn new(response: Response, wire: Arc<Wire>) -> Self {
        Self {
            response,
            parser: Parser::new(wire.limits.message_bytes),
            ready: VecDeque::new(),
            ended: false,
            wire,
            silence: None,
        }
    }

    /// From here on, so long without a single byte is told: where nobody waits for anything in particular,
    /// nobody else would notice that the stream is dead.
    pub(super) fn tell_silence(&mut self, silence: Duration) {
        self.silence = Some(silence);
    }

    /// The next event; `None` at the end of the body.
    pub(super) async fn next(&mut self) -> Result<Option<Event>, Broken> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(Some(event));
            }
            if self.ended {
                return Ok(None);
            }
            let chunk = match self.silence {
                None => self.response.chunk().await,
                Some(silence) => tokio::time::timeout(silence, self.response.chunk())
                    .await
                    .map_err(|_| Broken::Silent(silence))?,
            };
            match chunk {
                Ok(Some(bytes)) => {
                    self.parser.feed(&bytes, &mut self.ready);
                    let chatter = std::mem::take(&mut self.parser.chatter);
                    if chatter != Chatter::default() {
                        self.wire
                            .backpressure
                            .received(chatter.lines, chatter.bytes)
                            .await;
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    self.ready.extend(self.parser.rest());
                }
                Err(error) => return Err(Broken::Off(usher_net::describe(&error))),
            }
        }
    }
}

//! Splits a byte stream into messages: server-sent events, or one message a line.

use std::collections::VecDeque;

use serde_json::Value;
use usher_messages::Message;
use usher_net::sse::{Data, Event, Parser};

use crate::limits;

/// How messages are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// `text/event-stream`: the data of each event is a message. The last may be the word `[DONE]`.
    Events,
    /// One message a line.
    Lines,
}

/// One thing a provider said.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Frame {
    Message(Value),
    /// That it is done.
    Done,
}

/// Splits what comes; keeps what is not whole yet.
pub(super) enum Frames {
    Events(Box<Parser<()>>),
    Lines(Vec<u8>),
}

impl Frames {
    pub(super) fn new(framing: Framing) -> Self {
        match framing {
            Framing::Events => Self::Events(Box::new(Parser::new(limits::MODEL_ANSWER_BYTES))),
            Framing::Lines => Self::Lines(Vec::new()),
        }
    }

    /// Returns what is whole with these bytes; fails with what is wrong.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, Message> {
        match self {
            Self::Events(parser) => {
                let mut ready = VecDeque::new();
                parser.feed(bytes, &mut ready);
                of_events(ready)
            }
            Self::Lines(rest) => {
                rest.extend_from_slice(bytes);
                let whole = rest.iter().rposition(|byte| *byte == b'\n');
                let whole: Vec<u8> = rest.drain(..whole.map_or(0, |at| at + 1)).collect();
                of_lines(&whole)
            }
        }
    }

    /// Returns what is left when no more bytes come.
    pub(super) fn end(&mut self) -> Result<Vec<Frame>, Message> {
        match self {
            Self::Events(parser) => of_events(parser.finish()),
            Self::Lines(rest) => of_lines(&std::mem::take(rest)),
        }
    }
}

fn of_events(events: impl IntoIterator<Item = Event<()>>) -> Result<Vec<Frame>, Message> {
    let data = events.into_iter().filter_map(|event| match event.data {
        Data::None => None,
        Data::Whole(data) => Some(message(data.trim_ascii())),
        Data::Oversized(_) => Some(Err(Message::new("models.reason.tooLong"))),
    });
    data.collect()
}

fn of_lines(bytes: &[u8]) -> Result<Vec<Frame>, Message> {
    let lines = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    lines.filter(|line| !line.is_empty()).map(message).collect()
}

fn message(text: &[u8]) -> Result<Frame, Message> {
    if text == b"[DONE]" {
        return Ok(Frame::Done);
    }
    serde_json::from_slice(text)
        .map(Frame::Message)
        .map_err(|_| Message::new("models.reason.notJson"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_are_whole_wherever_the_bytes_are_cut() {
        let events = "event: a\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n: note\n\ndata:[DONE]\n\n";
        let lines = "{\"a\":1}\n\n{\"b\":2}";
        let expected = [
            (
                Framing::Events,
                events,
                vec![Frame::Message(json!({"a": 1})), Frame::Done],
            ),
            (
                Framing::Lines,
                lines,
                vec![
                    Frame::Message(json!({"a": 1})),
                    Frame::Message(json!({"b": 2})),
                ],
            ),
        ];
        for (framing, text, expected) in expected {
            for size in 1..=text.len() {
                let mut frames = Frames::new(framing);
                let mut said = Vec::new();
                for chunk in text.as_bytes().chunks(size) {
                    said.extend(frames.take(chunk).unwrap());
                }
                said.extend(frames.end().unwrap());
                assert_eq!(said, expected, "{framing:?} in pieces of {size}");
            }
        }
        assert!(Frames::new(Framing::Lines).take(b"<html>\n").is_err());
    }
}

//! Splits a byte stream into messages: server-sent events, or one message a line.

use serde_json::Value;

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

/// What is not whole yet.
pub(super) struct Frames {
    framing: Framing,
    rest: Vec<u8>,
    data: Vec<u8>,
}

impl Frames {
    pub(super) fn new(framing: Framing) -> Self {
        Self {
            framing,
            rest: Vec::new(),
            data: Vec::new(),
        }
    }

    /// What is whole with these bytes; fails with what is wrong.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, String> {
        self.rest.extend_from_slice(bytes);
        let mut said = Vec::new();
        let mut start = 0;
        while let Some(length) = self.rest[start..].iter().position(|byte| *byte == b'\n') {
            let line = start..start + length;
            start += length + 1;
            let line = self.rest[line].trim_ascii_end().to_vec();
            said.extend(self.line(&line)?);
        }
        self.rest.drain(..start);
        Ok(said)
    }

    /// What is left when no more bytes come.
    pub(super) fn end(&mut self) -> Result<Vec<Frame>, String> {
        let line = std::mem::take(&mut self.rest);
        let mut said: Vec<Frame> = self.line(line.trim_ascii_end())?.into_iter().collect();
        said.extend(self.line(b"")?);
        Ok(said)
    }

    fn line(&mut self, line: &[u8]) -> Result<Option<Frame>, String> {
        if self.framing == Framing::Lines {
            return if line.is_empty() {
                Ok(None)
            } else {
                message(line).map(Some)
            };
        }
        if let Some(data) = line.strip_prefix(b"data:") {
            self.data.extend_from_slice(data.trim_ascii_start());
            return Ok(None);
        }
        if !line.is_empty() || self.data.is_empty() {
            return Ok(None);
        }
        message(&std::mem::take(&mut self.data)).map(Some)
    }
}

fn message(text: &[u8]) -> Result<Frame, String> {
    if text == b"[DONE]" {
        return Ok(Frame::Done);
    }
    serde_json::from_slice(text)
        .map(Frame::Message)
        .map_err(|_| "a message that is no JSON".to_owned())
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

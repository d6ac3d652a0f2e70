//! Logs, reads and routes what a server sends.

use std::borrow::Cow;

use serde_json::Value;
use tokio::time::Instant;

use super::Wire;
use crate::decode::message::{self, ParsedText};
use crate::decode::values;
use crate::error::CallError;
use crate::limits;
use crate::rpc::Incoming;
use usher_jsonrpc::{IdScanner, Received};
use usher_messages::{Message, Param};
use usher_types::mended_json::{self, JsonFault};

/// Longest part of an unreadable answer in its error, in characters.
const HEAD_CHARS: usize = 2000;

/// Received bytes and their origin.
pub(crate) struct IncomingBytes<'a> {
    /// The bytes of one message.
    pub(crate) bytes: &'a [u8],
    /// On HTTP, the request whose answer this is or belongs to.
    pub(crate) stream: Option<Value>,
    /// Whether these bytes, as a JSON body, answer `stream` completely.
    pub(crate) whole_answer: bool,
    pub(crate) source: Source,
}

/// The transport of a server's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// A line of its stdout.
    Stdout,
    /// A body or an event.
    Http,
}

/// Returns whether a part of a request's id was replaced.
///
/// An answer could only carry another id.
fn has_replaced_id(envelope: &Received<Value>) -> bool {
    let Received::Request { id, .. } = envelope else {
        return false;
    };
    id.as_str()
        .is_some_and(|id| id.contains(char::REPLACEMENT_CHARACTER))
}

/// Parses a text; one that no parser takes is mended first, if that helps. Returns what was parsed, too.
fn parse_or_mend<'a>(
    text: &'a str,
    notes: &mut Vec<Message>,
) -> serde_json::Result<(ParsedText, Cow<'a, str>)> {
    let error = match message::parse(text) {
        Ok(parsed) => return Ok((parsed, text.into())),
        Err(error) => error,
    };
    if !text.starts_with(['{', '[']) {
        return Err(error);
    }
    let mended = mended_json::mend(text);
    let Ok(parsed) = message::parse(&mended.text) else {
        return Err(error);
    };
    notes.extend(mended.faults.into_iter().map(|fault| {
        Message::new(match fault {
            JsonFault::HalfCharacter => "repair.text.halfCharacter",
            JsonFault::NoNumber => "repair.text.noNumber",
            JsonFault::ControlCharacter => "repair.text.control",
            JsonFault::Backslash => "repair.text.backslash",
        })
    }));
    Ok((parsed, mended.text.into()))
}

impl Wire {
    /// Reads one line, body or event; returns the messages to be handled.
    pub(crate) async fn read_frame(&self, incoming: IncomingBytes<'_>) -> Vec<Incoming> {
        if incoming.source == Source::Stdout {
            self.lifecycle.speak();
        }
        let text = String::from_utf8_lossy(incoming.bytes);
        let size_bytes = incoming.bytes.len() as u64;
        let trimmed = text.trim_start_matches('\u{feff}').trim();
        if trimmed.is_empty() {
            if incoming.source == Source::Stdout {
                self.backpressure.received(1, size_bytes).await;
            }
            return Vec::new();
        }
        let mut notes = Vec::new();
        if matches!(text, Cow::Owned(_)) {
            notes.push(Message::new("repair.text.utf8"));
        }
        if values::exceed(limits::MESSAGE_VALUES, trimmed.as_bytes()) {
            let what = Message::new("response.tooManyValues").with("count", limits::MESSAGE_VALUES);
            self.read_unreadable(&text, size_bytes, what, incoming.source)
                .await;
            return Vec::new();
        }
        let (parsed, read) = match parse_or_mend(trimmed, &mut notes) {
            Ok(parsed) => parsed,
            Err(error) => {
                let what = Message::new("response.noJson").with("reason", error.to_string());
                self.read_unreadable(&text, size_bytes, what, incoming.source)
                    .await;
                return Vec::new();
            }
        };
        let is_replaced = !notes.is_empty();
        let mut envelopes: Vec<Received<Value>> = parsed
            .values
            .into_iter()
            .filter_map(|value| Received::repaired(value, &mut notes))
            .collect();
        if !envelopes.is_empty() {
            notes.extend(parsed.notes);
        }
        if is_replaced {
            envelopes.retain(|envelope| !has_replaced_id(envelope));
        }
        for envelope in &mut envelopes {
            self.correlate(envelope, &incoming, &mut notes);
        }
        let is_expected = envelopes.iter().any(|envelope| self.is_expected(envelope));
        self.events
            .send_frame(self.describe_incoming(&envelopes, &text, size_bytes))
            .await;
        self.events.send_repairs(notes).await;
        if envelopes.is_empty() {
            self.report_non_json(&text, incoming.source).await;
        }
        let mut messages = Vec::new();
        for envelope in envelopes {
            messages.extend(self.route(envelope, size_bytes, &read).await);
        }
        if !is_expected {
            self.backpressure.received(1, size_bytes).await;
        }
        messages
    }

    /// Returns how long a message may be now.
    pub(crate) fn message_limit(&self) -> usize {
        if self.pending.any_of("resources/read") {
            self.limits.read_bytes
        } else {
            self.limits.message_bytes
        }
    }

    /// Returns whether this answers a pending request.
    fn is_expected(&self, envelope: &Received<Value>) -> bool {
        matches!(envelope, Received::Response { id, .. } if self.pending.get(id).is_some())
    }

    /// Whether the message that is scanned answers a pending request.
    pub(crate) fn is_awaited(&self, scanner: &IdScanner) -> bool {
        scanner
            .answered_id()
            .is_some_and(|id| self.pending.contains(&id))
    }

    /// Reports a message over the limit by its head and size.
    pub(crate) async fn read_oversized(&self, head: &[u8], size_bytes: u64, scanner: &IdScanner) {
        let limit = self.message_limit();
        let head = String::from_utf8_lossy(head);
        let head = self.redactor.cut_text(&head);
        let text = format!("{head} … (cut: {size_bytes} bytes, the limit is {limit})");
        let what = Message::new("response.tooLong")
            .with("size", Param::Bytes { bytes: size_bytes })
            .with("limit", Param::bytes(limit));
        self.fail_unreadable(&text, size_bytes, scanner.answered_id(), what)
            .await;
    }

    async fn read_unreadable(&self, text: &str, size_bytes: u64, what: Message, source: Source) {
        let id = IdScanner::of(text.as_bytes()).answered_id();
        if !self.fail_unreadable(text, size_bytes, id, what).await {
            self.report_non_json(text, source).await;
            self.backpressure.received(1, size_bytes).await;
        }
    }

    /// Keeps the beginning of a line of stdout that has no end yet.
    ///
    /// A message is long, and of no use as a part.
    pub(crate) fn keep_unfinished(&self, line: &[u8]) {
        if !line.is_empty() {
            self.lifecycle.speak();
        }
        if self.lifecycle.is_established() || line.len() > HEAD_CHARS || line.starts_with(b"{") {
            return;
        }
        let text = String::from_utf8_lossy(line);
        self.non_json
            .lock()
            .keep_unfinished(&self.redactor.cut_text(&text));
    }

    /// Returns what a program has printed before the agreement that is no message.
    pub(crate) fn printed(&self) -> Vec<String> {
        self.non_json.lock().kept()
    }

    /// Counts a non-JSON line of stdout, and reports many once.
    async fn report_non_json(&self, text: &str, source: Source) {
        if source != Source::Stdout {
            return;
        }
        if !self.lifecycle.is_established() {
            self.non_json.lock().keep(&self.redactor.text(text));
        }
        let count = self.non_json.lock().count(Instant::now().into_std());
        if let Some(lines) = count {
            self.events
                .send_repairs(vec![Message::new("repair.stdout").with("lines", lines)])
                .await;
        }
    }

    /// Fails the call an unreadable answer belongs to; logs anything else.
    async fn fail_unreadable(
        &self,
        text: &str,
        size_bytes: u64,
        id: Option<Value>,
        what: Message,
    ) -> bool {
        let id = id.filter(|id| self.pending.contains(id));
        let mut frame = self.describe_incoming(&[], text, size_bytes);
        if let Some(id) = &id {
            frame.rpc_id = Some(id.to_string());
            frame.method = self
                .pending
                .get(id)
                .map(|request| request.method.to_owned());
        }
        self.events.send_frame(frame).await;
        let Some(id) = id else { return false };
        let redacted = self.redactor.text(text);
        let raw = redacted.chars().take(HEAD_CHARS).collect::<String>().into();
        self.pending.fail(&id, CallError::Undecodable { what, raw });
        true
    }

    /// Finds the request of an answer with a missing or strange id.
    fn correlate(
        &self,
        envelope: &mut Received<Value>,
        incoming: &IncomingBytes<'_>,
        notes: &mut Vec<Message>,
    ) {
        let Received::Response { id, outcome } = envelope else {
            return;
        };
        if self.pending.get(id).is_some() {
            return;
        }
        if let Some(stream) = incoming
            .stream
            .as_ref()
            .filter(|stream| incoming.whole_answer && self.pending.contains(stream))
        {
            // A server that refuses a request unread knows no id of it, and over HTTP the request is certain.
            if !(id.is_null() && outcome.is_err()) {
                notes.push(
                    Message::new("repair.answerId")
                        .with("request", stream.to_string())
                        .with("id", id.to_string()),
                );
            }
            *id = stream.clone();
            return;
        }
        if id.is_null() && outcome.is_err() {
            let owner = incoming
                .stream
                .as_ref()
                .map(Value::to_string)
                .or_else(|| self.pending.single_id());
            if let Some(owner) = owner.and_then(|owner| serde_json::from_str(&owner).ok()) {
                notes.push(Message::new("repair.errorId"));
                *id = owner;
            }
        }
    }
}

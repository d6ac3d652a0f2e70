//! The streams of a session with `initialize`: what answers a request goes onto the stream of that request, all else onto
//! the one that the client opened for it. A client whose stream broke gets the rest of it (2025-11-25, basic/transports,
//! resumability and redelivery).

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::limits;

/// One message on a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    /// By which the client names it when it asks for the rest; `None` = there is no rest to ask for.
    pub(super) id: Option<String>,
    pub(super) line: Bytes,
    /// Whether it answers the last request of the stream.
    pub(super) is_last: bool,
}

/// A stream of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct StreamId(u64);

impl StreamId {
    /// The identity of what comes before its first event.
    pub(super) fn beginning(self) -> String {
        event_id(self, 0)
    }
}

fn event_id(stream: StreamId, number: u64) -> String {
    format!("{}-{number}", stream.0)
}

/// All streams of a session.
#[derive(Default)]
pub(super) struct Streams(Mutex<State>);

#[derive(Default)]
struct State {
    last: u64,
    streams: HashMap<StreamId, Stream>,
    /// The stream that each open request is answered on, by its id as JSON text.
    requests: HashMap<String, StreamId>,
    /// The stream for what belongs to no request.
    general: Option<StreamId>,
    /// What was sent, the oldest first.
    kept: VecDeque<Kept>,
    kept_bytes: usize,
    /// What belongs to no request and waits for a stream.
    undelivered: VecDeque<Bytes>,
}

#[derive(Default)]
struct Stream {
    /// `None` = its client has gone, or does not read.
    reader: Option<mpsc::Sender<Event>>,
    /// Requests that are not answered yet.
    unanswered: usize,
    sent: u64,
}

struct Kept {
    stream: StreamId,
    number: u64,
    line: Bytes,
}

impl Streams {
    /// Opens the stream that these requests are answered on; `None` = one of them is open already.
    pub(super) fn open(&self, requests: &[String]) -> Option<(StreamId, mpsc::Receiver<Event>)> {
        let mut state = self.0.lock();
        let is_open = |request: &String| state.requests.contains_key(request);
        let repeats = |(at, request): (usize, &String)| requests[..at].contains(request);
        if requests.iter().any(is_open) || requests.iter().enumerate().any(repeats) {
            return None;
        }
        let (id, events) = state.add(requests.len());
        for request in requests {
            state.requests.insert(request.clone(), id);
        }
        Some((id, events))
    }

    /// Opens the stream for what belongs to no request, in place of the one before.
    pub(super) fn open_general(&self) -> (StreamId, mpsc::Receiver<Event>) {
        let mut state = self.0.lock();
        if let Some(before) = state.general.take() {
            state.streams.remove(&before);
        }
        let (id, events) = state.add(0);
        state.general = Some(id);
        state.send_undelivered();
        (id, events)
    }

    /// Goes on with a stream after an event that the client has; `None` = nothing is known of it.
    pub(super) fn resume(&self, last_event: &str) -> Option<(StreamId, mpsc::Receiver<Event>)> {
        let (stream, number) = last_event.split_once('-')?;
        let (id, number) = (StreamId(stream.parse().ok()?), number.parse::<u64>().ok()?);
        let mut state = self.0.lock();
        let missed: Vec<Event> = state
            .kept
            .iter()
            .filter(|kept| kept.stream == id && kept.number > number)
            .map(|kept| Event {
                id: Some(event_id(id, kept.number)),
                line: kept.line.clone(),
                is_last: false,
            })
            .collect();
        if missed.is_empty() && !state.streams.contains_key(&id) {
            return None;
        }
        let (sender, events) = mpsc::channel(limits::EVENTS_WAITING.max(missed.len()));
        for event in missed {
            // There is room for all of them.
            let _ = sender.try_send(event);
        }
        if let Some(stream) = state.streams.get_mut(&id) {
            stream.reader = Some(sender);
        }
        if state.general == Some(id) {
            state.send_undelivered();
        }
        Some((id, events))
    }

    /// Sends a notification or a request; `about` names the request of the client that it belongs to.
    pub(super) fn notify(&self, about: Option<&str>, line: Bytes) {
        let mut state = self.0.lock();
        let of_request = about.and_then(|about| state.requests.get(about).copied());
        let is_read = |id: &StreamId| state.streams.get(id).is_some_and(Stream::is_read);
        let stream = of_request.or_else(|| {
            let read = state.streams.iter().filter(|(_, stream)| stream.is_read());
            let newest = read.map(|(id, _)| *id).max();
            state.general.filter(is_read).or(newest)
        });
        match stream {
            Some(stream) => state.send(stream, line, false),
            None => state.keep_undelivered(line),
        }
    }

    /// Sends the answer to a request.
    pub(super) fn answer(&self, request: &str, line: Bytes) {
        let mut state = self.0.lock();
        if let Some(stream) = state.close_request(request) {
            let is_last = state.is_over(stream);
            state.send(stream, line, is_last);
        }
    }

    /// Takes note that a request gets no answer.
    pub(super) fn leave(&self, request: &str) {
        let mut state = self.0.lock();
        if let Some(stream) = state.close_request(request)
            && state.is_over(stream)
        {
            state.streams.remove(&stream);
        }
    }

    /// Closes the stream of a request, which goes on: its client comes back for the rest.
    pub(super) fn break_off(&self, request: &str) {
        let mut state = self.0.lock();
        if let Some(id) = state.requests.get(request).copied()
            && let Some(stream) = state.streams.get_mut(&id)
        {
            stream.reader = None;
        }
    }

    /// Whether something is still to come on a stream.
    pub(super) fn goes_on(&self, id: StreamId) -> bool {
        self.0.lock().streams.contains_key(&id)
    }

    /// Whether a client reads one of them.
    pub(super) fn is_read(&self) -> bool {
        self.0.lock().streams.values().any(Stream::is_read)
    }

    /// Ends all of them.
    pub(super) fn end(&self) {
        *self.0.lock() = State::default();
    }
}

impl Stream {
    fn is_read(&self) -> bool {
        self.reader
            .as_ref()
            .is_some_and(|reader| !reader.is_closed())
    }
}

impl State {
    fn add(&mut self, unanswered: usize) -> (StreamId, mpsc::Receiver<Event>) {
        self.last += 1;
        let id = StreamId(self.last);
        let (sender, events) = mpsc::channel(limits::EVENTS_WAITING);
        let stream = Stream {
            reader: Some(sender),
            unanswered,
            sent: 0,
        };
        self.streams.insert(id, stream);
        (id, events)
    }

    fn close_request(&mut self, request: &str) -> Option<StreamId> {
        let id = self.requests.remove(request)?;
        let stream = self.streams.get_mut(&id)?;
        stream.unanswered = stream.unanswered.saturating_sub(1);
        Some(id)
    }

    fn is_over(&self, id: StreamId) -> bool {
        let stream = self.streams.get(&id);
        self.general != Some(id) && stream.is_none_or(|stream| stream.unanswered == 0)
    }

    fn send(&mut self, id: StreamId, line: Bytes, is_last: bool) {
        let Some(stream) = self.streams.get_mut(&id) else {
            return;
        };
        stream.sent += 1;
        let number = stream.sent;
        let event = Event {
            id: Some(event_id(id, number)),
            line: line.clone(),
            is_last,
        };
        // One that does not read asks for the rest later.
        let is_lost = |reader: &mpsc::Sender<Event>| reader.try_send(event).is_err();
        if stream.reader.as_ref().is_some_and(is_lost) {
            stream.reader = None;
        }
        if is_last {
            self.streams.remove(&id);
        }
        self.keep(Kept {
            stream: id,
            number,
            line,
        });
    }

    fn keep(&mut self, kept: Kept) {
        self.kept_bytes += kept.line.len();
        self.kept.push_back(kept);
        while self.kept.len() > limits::EVENTS_KEPT
            || (self.kept_bytes > limits::EVENT_BYTES_KEPT && self.kept.len() > 1)
        {
            if let Some(oldest) = self.kept.pop_front() {
                self.kept_bytes -= oldest.line.len();
            }
        }
    }

    fn keep_undelivered(&mut self, line: Bytes) {
        if self.undelivered.len() >= limits::UNDELIVERED {
            self.undelivered.pop_front();
        }
        self.undelivered.push_back(line);
    }

    fn send_undelivered(&mut self) {
        let Some(general) = self.general else { return };
        for line in std::mem::take(&mut self.undelivered) {
            self.send(general, line, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Bytes {
        Bytes::copy_from_slice(text.as_bytes())
    }

    fn taken(events: &mut mpsc::Receiver<Event>) -> Vec<String> {
        let mut lines = Vec::new();
        while let Ok(event) = events.try_recv() {
            lines.push(String::from_utf8_lossy(&event.line).into_owned());
        }
        lines
    }

    #[test]
    fn each_message_goes_onto_the_stream_it_belongs_to() {
        let streams = Streams::default();
        let (_, mut one) = streams.open(&["1".into()]).expect("it opens");
        let (_, mut two) = streams.open(&["2".into(), "3".into()]).expect("it opens");
        assert!(streams.open(&["1".into()]).is_none(), "it is open already");
        assert!(streams.open(&["9".into(), "9".into()]).is_none(), "twice");
        let (_, mut general) = streams.open_general();
        streams.notify(Some("1"), line("progress of 1"));
        streams.notify(None, line("list changed"));
        streams.answer("3", line("answer 3"));
        streams.answer("1", line("answer 1"));
        streams.leave("2");
        assert_eq!(taken(&mut one), ["progress of 1", "answer 1"]);
        assert_eq!(taken(&mut two), ["answer 3"]);
        assert_eq!(taken(&mut general), ["list changed"]);
        assert!(one.is_closed() && two.is_closed(), "all are answered");
        assert!(!general.is_closed());
    }

    #[test]
    fn what_belongs_to_no_request_waits_for_a_stream() {
        let streams = Streams::default();
        for number in 0..limits::UNDELIVERED + 2 {
            streams.notify(None, line(&number.to_string()));
        }
        let (_, mut general) = streams.open_general();
        let told = taken(&mut general);
        assert_eq!(told.len(), limits::UNDELIVERED);
        assert_eq!(told.first().map(String::as_str), Some("2"), "the oldest go");
    }

    #[test]
    fn a_stream_that_broke_goes_on_where_it_did() {
        let streams = Streams::default();
        let (id, events) = streams.open(&["1".into()]).expect("it opens");
        streams.notify(Some("1"), line("a"));
        drop(events);
        streams.notify(Some("1"), line("b"));
        let (_, mut again) = streams.resume(&id.beginning()).expect("it is known");
        streams.answer("1", line("c"));
        assert_eq!(taken(&mut again), ["a", "b", "c"]);
        let (_, mut rest) = streams.resume("1-2").expect("it is kept");
        assert_eq!(taken(&mut rest), ["c"], "also after its end");
        for unknown in ["1-3", "7-0", "x", "", "1-x"] {
            assert!(streams.resume(unknown).is_none(), "{unknown:?}");
        }
    }

    #[test]
    fn a_stream_that_was_broken_off_goes_on_for_who_comes_back() {
        let streams = Streams::default();
        let (id, mut events) = streams.open(&["1".into()]).expect("it opens");
        streams.notify(Some("1"), line("a"));
        streams.break_off("1");
        assert_eq!(taken(&mut events), ["a"]);
        assert!(events.is_closed() && streams.goes_on(id));
        streams.answer("1", line("b"));
        let (_, mut rest) = streams.resume("1-1").expect("it is kept");
        assert_eq!(taken(&mut rest), ["b"]);
        streams.break_off("1");
        assert!(!streams.goes_on(id), "an answered one is over");
    }

    #[test]
    fn what_is_kept_has_an_end() {
        let streams = Streams::default();
        let (_, _events) = streams.open(&["1".into()]).expect("it opens");
        for _ in 0..limits::EVENTS_KEPT * 2 {
            streams.notify(Some("1"), line("a"));
        }
        assert_eq!(streams.0.lock().kept.len(), limits::EVENTS_KEPT);
        let long = "x".repeat(limits::EVENT_BYTES_KEPT + 1);
        streams.notify(Some("1"), line(&long));
        assert_eq!(streams.0.lock().kept.len(), 1, "the last is kept");
    }
}

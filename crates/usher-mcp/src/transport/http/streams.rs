//! Reads the stream that answers a request, and resumes it.
//!
//! See 2025-11-25, basic/transports, resumability. The GET stream is in `get_stream`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http::{HeaderMap, StatusCode};
use reqwest::Response;
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;
use usher_messages::Message;

use super::headers;
use super::session::Session;
use super::shared_state::HttpInner;
use crate::event::ConnectionEvent;
use crate::limits;
use crate::transport::endpoint::{ExchangeFailed, is_stream};
use crate::transport::events::{Broken, Data, Event, Events};

/// The last event read, and the wait before resuming.
#[derive(Default)]
pub(super) struct Position {
    pub(super) last: Option<String>,
    retry: Option<Duration>,
}

impl Position {
    pub(super) fn update(&mut self, event: &Event) {
        if let Some(id) = &event.id {
            self.last = (!id.is_empty()).then(|| id.clone());
        }
        if let Some(retry) = event.retry {
            self.retry = Some(retry.clamp(
                *limits::REOPEN_ASKED_WAIT.start(),
                *limits::REOPEN_ASKED_WAIT.end(),
            ));
        }
    }

    /// Returns the wait after this many failures: as requested, then increasing.
    pub(super) fn wait(&self, failures: u32) -> Duration {
        let first = self.retry.unwrap_or(limits::REOPEN_FIRST_WAIT);
        if failures == 0 {
            return first;
        }
        (first * 2_u32.saturating_pow(failures)).min(limits::REOPEN_LONGEST_WAIT.max(first))
    }
}

/// How a stream ended.
pub(super) enum End {
    /// Its request has its answer.
    Answered,
    /// The server ended it.
    Ended,
    /// It broke off, with the reason.
    Broken(Message),
    /// It was silent for so long that it may be broken.
    Silent(Duration),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Off(detail) => Self::Broken(detail),
            Broken::Silent(waited) => Self::Silent(waited),
        }
    }
}

impl End {
    pub(super) fn message(&self) -> Message {
        match self {
            Self::Answered | Self::Ended => Message::new("exchange.streamEnded"),
            Self::Broken(reason) => {
                Message::new("exchange.streamBroken").with("reason", reason.clone())
            }
            Self::Silent(waited) => Message::new("exchange.streamSilent").with("waited", *waited),
        }
    }
}

impl HttpInner {
    /// Reads the stream of a request, resuming it where the server can.
    pub(super) async fn read_answer(
        self: &Arc<Self>,
        response: Response,
        id: &Value,
    ) -> Result<(), ExchangeFailed> {
        let mut position = Position::default();
        let mut response = response;
        loop {
            let mut events = self.events(response);
            if self.endpoint.wire.is_listening(id) {
                // Without a pending answer, a broken stream would go unnoticed.
                events.set_silence_limit(self.endpoint.wire.limits.stream_silence);
            }
            let end = self.read(&mut events, Some(id), &mut position).await;
            if let End::Answered = end {
                self.spawn_drain(events, id.clone());
                return Ok(());
            }
            if !self.endpoint.wire.pending.contains(id) {
                return Ok(());
            }
            self.report_closed(&position, id, &end).await;
            response = self.resume(&position, id, &end).await?;
        }
    }

    pub(super) fn events(&self, response: Response) -> Events {
        Events::new(response, self.endpoint.wire.clone())
    }

    /// Reads until the answer to `request` or the end of the stream.
    async fn read(
        &self,
        events: &mut Events,
        request: Option<&Value>,
        position: &mut Position,
    ) -> End {
        loop {
            let event = match events.next().await {
                Ok(Some(event)) => event,
                Ok(None) => return End::Ended,
                Err(broken) => return broken.into(),
            };
            position.update(&event);
            self.handle_event(event, request).await;
            if request.is_some_and(|id| !self.endpoint.wire.pending.contains(id)) {
                return End::Answered;
            }
        }
    }

    pub(super) async fn handle_event(&self, event: Event, request: Option<&Value>) {
        if !event.is_message() {
            return self
                .endpoint
                .wire
                .backpressure
                .received(1, event.data.length())
                .await;
        }
        let messages = match event.data {
            Data::None => return self.endpoint.wire.backpressure.received(1, 0).await,
            Data::Whole(data) => self.endpoint.read_frame(&data, request, false).await,
            Data::Oversized(event) => {
                self.endpoint
                    .wire
                    .read_oversized(&event.head, event.length, &event.overflow)
                    .await;
                Vec::new()
            }
        };
        self.forward(messages, request).await;
    }

    /// Reads on after the answer, so that the connection can be reused.
    fn spawn_drain(self: &Arc<Self>, mut events: Events, id: Value) {
        let inner = self.clone();
        tokio::spawn(async move {
            let rest = async {
                while let Ok(Some(event)) = events.next().await {
                    inner.handle_event(event, Some(&id)).await;
                }
            };
            tokio::select! {
                () = inner.stop.cancelled() => {}
                () = tokio::time::sleep(limits::DRAIN_WAIT) => {}
                () = rest => {}
            }
        });
    }

    /// Reads a stream that belongs to no request, and ends the turn with it.
    pub(super) fn spawn_reading(
        self: &Arc<Self>,
        response: Response,
        turn: Option<OwnedSemaphorePermit>,
    ) {
        let inner = self.clone();
        tokio::spawn(async move {
            let _turn = turn;
            let mut events = inner.events(response);
            let mut position = Position::default();
            tokio::select! {
                () = inner.stop.cancelled() => {}
                _ = inner.read(&mut events, None, &mut position) => {}
            }
        });
    }

    /// Reports that the server has closed the stream of a call on purpose.
    async fn report_closed(&self, position: &Position, id: &Value, end: &End) {
        let is_on_purpose = matches!(end, End::Ended) && position.last.is_some();
        if !is_on_purpose || self.modern.load(Ordering::Acquire) {
            return;
        }
        let wire = &self.endpoint.wire;
        let request = wire.pending.by_key(&id.to_string());
        if let Some(tag) = request.and_then(|request| request.in_flight.tag.clone()) {
            wire.events.send(ConnectionEvent::StreamClosed(tag)).await;
        }
    }

    /// Reopens the stream of a request; the request itself is never repeated.
    async fn resume(
        &self,
        position: &Position,
        id: &Value,
        end: &End,
    ) -> Result<Response, ExchangeFailed> {
        // A broken stream of the modern era is a lost request (2026-07-28, streamable-http).
        let resumable = !self.modern.load(Ordering::Acquire);
        let Some(last) = position.last.as_ref().filter(|_| resumable) else {
            if let End::Ended = end {
                self.endpoint
                    .wire
                    .lifecycle
                    .record_refusal(StatusCode::OK.as_u16(), &[]);
            }
            return Err(self.endpoint.fail(Some(id), None, end.message()));
        };
        let mut refused = 0;
        for attempt in 0..limits::REOPEN_ATTEMPTS {
            tokio::time::sleep(position.wait(attempt)).await;
            let session = self.sessions.current();
            let response = match self.open_get(Some(last), &session).await {
                Ok(response) => response,
                Err(error) => {
                    refused += u32::from(error.is_connect());
                    if refused >= limits::REOPEN_REFUSALS {
                        break;
                    }
                    continue;
                }
            };
            let status = response.status();
            if is_stream(&response) {
                return Ok(response);
            }
            if !status.is_server_error() && status != StatusCode::CONFLICT {
                let detail = Message::new("exchange.notResumedStatus")
                    .with("fault", end.message())
                    .with("status", status.as_u16().to_string());
                return Err(self.endpoint.fail(Some(id), Some(status), detail));
            }
        }
        if refused >= limits::REOPEN_REFUSALS {
            self.endpoint.mark_unreachable();
        }
        let detail = Message::new("exchange.notResumed").with("fault", end.message());
        Err(self.endpoint.fail(Some(id), None, detail))
    }

    pub(super) async fn open_get(
        &self,
        last: Option<&str>,
        session: &Session,
    ) -> reqwest::Result<Response> {
        let mut protocol: HeaderMap = headers::for_get(last);
        let version = self.endpoint.wire.protocol_version();
        headers::insert_session(&mut protocol, version.as_deref(), session.id.as_ref());
        let get = self.endpoint.client.get(self.endpoint.url.clone());
        self.endpoint.send_authorized(get, protocol).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_asked_again_when_it_says_so_within_reason() {
        let cases = [
            (None, 500, 1000),
            (Some(0), 500, 1000),
            (Some(100), 500, 1000),
            (Some(2_000), 2_000, 4_000),
            (Some(30_000), 30_000, 30_000),
            (Some(300_000), 30_000, 30_000),
            (Some(u64::MAX), 30_000, 30_000),
        ];
        for (asked, first, then) in cases {
            let mut position = Position::default();
            position.update(&Event {
                retry: asked.map(Duration::from_millis),
                ..Event::default()
            });
            let waits = [position.wait(0), position.wait(1)].map(|wait| wait.as_millis());
            assert_eq!(waits, [first, then], "a server that asks for {asked:?} ms");
        }
    }
}

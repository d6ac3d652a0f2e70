//! Reads the GET stream, which belongs to no request.
//!
//! See 2025-11-25, basic/transports, listening for messages from the server. It is opened after the session, again
//! when it ends, and anew with each new session. The one stream of HTTP+SSE is read here as well.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use http::StatusCode;
use tokio::sync::oneshot;

use super::shared_state::{HttpInner, Shape};
use super::streams::{End, Position};
use crate::decode::values;
use crate::limits;
use crate::transport::endpoint::is_stream;
use crate::transport::events::{Broken, Data, Event, Events};
use usher_messages::Message;

impl HttpInner {
    /// Listens to the GET stream, if there is one.
    ///
    /// The receiver ends when the server has answered.
    pub(super) fn start_listening(self: &Arc<Self>) -> oneshot::Receiver<()> {
        let inner = self.clone();
        let (opened, is_listening) = oneshot::channel();
        self.get_stream.is_open.store(true, Ordering::Release);
        tokio::spawn(async move {
            tokio::select! {
                () = inner.stop.cancelled() => {}
                () = inner.listen(opened) => {}
            }
            inner.get_stream.is_open.store(false, Ordering::Release);
        });
        is_listening
    }

    /// Opens the stream again for a new session, if it had ended.
    pub(super) fn restart_listening(self: &Arc<Self>) {
        let is_missed = self.get_stream.is_offered.load(Ordering::Acquire)
            && !self.get_stream.is_open.load(Ordering::Acquire);
        if is_missed {
            self.start_listening();
        }
    }

    async fn listen(self: &Arc<Self>, opened: oneshot::Sender<()>) {
        let mut opened = Some(opened);
        let mut position = Position::default();
        let mut known = false;
        let mut failures = 0;
        let mut refusals = 0;
        let mut generation = self.sessions.current().generation;
        loop {
            let session = self.sessions.current();
            if session.generation != generation {
                // The last event id belongs to a stream of the old session.
                generation = session.generation;
                position = Position::default();
            }
            let answer = self.open_get(position.last.as_deref(), &session).await;
            // Dropping it signals as much as sending would.
            drop(opened.take());
            match answer {
                Ok(response) if is_stream(&response) => {
                    (known, refusals) = (true, 0);
                    self.get_stream.is_offered.store(true, Ordering::Release);
                    self.orphaned.open();
                    let mut events = self.events(response);
                    events.set_silence_limit(self.endpoint.wire.limits.stream_silence);
                    let received = self.read_events(&mut events, &mut position).await;
                    failures = if received { 0 } else { failures + 1 };
                }
                Ok(response) => match response.status() {
                    // Some servers report a forgotten session by 400. One that starts a new session and still refuses
                    // has no such stream any more.
                    StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST
                        if known && session.id.is_some() =>
                    {
                        known = false;
                        if !self.renew(&session).await {
                            return;
                        }
                        continue;
                    }
                    StatusCode::CONFLICT if known => failures += 1,
                    // Servers without such a stream should say 405; many say 404 or 400, or send a page.
                    status if !status.is_server_error() => return,
                    _ => failures += 1,
                },
                Err(error) => {
                    failures += 1;
                    refusals += u32::from(error.is_connect());
                    if refusals >= limits::REOPEN_REFUSALS {
                        self.endpoint.mark_unreachable();
                        return;
                    }
                }
            }
            if !known && failures >= limits::REOPEN_ATTEMPTS {
                return;
            }
            tokio::time::sleep(position.wait(failures)).await;
        }
    }

    /// Listens to the one stream of HTTP+SSE; its end ends the session.
    pub(super) fn start_reading(self: &Arc<Self>, mut events: Events) {
        let inner = self.clone();
        inner.orphaned.open();
        tokio::spawn(async move {
            let mut position = Position::default();
            tokio::select! {
                () = inner.stop.cancelled() => {}
                _ = inner.read_events(&mut events, &mut position) => {
                    inner.endpoint.lost.mark_lost(Message::new("connection.streamClosed"));
                }
            }
        });
    }

    /// Returns whether an event of a shared stream is for this connection.
    ///
    /// Others are only logged.
    async fn is_accepted(&self, event: &Event) -> bool {
        let Data::Whole(data) = &event.data else {
            return true;
        };
        if self.shape == Shape::Paired || !event.is_message() {
            return true;
        }
        let message = values::parse_bounded(data);
        let (Some(id), None) = (message.get("id"), message.get("method")) else {
            return true;
        };
        if self.orphaned.claims(id.clone(), data) {
            return true;
        }
        self.endpoint.log_non_json(data).await;
        false
    }

    /// Reads the stream until it ends or is silent; returns its use.
    ///
    /// A long silence need not mean that it is broken.
    async fn read_events(&self, events: &mut Events, position: &mut Position) -> bool {
        let mut received = false;
        let end = loop {
            match events.next().await {
                Ok(Some(event)) => {
                    received = true;
                    position.update(&event);
                    if self.is_accepted(&event).await {
                        self.handle_event(event, None).await;
                    }
                }
                Ok(None) => break End::Ended,
                Err(Broken::Silent(_)) if self.orphaned.has_pending(&self.endpoint.wire) => {}
                Err(broken) => break broken.into(),
            }
        };
        let received = received || matches!(end, End::Silent(_));
        for id in self.orphaned.close() {
            if self.endpoint.wire.pending.contains(&id) {
                self.endpoint.fail(Some(&id), None, end.message());
                self.fail_unanswered(&id);
            }
        }
        received
    }
}

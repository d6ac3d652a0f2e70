//! The server's own stream, which belongs to no request (2025-11-25, basic/transports, listening for messages
//! from the server): asked for once a session is there, opened again when it ends, and begun anew with each new
//! session. Also the one stream of HTTP+SSE.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::StatusCode;
use tokio::sync::oneshot;

use super::streams::{End, Position};
use super::{Shape, Traffic};
use crate::decode::values;
use crate::limits;
use crate::transport::endpoint::is_stream;
use crate::transport::events::{Broken, Data, Event, Events};

/// What is known of that stream.
#[derive(Default)]
pub(super) struct GetStream {
    /// The server has given us one.
    is_offered: AtomicBool,
    /// Somebody listens, or will again after a pause.
    is_open: AtomicBool,
}

impl Traffic {
    /// Listens to the server's own stream, if it has one. What it returns ends when the server has answered.
    pub(super) fn start_listening(self: &Arc<Self>) -> oneshot::Receiver<()> {
        let traffic = self.clone();
        let (asked, listens) = oneshot::channel();
        self.get_stream.is_open.store(true, Ordering::Release);
        tokio::spawn(async move {
            tokio::select! {
                () = traffic.stop.cancelled() => {}
                () = traffic.listen(asked) => {}
            }
            traffic.get_stream.is_open.store(false, Ordering::Release);
        });
        listens
    }

    /// There is a new session. Whoever still listens will notice; where the old one took the stream along, it is asked
    /// for again.
    pub(super) fn listen_again(self: &Arc<Self>) {
        let is_missed = self.get_stream.is_offered.load(Ordering::Acquire)
            && !self.get_stream.is_open.load(Ordering::Acquire);
        if is_missed {
            self.start_listening();
        }
    }

    async fn listen(self: &Arc<Self>, asked: oneshot::Sender<()>) {
        let mut asked = Some(asked);
        let mut position = Position::default();
        let mut known = false;
        let mut fruitless = 0;
        let mut refused = 0;
        let mut generation = self.sessions.present().generation;
        loop {
            let session = self.sessions.present();
            if session.generation != generation {
                // What was heard last is an event of a stream that the new session does not know.
                generation = session.generation;
                position = Position::default();
            }
            let answer = self.get(position.last.as_deref(), &session).await;
            // Dropping it tells as much as sending would.
            drop(asked.take());
            match answer {
                Ok(response) if is_stream(&response) => {
                    (known, refused) = (true, 0);
                    self.get_stream.is_offered.store(true, Ordering::Release);
                    self.orphaned.open();
                    let mut events = self.events(response);
                    events.tell_silence(self.endpoint.wire.limits.stream_silence);
                    let heard = self.hear(&mut events, &mut position).await;
                    fruitless = if heard { 0 } else { fruitless + 1 };
                }
                Ok(response) => match response.status() {
                    // Some say by 400 that they have forgotten the session. One that begins a new one and refuses this
                    // all the same has no such stream any more.
                    StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST
                        if known && session.id.is_some() =>
                    {
                        known = false;
                        if !self.renew(&session).await {
                            return;
                        }
                        continue;
                    }
                    StatusCode::CONFLICT if known => fruitless += 1,
                    // Servers without such a stream should say 405; many say 404 or 400, or send a page.
                    status if !status.is_server_error() => return,
                    _ => fruitless += 1,
                },
                Err(error) => {
                    fruitless += 1;
                    refused += u32::from(error.is_connect());
                    if refused >= limits::REOPEN_REFUSALS {
                        self.endpoint.nobody_there();
                        return;
                    }
                }
            }
            if !known && fruitless >= limits::REOPEN_ATTEMPTS {
                return;
            }
            tokio::time::sleep(position.wait(fruitless)).await;
        }
    }

    /// Listens to the one stream of HTTP+SSE. Its end is the end of the session.
    pub(super) fn start_hearing(self: &Arc<Self>, mut events: Events) {
        let traffic = self.clone();
        traffic.orphaned.open();
        tokio::spawn(async move {
            let mut position = Position::default();
            tokio::select! {
                () = traffic.stop.cancelled() => {}
                _ = traffic.hear(&mut events, &mut position) => {
                    traffic.endpoint.lost.because("the server closed its stream");
                }
            }
        });
    }

    /// Whether what came on a stream that others may share is for us. What is not goes into the log only.
    async fn is_ours(&self, event: &Event) -> bool {
        let Data::Whole(data) = &event.data else {
            return true;
        };
        if self.shape == Shape::Paired || !event.is_message() {
            return true;
        }
        let message = values::glance(data);
        let (Some(id), None) = (message.get("id"), message.get("method")) else {
            return true;
        };
        if self.orphaned.claims(id.clone(), data) {
            return true;
        }
        self.endpoint.log_noise(data).await;
        false
    }

    /// Reads the server's own stream to its end, or until it may be dead; whether it was of use: one that says
    /// nothing for a long time need not be broken.
    async fn hear(&self, events: &mut Events, position: &mut Position) -> bool {
        let mut heard = false;
        let end = loop {
            match events.next().await {
                Ok(Some(event)) => {
                    heard = true;
                    position.note(&event);
                    if self.is_ours(&event).await {
                        self.take_event(event, None).await;
                    }
                }
                Ok(None) => break End::Over,
                Err(Broken::Silent(_)) if self.orphaned.waits(&self.endpoint.wire) => {}
                Err(broken) => break broken.into(),
            }
        };
        let heard = heard || matches!(end, End::Silent(_));
        for id in self.orphaned.close() {
            if self.endpoint.wire.pending.contains(&id) {
                self.endpoint.fail(Some(&id), None, end.words());
                self.tell_over(&id);
            }
        }
        heard
    }
}

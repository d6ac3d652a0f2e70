//! Reads the events of a body.
//!
//! Of one over the limit only the id of the request it answers is read. Other bytes count as unrequested, and a stream
//! may be given up when it is silent.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Response;
use usher_jsonrpc::IdScanner;
use usher_messages::Message;
use usher_net::sse::{self, Ignored, Parser};

use crate::wire::Wire;

pub(super) use sse::Data;

pub(super) type Event = sse::Event<IdScanner>;

/// Returns whether a last event without empty line is whole.
fn is_whole(event: &Event) -> bool {
    match &event.data {
        Data::Whole(data) => serde_json::from_slice::<serde::de::IgnoredAny>(data).is_ok(),
        Data::None | Data::Oversized(_) => false,
    }
}

/// The events of one body.
pub(super) struct Events {
    response: Response,
    parser: Parser<IdScanner>,
    ready: VecDeque<Event>,
    ended: bool,
    wire: Arc<Wire>,
    silence: Option<Duration>,
}

/// Why a body yields no more events before its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// It broke off, with the reason.
    Off(Message),
    /// It was silent for this time, and may go on.
    Silent(Duration),
}

impl Events {
    pub(super) fn new(response: Response, wire: Arc<Wire>) -> Self {
        Self {
            response,
            parser: Parser::new(wire.message_limit()),
            ready: VecDeque::new(),
            ended: false,
            wire,
            silence: None,
        }
    }

    /// Reports silence of this length from now on.
    ///
    /// Where no request is pending, a broken stream would go unnoticed.
    pub(super) fn set_silence_limit(&mut self, silence: Duration) {
        self.silence = Some(silence);
    }

    /// Returns the next event; `None` at the end of the body.
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
                    let ignored = self.parser.take_ignored();
                    if ignored != Ignored::default() {
                        self.wire
                            .backpressure
                            .received(ignored.lines, ignored.bytes)
                            .await;
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    self.ready.extend(self.parser.finish().filter(is_whole));
                }
                Err(error) => return Err(Broken::Off(usher_net::describe(&error))),
            }
        }
    }
}

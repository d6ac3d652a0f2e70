//! From the host's broadcast to the stream of events a window hears.

use futures::Stream;
use futures::stream::{self, StreamExt as _};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use usher_core::events::HostEvent;

use crate::api::Api;
use crate::convert;
use crate::event::AppEvent;

/// With no host there is nothing to hear: the stream never yields, and never ends.
pub(crate) fn of(
    events: Option<Receiver<HostEvent>>,
    api: Api,
) -> impl Stream<Item = AppEvent> + Send + use<> {
    match events {
        None => stream::pending().left_stream(),
        Some(events) => stream::unfold((events, api), next).right_stream(),
    }
}

async fn next(
    (mut events, api): (Receiver<HostEvent>, Api),
) -> Option<(AppEvent, (Receiver<HostEvent>, Api))> {
    loop {
        let event = match events.recv().await {
            Ok(event) => match api.host() {
                Ok(host) => convert::event::of(host, event),
                Err(_) => None,
            },
            Err(RecvError::Lagged(_)) => Some(AppEvent::Resync),
            Err(RecvError::Closed) => return None,
        };
        if let Some(event) = event {
            return Some((event, (events, api)));
        }
    }
}

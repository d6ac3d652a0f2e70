//! From the host's broadcast to the stream of events a window hears.

use futures::Stream;
use futures::stream::{self, StreamExt as _};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use usher_servers::events::HostEvent;

use crate::api::Api;
use crate::event::AppEvent;

impl Api {
    /// Everything that happens from now on, in order, until the host is closed. A listener that is too slow gets
    /// [`AppEvent::Resync`]. Without a host the stream never yields, and never ends.
    pub fn subscribe(&self) -> impl Stream<Item = AppEvent> + Send + use<> {
        match self.host() {
            Err(_) => stream::pending().left_stream(),
            Ok(host) => stream::unfold((host.subscribe(), self.clone()), next).right_stream(),
        }
    }
}

async fn next(
    (mut events, api): (Receiver<HostEvent>, Api),
) -> Option<(AppEvent, (Receiver<HostEvent>, Api))> {
    loop {
        let event = match events.recv().await {
            Ok(HostEvent::Closed) | Err(RecvError::Closed) => return None,
            Ok(event) => match api.host() {
                Ok(host) => crate::event::of(host, event),
                Err(_) => None,
            },
            Err(RecvError::Lagged(_)) => Some(AppEvent::Resync),
        };
        if let Some(event) = event {
            return Some((event, (events, api)));
        }
    }
}

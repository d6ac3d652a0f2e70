//! Writes a stream of server-sent events.

use ::http::Response;
use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use super::body::{self, Reply};
use super::streams::Event;
use crate::limits;

/// Parts of a stream that wait until the client reads them.
const PARTS: usize = 16;

/// A comment: clients ignore it.
const KEEP_ALIVE: &[u8] = b":\n\n";

/// Answers with the events that come. `beginning` is written first; `kept` is held until the stream ends, whoever ends
/// it.
pub(super) fn stream(
    beginning: Option<String>,
    first: Option<Event>,
    events: mpsc::Receiver<Event>,
    kept: impl Send + 'static,
) -> Response<Reply> {
    let (parts, body) = mpsc::channel(PARTS);
    tokio::spawn(async move {
        let _kept = kept;
        write(parts, beginning, first, events).await;
    });
    body::events(body)
}

async fn write(
    parts: mpsc::Sender<Bytes>,
    beginning: Option<String>,
    first: Option<Event>,
    mut events: mpsc::Receiver<Event>,
) {
    if let Some(id) = beginning {
        let retry = limits::RETRY_MS;
        // An event without data tells where the stream begins (2025-11-25, basic/transports, sending messages).
        let part = format!("id: {id}\nretry: {retry}\ndata: \n\n");
        if !send(&parts, part.into()).await {
            return;
        }
    }
    if let Some(event) = first
        && !(send(&parts, written(&event)).await && !event.is_last)
    {
        return;
    }
    let every = limits::KEEP_ALIVE_EVERY;
    let mut quiet = interval_at(Instant::now() + every, every);
    loop {
        let part = tokio::select! {
            () = parts.closed() => return,
            event = events.recv() => match event {
                Some(event) => written(&event),
                None => return,
            },
            _ = quiet.tick() => Bytes::from_static(KEEP_ALIVE),
        };
        quiet.reset();
        if !send(&parts, part).await {
            return;
        }
    }
}

/// Whether it was sent: a client that does not read is let go.
async fn send(parts: &mpsc::Sender<Bytes>, part: Bytes) -> bool {
    parts.send_timeout(part, limits::WRITE_WITHIN).await.is_ok()
}

fn written(event: &Event) -> Bytes {
    let mut text = Vec::with_capacity(event.line.len() + 64);
    if let Some(id) = &event.id {
        text.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    text.extend_from_slice(b"event: message\ndata: ");
    // A line of JSON has no line break.
    text.extend_from_slice(&event.line);
    text.extend_from_slice(b"\n\n");
    text.into()
}

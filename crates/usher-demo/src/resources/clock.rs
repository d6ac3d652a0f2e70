//! `demo://clock` and its face: resources that are different every time, and say so while subscribed.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::task::AbortHandle;

use crate::icons::{self, Glyph};
use crate::session::Session;

const TEXT: &str = "demo://clock";
const FACE: &str = "demo://pictures/clock.svg";

/// How often subscribers are notified.
const TICK: Duration = Duration::from_secs(2);

/// Whether a URI is one of these resources.
pub(super) fn is_clock(uri: &str) -> bool {
    uri == TEXT || uri == FACE
}

pub(super) fn entry() -> Value {
    json!({
        "uri": TEXT,
        "name": "clock",
        "title": "Clock",
        "description": "The time now. Subscribe, and it changes every two seconds.",
        "mimeType": "text/plain",
        "icons": icons::of(Glyph::Clock),
        "annotations": { "audience": ["user"], "priority": 0.7, "lastModified": written(now()) },
    })
}

/// The picture of the clock. Its size and time of change are not reported, so only an update says that it changed.
pub(super) fn face_entry() -> Value {
    json!({
        "uri": FACE,
        "name": "clock.svg",
        "title": "Clock face",
        "description": "The time now as an image. Subscribe, and it changes every two seconds.",
        "mimeType": "image/svg+xml",
        "icons": icons::of(Glyph::Clock),
        "annotations": { "audience": ["user"], "priority": 0.7 },
    })
}

/// The contents of one of these resources; `None` for any other.
pub(super) fn contents(uri: &str) -> Option<Value> {
    let (mime_type, text) = match uri {
        TEXT => ("text/plain", written(now())),
        FACE => ("image/svg+xml", drawn(now())),
        _ => return None,
    };
    Some(json!({ "uri": uri, "mimeType": mime_type, "text": text }))
}

/// Tells the subscriber every [`TICK`], until the handle is aborted.
pub(super) fn start(session: Arc<Session>, uri: String) -> AbortHandle {
    let ticker = async move {
        loop {
            tokio::time::sleep(TICK).await;
            session.updated(&uri);
        }
    };
    tokio::spawn(ticker).abort_handle()
}

/// The time in UTC, to the second.
fn now() -> OffsetDateTime {
    #[expect(
        clippy::disallowed_methods,
        reason = "showing the real time is all these resources are for"
    )]
    let now = OffsetDateTime::from(SystemTime::now());
    now.replace_nanosecond(0).unwrap_or(now)
}

fn written(time: OffsetDateTime) -> String {
    time.format(&Rfc3339).unwrap_or_default()
}

/// A clock face with hands for hours, minutes and seconds.
fn drawn(time: OffsetDateTime) -> String {
    let (hour, minute, second) = (
        u16::from(time.hour() % 12),
        u16::from(time.minute()),
        u16::from(time.second()),
    );
    let hand = |degrees: u16, length: u16, width: u16, colour: &str| {
        format!(
            r#"<path d="M120 120V{top}" transform="rotate({degrees} 120 120)" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#,
            top = 120 - length,
        )
    };
    let marks: Vec<String> = (0..12)
        .map(|hour| {
            format!(
                r##"<path d="M120 20v10" transform="rotate({} 120 120)" stroke="#5b6b73" stroke-width="3"/>"##,
                hour * 30
            )
        })
        .collect();
    let marks = marks.concat();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240"><rect width="240" height="240" fill="#e8f1f3"/><circle cx="120" cy="120" r="106" fill="#fff" stroke="#0b6b80" stroke-width="4"/>{marks}{}{}{}<circle cx="120" cy="120" r="6" fill="#c2410c"/></svg>"##,
        hand(hour * 30 + minute / 2, 55, 8, "#12343d"),
        hand(minute * 6, 80, 5, "#12343d"),
        hand(second * 6, 92, 2, "#c2410c"),
    )
}

//! `demo://clock`: a resource that is different every time, and says so while subscribed.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::task::AbortHandle;

use crate::icons::{self, Glyph};
use crate::session::Session;

pub(super) const URI: &str = "demo://clock";

/// How often subscribers are notified.
const TICK: Duration = Duration::from_secs(2);

pub(super) fn entry() -> Value {
    json!({
        "uri": URI,
        "name": "clock",
        "title": "Clock",
        "description": "The time now. Subscribe, and it changes every two seconds.",
        "mimeType": "text/plain",
        "icons": icons::of(Glyph::Clock),
        "annotations": { "audience": ["user"], "priority": 0.7, "lastModified": now() },
    })
}

pub(super) fn contents() -> Value {
    json!({ "uri": URI, "mimeType": "text/plain", "text": now() })
}

/// Tells the subscriber every [`TICK`], until the handle is aborted.
pub(super) fn start(session: Arc<Session>) -> AbortHandle {
    let ticker = async move {
        loop {
            tokio::time::sleep(TICK).await;
            session.updated(URI);
        }
    };
    tokio::spawn(ticker).abort_handle()
}

/// The time in UTC, to the second.
fn now() -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "showing the real time is all this resource is for"
    )]
    let now = OffsetDateTime::from(SystemTime::now());
    let whole = now.replace_nanosecond(0).unwrap_or(now);
    whole.format(&Rfc3339).unwrap_or_default()
}

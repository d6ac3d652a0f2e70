//! The protocol's headers on a POST, a GET and a DELETE. Pure: from what is known to what is sent.

use http::{HeaderMap, HeaderName, HeaderValue, header};

pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Longest session id accepted, in bytes.
const SESSION_ID_BYTES: usize = 1024;

/// What every POST says about its body and the answers it takes.
pub(super) fn posting() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(
        header::ACCEPT,
        HeaderValue::from_static("application/json, text/event-stream"),
    );
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers
}

/// What a GET says that opens a stream, or takes one up again after the event `last`.
pub(super) fn listening(last: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(
        header::ACCEPT,
        HeaderValue::from_static("text/event-stream"),
    );
    if let Some(last) = last.and_then(|last| HeaderValue::from_str(last).ok()) {
        headers.insert(LAST_EVENT_ID, last);
    }
    headers
}

/// Adds the version agreed on and the session, where there are such (2025-11-25, basic/transports,
/// session management and protocol version header).
pub(super) fn within_session(
    headers: &mut HeaderMap,
    version: Option<&str>,
    session: Option<&HeaderValue>,
) {
    if let Some(version) = version.and_then(|version| HeaderValue::from_str(version).ok()) {
        headers.insert(PROTOCOL_VERSION, version);
    }
    if let Some(session) = session {
        headers.insert(SESSION_ID, session.clone());
    }
}

/// The session an answer opens; an unusable id is none.
pub(super) fn session_of(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(SESSION_ID)?;
    let usable = !id.is_empty()
        && id.len() <= SESSION_ID_BYTES
        && id.as_bytes().iter().all(u8::is_ascii_graphic);
    usable.then(|| {
        let mut id = id.clone();
        id.set_sensitive(true);
        id
    })
}

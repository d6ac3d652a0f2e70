//! Reads error responses of authorization servers (RFC 6749, section 5.2) for display.

use serde_json::Value;
use usher_mcp::Redactor;
use usher_messages::Message;
use usher_net::Reply;
use usher_types::text;

/// How much of a refusal is shown, in characters.
const SHOWN_CHARS: usize = 200;

/// Why a request was refused: what the server says, else its status.
pub(super) fn refusal(reply: &Reply, sent: &Redactor) -> Message {
    error_of(&reply.fetched.bytes, sent).map_or_else(
        || usher_net::status_message(reply.status),
        |said| quoted(&said),
    )
}

/// A server's words as a part of a sentence.
pub(super) fn quoted(words: &str) -> Message {
    Message::new("oauth.quoted").with("text", words)
}

/// What a refusal says of itself, fit to be shown and kept.
///
/// It may repeat what it was sent; `sent` takes that out.
pub(super) fn error_of(body: &[u8], sent: &Redactor) -> Option<String> {
    let said: Value = serde_json::from_slice(body).ok()?;
    let code = said.get("error")?.as_str()?;
    let words = said.get("error_description").and_then(Value::as_str);
    let said = match words {
        Some(words) => format!("{code} ({words})"),
        None => code.to_owned(),
    };
    Some(shown(&sent.text(&said)))
}

/// A server's words, short and with everything visible.
pub(super) fn shown(words: &str) -> String {
    let short: String = words.chars().take(SHOWN_CHARS).collect();
    text::visible(&short).into_owned()
}

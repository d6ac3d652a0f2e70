//! Reads `data:` URIs (RFC 2397).
//!
//! Not the `data-url` crate: it ends the body at a `#`, and icons in the wild carry `fill="#fff"` unescaped.

use usher_messages::Message;

use crate::media;
use usher_types::media_type::essence;

/// The bytes, and the claimed media type. The error says what is wrong.
pub(super) fn read(uri: &str) -> Result<(Vec<u8>, String), Message> {
    let (head, body) = uri
        .split_once(':')
        .and_then(|(_scheme, rest)| rest.split_once(','))
        .ok_or(Message::new("media.noComma"))?;
    let (claimed, is_base64) = match head.rsplit_once(';') {
        Some((claimed, last)) if last.trim().eq_ignore_ascii_case("base64") => (claimed, true),
        _ => (head, false),
    };
    let body: Vec<u8> = percent_encoding::percent_decode_str(body).collect();
    let bytes = if is_base64 {
        String::from_utf8(body)
            .ok()
            .and_then(|text| media::decode(&text))
            .ok_or(Message::new("media.base64"))?
    } else {
        body
    };
    Ok((bytes, essence(claimed).to_owned()))
}

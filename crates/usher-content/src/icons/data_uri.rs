//! `data:` URIs (RFC 2397): the bytes in them and what they say they are.

use crate::media;
use usher_types::media_type::essence;

/// The bytes, and the claimed media type. The error says in plain words what is wrong.
pub(super) fn read(uri: &str) -> Result<(Vec<u8>, String), &'static str> {
    let (head, body) = uri
        .split_once(':')
        .and_then(|(_scheme, rest)| rest.split_once(','))
        .ok_or("its data: URI has no comma")?;
    let (claimed, is_base64) = match head.rsplit_once(';') {
        Some((claimed, last)) if last.trim().eq_ignore_ascii_case("base64") => (claimed, true),
        _ => (head, false),
    };
    let body = percent_decoded(body);
    let bytes = if is_base64 {
        String::from_utf8(body)
            .ok()
            .and_then(|text| media::decode(&text))
            .ok_or("its base64 is broken")?
    } else {
        body
    };
    Ok((bytes, essence(claimed).to_owned()))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let pair = tail
            .first()
            .and_then(digit)
            .zip(tail.get(1).and_then(digit));
        match pair {
            Some((high, low)) if first == b'%' => {
                // Two hexadecimal digits make at most 255.
                bytes.push(u8::try_from(high * 16 + low).unwrap_or(u8::MAX));
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    bytes
}

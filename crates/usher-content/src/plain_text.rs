//! Text, as far as its beginning tells what it is, and bytes that are nothing but text.

use serde::de::IgnoredAny;

use crate::limits;
use crate::picture::Format;

/// How far into a text the root of a picture or page is looked for, in bytes.
const ROOT_WITHIN_BYTES: usize = 1024;

/// The media type that the beginning of a text shows; `None` = none that has a mark of its own.
pub(crate) fn detect(text: &str) -> Option<&'static str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    match text.as_bytes().first()? {
        b'{' | b'[' => serde_json::from_str::<IgnoredAny>(text)
            .is_ok()
            .then_some("application/json"),
        b'<' => markup(text),
        _ => None,
    }
}

fn markup(text: &str) -> Option<&'static str> {
    let end = text.floor_char_boundary(ROOT_WITHIN_BYTES);
    let head = text[..end].to_ascii_lowercase();
    let may_be_drawing = ["<svg", "<?xml", "<!doctype svg", "<!--"];
    if may_be_drawing.iter().any(|mark| head.starts_with(mark))
        && Format::of(text.as_bytes()) == Some(Format::Svg)
    {
        return Some(Format::Svg.mime_type());
    }
    let is_html = ["<!doctype html", "<html"];
    if is_html.iter().any(|mark| head.starts_with(mark)) {
        return Some("text/html");
    }
    head.starts_with("<?xml").then(|| {
        if head.contains("<html") {
            "text/html"
        } else {
            "application/xml"
        }
    })
}

/// The text that bytes are, if they may be text by what they are declared to be, in lower case, and by what is found in
/// them: valid UTF-8 without control characters but white space. Servers send files of unknown type so.
pub(crate) fn of_bytes(declared: &str, detected: Option<&str>, bytes: &[u8]) -> Option<String> {
    let is_untyped = matches!(declared, "" | "application/octet-stream");
    // A text may begin like a sound does.
    let is_binary = is_untyped && !detected.is_none_or(is_text);
    if bytes.is_empty() || bytes.len() > limits::TEXT_BYTES || is_binary {
        return None;
    }
    if !is_untyped && !is_text(declared) {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let is_control =
        |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
    (!text.bytes().any(is_control)).then(|| text.to_owned())
}

/// Whether a media type is one of texts.
fn is_text(media_type: &str) -> bool {
    const NAMES: [&str; 12] = [
        "json",
        "xml",
        "yaml",
        "toml",
        "javascript",
        "ecmascript",
        "typescript",
        "graphql",
        "ndjson",
        "jsonl",
        "sql",
        "sh",
    ];
    let Some((family, name)) = media_type.split_once('/') else {
        return false;
    };
    let name = name.rsplit('+').next().unwrap_or(name);
    let name = name.strip_prefix("x-").unwrap_or(name);
    family == "text" || (family == "application" && NAMES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_shows_at_its_beginning() {
        for (text, expected) in [
            ("", None),
            ("plain", None),
            ("a,b\n1,2", None),
            ("# {title}", None),
            ("{\"a\":1}", Some("application/json")),
            ("\u{feff}\n [1, 2]\n", Some("application/json")),
            ("[1] see the note", None),
            ("{\"a\":", None),
            ("{{ template }}", None),
            ("<!DOCTYPE html><p>", Some("text/html")),
            ("<html lang=\"en\">", Some("text/html")),
            ("<?xml version=\"1.0\"?><html>", Some("text/html")),
            ("<?xml version=\"1.0\"?><feed/>", Some("application/xml")),
            (
                "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                Some("image/svg+xml"),
            ),
            (
                "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                Some("image/svg+xml"),
            ),
            ("<p>A part of a page <svg/>", None),
            ("<é", None),
        ] {
            assert_eq!(detect(text), expected, "{text:?}");
        }
    }

    #[test]
    fn bytes_are_text_as_far_as_their_type_and_they_themselves_allow() {
        let is = |declared, detected, bytes: &[u8]| of_bytes(declared, detected, bytes).is_some();
        for (declared, expected) in [
            ("", true),
            ("application/octet-stream", true),
            ("text/x-rust", true),
            ("application/json", true),
            ("application/geo+json", true),
            ("application/x-yaml", true),
            ("application/x-sh", true),
            ("application/pdf", false),
            ("model/gltf+json", false),
            ("font/woff", false),
            ("plain", false),
        ] {
            assert_eq!(is(declared, None, b"text"), expected, "{declared}");
        }
        for (detected, bytes, expected) in [
            (None, b"a\tb\r\nc\x0c".as_slice(), true),
            (None, "ä\u{200b}".as_bytes(), true),
            (Some("text/x-shellscript"), b"#!/bin/sh", true),
            (Some("application/pdf"), b"%PDF-1.4", false),
            (None, b"a\x1b[1m", false),
            (None, b"a\x7f", false),
            (None, b"\xc3", false),
            (None, b"", false),
        ] {
            let shown = bytes.escape_ascii();
            assert_eq!(is("", detected, bytes), expected, "{shown}, {detected:?}");
        }
        let longest = vec![b'a'; limits::TEXT_BYTES];
        let longer = [longest.as_slice(), b"a"].concat();
        assert_eq!(
            [longest, longer].map(|bytes| is("", None, &bytes)),
            [true, false],
            "a longer one would hold up the page"
        );
    }
}

//! The sentences a difference is told in.

use serde_json::Value;
use url::Url;

use usher_types::text;

/// A name as it stands in a sentence: between backticks, short, and with nothing invisible in it.
pub(super) fn quoted(name: &str) -> String {
    const MAX_CHARS: usize = 80;
    let visible = text::visible(name).replace('`', "'");
    match visible.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("`{}…`", &visible[..end]),
        None => format!("`{visible}`"),
    }
}

/// A value as it stands in a sentence, if it is short enough for one.
fn short(value: &Value) -> Option<String> {
    match value {
        // What a server of a document is, is its address.
        Value::Object(members) => members
            .get("url")
            .filter(|url| url.is_string())
            .and_then(short),
        Value::Array(_) => None,
        Value::String(text) if text.chars().count() > 60 || text.contains('\n') => None,
        Value::String(text) => Some(quoted(text)),
        plain => Some(plain.to_string()),
    }
}

/// “The X changed from A to B”, as far as A and B are short.
pub(super) fn changed(subject: &str, old: &Value, new: &Value) -> String {
    match (short(old), short(new)) {
        (Some(old), Some(new)) => format!("{subject} changed from {old} to {new}"),
        _ => format!("{subject} changed"),
    }
}

/// “The X was added: A”.
pub(super) fn added(subject: &str, new: &Value) -> String {
    let was = was(subject);
    match short(new) {
        Some(new) => format!("{subject} {was} added: {new}"),
        None => format!("{subject} {was} added"),
    }
}

/// “The X was removed: A”.
pub(super) fn removed(subject: &str, old: &Value) -> String {
    let was = was(subject);
    match short(old) {
        Some(old) => format!("{subject} {was} removed: {old}"),
        None => format!("{subject} {was} removed"),
    }
}

/// “The arguments were”, but “The description of the arguments was”.
fn was(subject: &str) -> &'static str {
    let is_plural = subject.ends_with('s') && !subject.ends_with("ss") && !subject.contains(" of ");
    if is_plural { "were" } else { "was" }
}

/// How an address changed, if both values are addresses; the second is whether it leads to another host.
pub(super) fn address(of: &str, old: &Value, new: &Value) -> Option<(String, bool)> {
    let read = |value: &Value| Url::parse(value.as_str()?).ok().filter(Url::has_host);
    let (was, is) = (read(old)?, read(new)?);
    let place = |url: &Url| {
        let host = url.host_str().unwrap_or_default();
        match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    };
    let (before, now) = (place(&was), place(&is));
    if before != now {
        return Some((
            format!("The address{of} moved from {before} to {now}"),
            true,
        ));
    }
    if was.scheme() != is.scheme() {
        let words = format!(
            "The address{of} is reached by {} instead of {}",
            is.scheme(),
            was.scheme()
        );
        return Some((words, true));
    }
    Some((changed(&format!("The address{of}"), old, new), false))
}

/// What a tool claims about its effect (2025-06-30, `ToolAnnotations`), when it begins to say so.
pub(super) fn annotation(name: &str, new: &Value) -> Option<&'static str> {
    Some(match (name, new.as_bool()?) {
        ("readOnlyHint", true) => "It now claims that it only reads",
        ("readOnlyHint", false) => "It no longer claims that it only reads",
        ("destructiveHint", true) => "It now says that it may delete or overwrite",
        ("destructiveHint", false) => "It now claims that it deletes and overwrites nothing",
        ("idempotentHint", true) => "It now claims that doing it twice changes nothing more",
        ("idempotentHint", false) => "It no longer claims that doing it twice changes nothing more",
        ("openWorldHint", true) => "It now says that it may reach the open world",
        ("openWorldHint", false) => "It now claims that it stays in a closed world",
        _ => return None,
    })
}

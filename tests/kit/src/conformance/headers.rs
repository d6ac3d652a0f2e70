//! Reads the headers of a request.

use crate::scripted::http::Seen;

pub(super) fn header<'a>(request: &'a Seen, name: &str) -> &'a str {
    request.headers.get(name).map_or("", String::as_str)
}

/// Whether it comes from a program of this computer: a page of another origin names that (2025-11-25, basic/transports,
/// security warning).
pub(super) fn is_local(request: &Seen) -> bool {
    let is_own = |authority: &str| {
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.chars().all(|digit| digit.is_ascii_digit()) => host,
            _ => authority,
        };
        ["localhost", "127.0.0.1", "[::1]"].contains(&host)
    };
    let origin = request.headers.get("origin").map(|origin| {
        let authority = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        authority.unwrap_or_default()
    });
    is_own(header(request, "host")) && origin.is_none_or(is_own)
}

//! Refuses requests by their heads: before anything of the body is read.

use ::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, WWW_AUTHENTICATE};
use ::http::{HeaderMap, HeaderName, Method, StatusCode, request};
use usher_core::clients::{Clients, HttpAccess};
use usher_types::id::ClientId;

use super::body::Refusal;
use super::origin::OwnOrigin;

/// The one path of the endpoint.
const PATH: &str = "/mcp";

/// Refuses a request for another address, from a page that may not be here, or for another path. What comes first says
/// least to whoever may not be here.
pub(super) fn check_place(
    head: &request::Parts,
    own: &OwnOrigin,
    access: &HttpAccess,
) -> Result<(), Refusal> {
    let forbidden = |reason| Err(Refusal::new(StatusCode::FORBIDDEN, reason));
    let hosts: Vec<_> = values(&head.headers, &HOST).collect();
    let is_own_authority = head
        .uri
        .authority()
        .is_none_or(|authority| own.is_host(authority.as_str().as_bytes()));
    if !matches!(hosts.as_slice(), [host] if own.is_host(host)) || !is_own_authority {
        return forbidden("this host is not served");
    }
    let may_ask = |origin| own.is_origin(origin) || access.allows_origin(origin);
    if !values(&head.headers, &ORIGIN).all(may_ask) {
        return forbidden("this origin is not served");
    }
    if head.uri.path() != PATH {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "not found"));
    }
    Ok(())
}

/// Says whose request it is, once its place is right, or why it is refused.
pub(super) fn admit(head: &request::Parts, clients: &Clients) -> Result<ClientId, Refusal> {
    if !matches!(head.method, Method::POST | Method::GET | Method::DELETE) {
        return Err(Refusal::method("POST, GET, DELETE"));
    }
    let unauthorized = || Refusal {
        header: Some((WWW_AUTHENTICATE, "Bearer")),
        ..Refusal::new(StatusCode::UNAUTHORIZED, "the token is missing or wrong")
    };
    let token = bearer(&head.headers).ok_or_else(unauthorized)?;
    let client = clients.authenticate(token).ok_or_else(unauthorized)?;
    match head.method {
        Method::POST => {
            if !is_json(&head.headers) {
                return Err(Refusal::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "the body must be application/json",
                ));
            }
            accepts(&head.headers, &["application/json", "text/event-stream"])?;
        }
        Method::GET => accepts(&head.headers, &["text/event-stream"])?,
        _ => {}
    }
    Ok(client)
}

fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a [u8]> {
    headers
        .get_all(name)
        .iter()
        .map(http::HeaderValue::as_bytes)
}

/// The token of the one `Authorization` header (RFC 6750, section 2.1).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (only, None) = (given.next()?, given.next()) else {
        return None;
    };
    let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Clients have to accept every kind that may be answered (2025-11-25, basic/transports; 2026-07-28 alike).
fn accepts(headers: &HeaderMap, kinds: &[&str]) -> Result<(), Refusal> {
    let accepted: Vec<String> = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|accept| accept.to_str().ok())
        .flat_map(|accept| accept.split(','))
        .filter_map(|one| one.split(';').next())
        .map(|one| one.trim().to_ascii_lowercase())
        .collect();
    let takes = |kind: &str| {
        let family = kind
            .split_once('/')
            .map(|(family, _)| format!("{family}/*"));
        let mut accepted = accepted.iter();
        accepted.any(|one| one == "*/*" || one == kind || Some(one) == family.as_ref())
    };
    if kinds.iter().all(|kind| takes(kind)) {
        return Ok(());
    }
    Err(Refusal::new(
        StatusCode::NOT_ACCEPTABLE,
        "Accept must name application/json and text/event-stream",
    ))
}

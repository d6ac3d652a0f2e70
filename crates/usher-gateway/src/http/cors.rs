//! What a browser has to be told before a page at an origin that the person allowed may send requests and read answers
//! (Fetch, CORS protocol). Any other page is told nothing.

use ::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN,
    VARY,
};
use ::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, request};
use usher_core::clients::HttpAccess;

use super::body::{self, Reply};

/// The origin of the page that sends a request, if it is one that is allowed.
pub(super) fn page(headers: &HeaderMap, access: &HttpAccess) -> Option<HeaderValue> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let (only, None) = (origins.next()?, origins.next()) else {
        return None;
    };
    access.allows_origin(only.as_bytes()).then(|| only.clone())
}

/// Whether a browser asks, on behalf of a page, if it may send a request. It sends no token with that.
pub(super) fn is_preflight(head: &request::Parts) -> bool {
    head.method == Method::OPTIONS && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// Says what may be sent.
pub(super) fn preflight() -> Response<Reply> {
    let mut response = body::empty(StatusCode::NO_CONTENT);
    let told = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, DELETE"),
        // A wildcard does not cover the token; names of parameters (`Mcp-Param-…`) are those of any tool.
        (ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, *"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    for (name, value) in told {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets the page read the answer, and the headers that a client needs. No credentials: a client shows its token.
pub(super) fn let_read(response: &mut Response<Reply>, page: HeaderValue) {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, page);
    headers.insert(VARY, HeaderValue::from_static("Origin"));
    let read = HeaderValue::from_static("Mcp-Session-Id, WWW-Authenticate");
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, read);
}

//! Sends single requests outside any connection.
//!
//! No redirects, no cookies, no credentials but those of the request itself, and only addresses the rules allow,
//! checked after name resolution.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, header};
use url::Url;
use usher_messages::{Message, Param};

use super::failure::describe;
use super::{FetchRules, Redirects, allowed_addresses, client};
use usher_types::secret::Secret;

/// A request: a POST if it has a body, else a GET.
#[derive(Clone)]
pub struct Request {
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Option<Secret>,
}

/// The response, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub fetched: Fetched,
}

/// Which bodies are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    Any,
    /// No stream of events, which may never end; its reply has no bytes.
    Document,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    pub bytes: Bytes,
    /// `Content-Type` as received.
    pub content_type: Option<String>,
}

/// Why a fetch failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchError {
    /// The URL or the address behind it may not be reached.
    Refused(Message),
    /// DNS, TCP, TLS or the transfer failed.
    Unreachable(Message),
    /// Any status but success; redirects are not followed.
    Status(u16),
    TooLarge {
        max_bytes: usize,
    },
    Timeout(Duration),
}

impl FetchError {
    /// Describes it as a part of a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Refused(reason) => Message::new("net.refused").with("reason", reason.clone()),
            Self::Unreachable(reason) => reason.clone(),
            Self::Status(status) => status_message(*status),
            Self::TooLarge { max_bytes } => {
                Message::new("net.tooLarge").with("size", Param::bytes(*max_bytes))
            }
            Self::Timeout(waited) => Message::new("net.noResponse").with("waited", *waited),
        }
    }
}

/// Names the HTTP status of a response, as a part of a sentence.
pub fn status_message(status: u16) -> Message {
    Message::new("net.status").with("status", status.to_string())
}

pub async fn fetch(url: &Url, rules: FetchRules) -> Result<Fetched, FetchError> {
    let request = Request {
        url: url.clone(),
        headers: HeaderMap::new(),
        body: None,
    };
    let reply = send(request, rules).await?;
    if (200..300).contains(&reply.status) {
        Ok(reply.fetched)
    } else {
        Err(FetchError::Status(reply.status))
    }
}

/// Sends a request and reads the response.
pub async fn send(request: Request, rules: FetchRules) -> Result<Reply, FetchError> {
    let method = match request.body {
        Some(_) => Method::POST,
        None => Method::GET,
    };
    send_as(method, request, rules, BodyKind::Any).await
}

/// Sends a request by this method.
pub async fn send_as(
    method: Method,
    request: Request,
    rules: FetchRules,
    body_kind: BodyKind,
) -> Result<Reply, FetchError> {
    tokio::time::timeout(
        rules.timeout,
        send_without_timeout(method, request, &rules, body_kind),
    )
    .await
    .unwrap_or(Err(FetchError::Timeout(rules.timeout)))
}

/// Sends a request, if its address is allowed, and awaits the head.
pub(super) async fn open(
    method: Method,
    request: Request,
    rules: &FetchRules,
) -> Result<reqwest::Response, FetchError> {
    let addresses = allowed_addresses(&request.url, &rules.reach)
        .await
        .map_err(FetchError::Refused)?;
    let client = client(addresses, Redirects::Never).map_err(FetchError::Unreachable)?;
    let mut builder = client.request(method, request.url);
    if let Some(body) = request.body {
        builder = builder.body(body.expose().to_owned());
    }
    builder
        .headers(request.headers)
        .send()
        .await
        .map_err(|error| FetchError::Unreachable(describe(&error)))
}

async fn send_without_timeout(
    method: Method,
    request: Request,
    rules: &FetchRules,
    body_kind: BodyKind,
) -> Result<Reply, FetchError> {
    let mut response = open(method, request, rules).await?;
    let content_type = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let bytes = if body_kind == BodyKind::Document && is_event_stream(response.headers()) {
        Bytes::new()
    } else {
        body(&mut response, rules.max_bytes).await?
    };
    Ok(Reply {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        fetched: Fetched {
            bytes,
            content_type,
        },
    })
}

async fn body(response: &mut reqwest::Response, max_bytes: usize) -> Result<Bytes, FetchError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| FetchError::Unreachable(describe(&error)))?
    {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > max_bytes {
            return Err(FetchError::TooLarge { max_bytes });
        }
    }
    Ok(bytes.into())
}

/// Returns whether a body is a stream of events.
///
/// Media types have no case (RFC 9110 8.3.1).
pub fn is_event_stream(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/event-stream"))
}

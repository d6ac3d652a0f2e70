//! Finds a server behind an address.
//!
//! The address itself is tried first, then the endpoints its discovery document names, then common paths (2026-07-28,
//! basic/transports, backward compatibility). Other origins get no request.

use http::{HeaderMap, HeaderValue, header};
use serde_json::Value;
use url::Url;

use crate::error::{ConnectError, Leads};
use crate::limits;
use crate::model::{Endpoint, HttpTransportKind};
use crate::transport::endpoint::HttpEndpoint;

/// The path of a server's discovery document.
const DOCUMENT: &str = "/.well-known/mcp.json";

/// Returns whether an address that failed may be near an endpoint.
///
/// It answered, but not as an endpoint does. Sign-in, outages and modern errors do not count.
pub(super) fn is_worth_searching(error: &ConnectError) -> bool {
    match error {
        ConnectError::NotMcp { .. } => true,
        ConnectError::Redirected(redirect) => redirect.leads == Leads::Within,
        ConnectError::Rejected { status, .. } => status.is_some(),
        ConnectError::HttpStatus { status, .. } => match status {
            408 | 425 | 429 => false,
            400..=499 | 501 => true,
            _ => false,
        },
        _ => false,
    }
}

/// Returns other endpoints to try, best first.
///
/// Those the discovery document names, else, if the address has no path, the common ones.
pub(super) async fn find_endpoints(
    endpoint: &HttpEndpoint,
    url: &Url,
    guess: PathGuessing,
) -> Vec<Endpoint> {
    let mut found = match fetch_document(endpoint, url).await {
        Some(document) => parse_endpoints(url, &document),
        None => Vec::new(),
    };
    if found.is_empty() && guess == PathGuessing::UsualPlaces {
        let common = [
            (HttpTransportKind::StreamableHttp, "/mcp"),
            (HttpTransportKind::HttpSse, "/sse"),
            (HttpTransportKind::StreamableHttp, "/"),
        ];
        found.extend(common.into_iter().filter_map(|(transport, path)| {
            let url = url.join(path).ok()?;
            Some(Endpoint { transport, url })
        }));
    }
    found
}

/// Whether to try common paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathGuessing {
    UsualPlaces,
    Nothing,
}

impl PathGuessing {
    /// Allows guesses only for an address without a path.
    pub(super) fn for_url(url: &Url) -> Self {
        match url.path() {
            "" | "/" => Self::UsualPlaces,
            _ => Self::Nothing,
        }
    }
}

/// Fetches the server's discovery document, if there is one.
async fn fetch_document(endpoint: &HttpEndpoint, url: &Url) -> Option<Value> {
    let url = url.join(DOCUMENT).ok()?;
    let mut protocol = HeaderMap::new();
    protocol.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let get = endpoint.send_authorized(endpoint.client.get(url), protocol);
    let read = async {
        let mut response = get.await.ok()?;
        let mut body: Vec<u8> = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            body.extend_from_slice(&chunk);
            if body.len() > limits::DISCOVERY_BYTES {
                return None;
            }
        }
        let found = response.status().is_success();
        found
            .then(|| serde_json::from_slice::<Value>(&body).ok())
            .flatten()
    };
    tokio::time::timeout(limits::DISCOVERY_WAIT, read)
        .await
        .ok()?
}

/// Returns a document's endpoints on its own origin, Streamable HTTP first.
fn parse_endpoints(base: &Url, document: &Value) -> Vec<Endpoint> {
    let transports = document.get("transports").and_then(Value::as_array);
    let mut found: Vec<Endpoint> = transports
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let text = |name: &str| entry.get(name).and_then(Value::as_str);
            let kind = text("type")?.to_ascii_lowercase().replace(['-', '_'], "");
            let transport = match kind.as_str() {
                "streamablehttp" | "http" => HttpTransportKind::StreamableHttp,
                "sse" | "httpsse" => HttpTransportKind::HttpSse,
                _ => return None,
            };
            let path = text("endpoint").or_else(|| text("url"))?;
            let url = base.join("/").ok()?.join(path).ok()?;
            (url.origin() == base.origin()).then_some(Endpoint { transport, url })
        })
        .collect();
    found.sort_by_key(|endpoint| endpoint.transport != HttpTransportKind::StreamableHttp);
    found.dedup();
    found.truncate(limits::DISCOVERED_ENDPOINTS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Challenge;
    use serde_json::json;

    #[test]
    fn a_document_names_endpoints_of_its_own_origin_only() {
        let transports =
            |kind: &str, path: &str| json!({"transports": [{"type": kind, "endpoint": path}]});
        let streamable = |url: &str| vec![(HttpTransportKind::StreamableHttp, url.to_owned())];
        let sse = |url: &str| vec![(HttpTransportKind::HttpSse, url.to_owned())];
        let cases = [
            (
                json!({"transports": [{"type": "sse", "endpoint": "/sse"}, {"type": "streamable-http", "endpoint": "/mcp"}]}),
                [streamable("http://h:8/mcp"), sse("http://h:8/sse")].concat(),
            ),
            (
                transports("streamableHttp", "mcp"),
                streamable("http://h:8/mcp"),
            ),
            (
                transports("http", "http://h:8/x"),
                streamable("http://h:8/x"),
            ),
            (
                json!({"transports": [{"type": "sse", "url": "/events"}]}),
                sse("http://h:8/events"),
            ),
            (transports("streamable-http", "http://other/mcp"), vec![]),
            (transports("streamable-http", "//other/mcp"), vec![]),
            (transports("stdio", "/mcp"), vec![]),
            (json!({"transports": "none"}), vec![]),
            (json!({"transports": [5, {"type": "sse"}]}), vec![]),
            (json!([]), vec![]),
        ];
        let base: Url = "http://h:8/some/place".parse().expect("a URL");
        for (document, expected) in cases {
            let found: Vec<_> = parse_endpoints(&base, &document)
                .into_iter()
                .map(|endpoint| (endpoint.transport, endpoint.url.to_string()))
                .collect();
            assert_eq!(found, expected, "{document}");
        }
    }

    #[test]
    fn an_answer_that_is_none_leads_on_and_an_outage_does_not() {
        let status = |status| ConnectError::HttpStatus {
            status,
            body_head: String::new(),
            retry_after: None,
        };
        let page = ConnectError::NotMcp {
            detail: crate::call::UNANSWERED,
            stderr: Vec::new(),
        };
        let rejected = |status| ConnectError::Rejected {
            status,
            code: -32000,
            message: String::new(),
            data: None,
        };
        let cases = [
            (status(404), true),
            (status(405), true),
            (status(400), true),
            (status(403), true),
            (status(422), true),
            (rejected(Some(400)), true),
            (rejected(None), false),
            (status(408), false),
            (status(429), false),
            (status(500), false),
            (status(503), false),
            (page, true),
            (
                ConnectError::Unauthorized {
                    challenge: Challenge::default(),
                },
                false,
            ),
        ];
        for (error, expected) in cases {
            assert_eq!(is_worth_searching(&error), expected, "{error}");
        }
    }
}

//! Builds the HTTP clients of this process: few, shared and pooled.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use http::header::LOCATION;
use http::{HeaderMap, StatusCode};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, Request, Response};
use url::Url;
use usher_messages::Message;

use super::address::is_public;
use super::failure::{PrivateOnly, describe};
use crate::limits;

/// Which addresses a name may resolve to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// Public ones; private ones are dropped after resolution.
    PublicOnly,
    /// Any: the user configured a host at a private address.
    Any,
}

impl Addresses {
    pub fn for_configured_host(is_public: bool) -> Self {
        if is_public {
            Self::PublicOnly
        } else {
            Self::Any
        }
    }
}

/// Which redirects are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    Never,
    /// 307 and 308 within the same origin, which keep the request.
    SameOrigin,
}

/// Returns the client for these rules, made once per process.
///
/// No cookies, no proxy: a proxy would resolve names itself, past the filter.
pub fn client(addresses: Addresses, redirects: Redirects) -> Result<&'static Client, Message> {
    static CLIENTS: [OnceLock<Result<Client, Message>>; 4] = [const { OnceLock::new() }; 4];
    let slot = match (addresses, redirects) {
        (Addresses::PublicOnly, Redirects::Never) => 0,
        (Addresses::PublicOnly, Redirects::SameOrigin) => 1,
        (Addresses::Any, Redirects::Never) => 2,
        (Addresses::Any, Redirects::SameOrigin) => 3,
    };
    CLIENTS[slot]
        .get_or_init(|| build(addresses, redirects))
        .as_ref()
        .map_err(Clone::clone)
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where HTTP clients are made"
)]
fn build(addresses: Addresses, redirects: Redirects) -> Result<Client, Message> {
    // A provider that is already installed is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .user_agent(concat!("usher/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(limits::CONNECT_WAIT)
        .no_proxy()
        .referer(false)
        .redirect(match redirects {
            Redirects::Never => Policy::none(),
            Redirects::SameOrigin => Policy::custom(follow_same_origin),
        });
    if addresses == Addresses::PublicOnly {
        builder = builder.dns_resolver(Arc::new(PublicResolver));
    }
    builder.build().map_err(|error| describe(&error))
}

fn follow_same_origin(attempt: Attempt<'_>) -> Action {
    if is_followed(attempt.status(), attempt.previous(), attempt.url()) {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// Returns whether a redirect with this status is followed.
fn is_followed(status: StatusCode, previous: &[Url], next: &Url) -> bool {
    let keeps_the_request = matches!(status.as_u16(), 307 | 308);
    let same_origin = previous
        .last()
        .is_some_and(|previous| previous.origin() == next.origin());
    keeps_the_request && same_origin && previous.len() <= limits::REDIRECTS
}

/// Sends a request, and sends it again where 301 or 302 leads within its origin.
///
/// What follows redirects by itself makes a GET of a POST (RFC 9110, 15.4), which asks for something else.
pub async fn execute_following(client: &Client, mut request: Request) -> reqwest::Result<Response> {
    for _ in 0..limits::REDIRECTS {
        let again = request.try_clone();
        let response = client.execute(request).await?;
        let (Some(mut again), Some(next)) = (again, moved_within_origin(&response)) else {
            return Ok(response);
        };
        *again.url_mut() = next;
        request = again;
    }
    client.execute(request).await
}

fn moved_within_origin(response: &Response) -> Option<Url> {
    let next = redirect_target(response.status(), response.headers(), response.url())?;
    let has_moved = matches!(response.status().as_u16(), 301 | 302);
    (has_moved && next.origin() == response.url().origin()).then_some(next)
}

/// Returns where a response of this URL redirects to; `None` if it does not.
pub fn redirect_target(status: StatusCode, headers: &HeaderMap, url: &Url) -> Option<Url> {
    if !status.is_redirection() {
        return None;
    }
    let location = headers.get(LOCATION)?.to_str().ok()?;
    url.join(location).ok()
}

/// Resolves names by the system and drops every private address.
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let public: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| is_public(address.ip()))
                .collect();
            if public.is_empty() {
                return Err(PrivateOnly.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_followed_only_where_it_carries_nothing_elsewhere() {
        let cases = [
            (307, 1, "https://a.example/other", true),
            (308, 1, "https://a.example:443/other", true),
            (307, limits::REDIRECTS, "https://a.example/other", true),
            (307, limits::REDIRECTS + 1, "https://a.example/other", false),
            (301, 1, "https://a.example/other", false),
            (302, 1, "https://a.example/other", false),
            (303, 1, "https://a.example/other", false),
            (307, 1, "http://a.example/mcp", false),
            (307, 1, "https://a.example:444/mcp", false),
            (307, 1, "https://b.example/mcp", false),
            (307, 1, "https://a.example.b.example/mcp", false),
            (307, 1, "https://127.0.0.1/mcp", false),
            (307, 1, "file:///etc/passwd", false),
            (307, 1, "data:,x", false),
        ];
        let first: Url = "https://a.example/mcp".parse().expect("a URL");
        for (status, hops, next, expected) in cases {
            let previous = vec![first.clone(); hops];
            let status = StatusCode::from_u16(status).expect("a status");
            assert_eq!(
                is_followed(status, &previous, &next.parse().expect("a URL")),
                expected,
                "{status} to {next} after {hops}"
            );
        }
    }
}

//! The only way out over HTTP: the clients, the rule which addresses they may reach, and plain fetches.

mod address;
mod client;
mod route;

use std::error::Error;
use std::time::Duration;

use bytes::Bytes;
use url::{Host, Url};

pub(crate) use address::is_public;
pub(crate) use client::{Addresses, Redirects, client};
pub use route::WayOut;

/// What a fetch may do.
#[derive(Debug, Clone)]
pub struct FetchRules {
    /// Longest body accepted, after decompression.
    pub max_bytes: usize,
    /// Longest the whole fetch may take.
    pub timeout: Duration,
    /// Which addresses may be reached.
    pub reach: Reach,
}

/// Which addresses may be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses over `https` only.
    Public,
    /// The origin of this configured URL, wherever it is (also over plain `http`, and at a private
    /// address if its host is at one); everything else as [`Reach::Public`].
    SameHostAs(Url),
}

/// What was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The body.
    pub bytes: Bytes,
    /// `Content-Type` as it came.
    pub content_type: Option<String>,
}

/// Why nothing was fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The URL or the address behind it may not be reached.
    #[error("not fetched: {0}")]
    Refused(String),
    /// DNS, TCP, TLS or the transfer failed.
    #[error("the fetch failed: {0}")]
    Unreachable(String),
    /// Any status but success; redirects are not followed.
    #[error("the address answered with HTTP status {0}")]
    Status(u16),
    /// The body is too long.
    #[error("the answer is longer than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: usize,
    },
    /// It took too long.
    #[error("no answer within {} s", .0.as_secs())]
    Timeout(Duration),
}

/// Fetches a URL: no redirects, no cookies, no credentials, and only addresses the rules allow, checked
/// after name resolution.
pub async fn fetch(url: &Url, rules: FetchRules) -> Result<Fetched, FetchError> {
    tokio::time::timeout(rules.timeout, fetch_unhurried(url, &rules))
        .await
        .unwrap_or(Err(FetchError::Timeout(rules.timeout)))
}

async fn fetch_unhurried(url: &Url, rules: &FetchRules) -> Result<Fetched, FetchError> {
    let addresses = allowed_addresses(url, &rules.reach)
        .await
        .map_err(FetchError::Refused)?;
    let client = client(addresses, Redirects::Never).map_err(FetchError::Unreachable)?;
    let mut response = client
        .get(url.clone())
        .send()
        .await
        .map_err(|error| FetchError::Unreachable(describe(&error)))?;
    if !response.status().is_success() {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let content_type = response
        .headers()
        .get(http::header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let mut bytes = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| FetchError::Unreachable(describe(&error)))?
    {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > rules.max_bytes {
            return Err(FetchError::TooLarge {
                max_bytes: rules.max_bytes,
            });
        }
    }
    Ok(Fetched {
        bytes: bytes.into(),
        content_type,
    })
}

async fn allowed_addresses(url: &Url, reach: &Reach) -> Result<Addresses, String> {
    check_form(url)?;
    if let Reach::SameHostAs(configured) = reach
        && configured.origin() == url.origin()
    {
        return home_of(url).await;
    }
    if url.scheme() != "https" {
        return Err("only https addresses are fetched".into());
    }
    refuse_private_literal(url)?;
    Ok(Addresses::PublicOnly)
}

/// The rule for a URL the user configured: it may be at a private address, and then only because it says
/// so itself or its name leads there. Whatever is reached through it may not.
pub(crate) async fn home_of(url: &Url) -> Result<Addresses, String> {
    check_form(url)?;
    let host = match url.host() {
        Some(Host::Domain(name)) => name,
        Some(Host::Ipv4(address)) => return Ok(Addresses::home(is_public(address.into()))),
        Some(Host::Ipv6(address)) => return Ok(Addresses::home(is_public(address.into()))),
        None => return Err("the address names no host".into()),
    };
    let port = url.port_or_known_default().unwrap_or(443);
    // A name that cannot be resolved is reported by the request itself, in better words.
    let Ok(mut found) = tokio::net::lookup_host((host, port)).await else {
        return Ok(Addresses::PublicOnly);
    };
    Ok(Addresses::home(
        found.all(|address| is_public(address.ip())),
    ))
}

/// What no URL may have, wherever it leads.
fn check_form(url: &Url) -> Result<(), String> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!(
            "{}: is not a scheme this host speaks; use https:// or http://",
            url.scheme()
        ));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the address holds a user name or password; use a header instead".into());
    }
    Ok(())
}

fn refuse_private_literal(url: &Url) -> Result<(), String> {
    let public = match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        Some(Host::Domain(_)) => true,
        None => false,
    };
    if public {
        Ok(())
    } else {
        Err("the address is a private one".into())
    }
}

/// An error of the HTTP client with its causes, without the URL (which may hold secrets in its query).
pub(crate) fn describe(error: &reqwest::Error) -> String {
    let mut words = if error.is_timeout() {
        "timed out".to_owned()
    } else {
        String::new()
    };
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !words.contains(&text) {
            if !words.is_empty() {
                words.push_str(": ");
            }
            words.push_str(&text);
        }
        cause = error.source();
    }
    if words.is_empty() {
        "the request failed".into()
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn check(url: &str, configured: Option<&str>, expected: Result<Addresses, ()>) {
        let reach = configured.map_or(Reach::Public, |url| {
            Reach::SameHostAs(Url::parse(url).expect("a URL"))
        });
        let url = Url::parse(url).expect("a URL");
        let allowed = allowed_addresses(&url, &reach).await;
        assert_eq!(
            allowed.clone().map_err(|_| ()),
            expected,
            "fetching {url} for {configured:?} gave {allowed:?}"
        );
    }

    #[tokio::test]
    async fn private_addresses_are_reached_only_where_the_user_put_them() {
        let public = Ok(Addresses::PublicOnly);
        check("https://1.1.1.1/i.png", None, public).await;
        check("http://1.1.1.1/i.png", None, Err(())).await;
        for address in [
            "127.0.0.1",
            "10.0.0.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "0x7f.1",
            "2130706433",
            "169.254.169.254",
        ] {
            check(&format!("https://{address}/"), None, Err(())).await;
        }
        check(
            "http://127.0.0.1:9/i.png",
            Some("http://127.0.0.1:9/mcp"),
            Ok(Addresses::Any),
        )
        .await;
        check(
            "http://127.0.0.1:8/i.png",
            Some("http://127.0.0.1:9/mcp"),
            Err(()),
        )
        .await;
        check(
            "https://10.0.0.1/i.png",
            Some("http://127.0.0.1:9/mcp"),
            Err(()),
        )
        .await;
        check("http://1.1.1.1/i.png", Some("http://1.1.1.1/mcp"), public).await;
        check("https://user@1.1.1.1/", None, Err(())).await;
        check("ftp://1.1.1.1/", None, Err(())).await;
    }
}

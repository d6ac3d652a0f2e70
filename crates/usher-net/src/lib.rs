//! Sends all HTTP of Usher, only to addresses the rules allow.

mod address;
mod client;
mod failure;
mod limits;
mod local_addresses;
mod single;
pub mod sse;
mod streamed;
mod tls;
mod view_proxy;

use std::net::IpAddr;
use std::time::Duration;

use url::{Host, Url};
use usher_messages::Message;

use address::is_public;
pub use client::{Addresses, Redirects, client, execute_following, redirect_target};
pub use failure::describe;
pub use local_addresses::LocalAddresses;
pub use single::is_event_stream;
pub use single::{
    BodyKind, FetchError, Fetched, Reply, Request, fetch, send, send_as, status_message,
};
pub use streamed::{Streamed, stream};
pub use tls::tls_failure;
pub use view_proxy::{Destination, ViewProxy};

/// Limits of a fetch.
#[derive(Debug, Clone)]
pub struct FetchRules {
    /// Longest body accepted, after decompression.
    pub max_bytes: usize,
    /// Longest duration of the whole fetch.
    pub timeout: Duration,
    pub reach: Reach,
}

/// Which addresses may be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses over `https` only.
    Public,
    /// The origin of this configured URL, else as [`Reach::Public`].
    ///
    /// The origin may be anywhere: also over plain `http`, and at a private address if its host is at one.
    SameHostAs(Url),
    /// As [`Reach::SameHostAs`], and the addresses as private as this configured URL.
    ///
    /// If it is at a private address itself, private ones over `https`; if it is on this machine, this machine over
    /// plain `http`.
    RelatedTo(Url),
}

async fn allowed_addresses(url: &Url, reach: &Reach) -> Result<Addresses, Message> {
    check_url(url)?;
    if let Reach::SameHostAs(configured) | Reach::RelatedTo(configured) = reach
        && configured.origin() == url.origin()
    {
        return configured_addresses(url).await;
    }
    if let Reach::RelatedTo(configured) = reach
        && configured_addresses(configured).await? == Addresses::Any
        && (url.scheme() == "https" || (is_loopback_host(configured) && is_loopback_host(url)))
    {
        return Ok(Addresses::Any);
    }
    if url.scheme() != "https" {
        return Err(Message::new("net.notHttps"));
    }
    refuse_private_literal(url)?;
    Ok(Addresses::PublicOnly)
}

/// Returns which addresses a URL the user configured may have.
///
/// It may be at a private address only if it names one, or if its host resolves to nothing else: one private address
/// among public ones is what an attacker would add. Addresses reached through it may not.
pub async fn configured_addresses(url: &Url) -> Result<Addresses, Message> {
    check_url(url)?;
    let host = match url.host() {
        Some(Host::Domain(name)) => name,
        Some(Host::Ipv4(address)) => {
            return Ok(Addresses::for_configured_host(is_public(address.into())));
        }
        Some(Host::Ipv6(address)) => {
            return Ok(Addresses::for_configured_host(is_public(address.into())));
        }
        None => return Err(Message::new("net.noHost")),
    };
    let port = url.port_or_known_default().unwrap_or(443);
    // The request itself reports a name that cannot be resolved, in better words.
    let Ok(found) = tokio::net::lookup_host((host, port)).await else {
        return Ok(Addresses::PublicOnly);
    };
    Ok(of_resolved(found.map(|address| address.ip())))
}

fn of_resolved(addresses: impl Iterator<Item = IpAddr>) -> Addresses {
    let mut addresses = addresses.peekable();
    let is_unknown = addresses.peek().is_none();
    Addresses::for_configured_host(is_unknown || addresses.any(is_public))
}

/// Returns whether a URL names this machine.
fn is_loopback_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Checks what no URL may have.
fn check_url(url: &Url) -> Result<(), Message> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Message::new("net.scheme").with("scheme", url.scheme()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Message::new("net.credentials"));
    }
    Ok(())
}

fn refuse_private_literal(url: &Url) -> Result<(), Message> {
    let public = match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        Some(Host::Domain(_)) => true,
        None => false,
    };
    if public {
        Ok(())
    } else {
        Err(Message::new("net.private"))
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

    #[test]
    fn one_private_address_among_public_ones_opens_nothing() {
        for (addresses, expected) in [
            (&["10.0.0.1", "fd00::1"][..], Addresses::Any),
            (&["127.0.0.1"], Addresses::Any),
            (&["1.1.1.1", "10.0.0.1"], Addresses::PublicOnly),
            (&["10.0.0.1", "1.1.1.1"], Addresses::PublicOnly),
            (&["1.1.1.1"], Addresses::PublicOnly),
            (&[], Addresses::PublicOnly),
        ] {
            let resolved = addresses
                .iter()
                .map(|text| text.parse().expect("an address"));
            assert_eq!(of_resolved(resolved), expected, "{addresses:?}");
        }
    }

    #[tokio::test]
    async fn what_stands_beside_a_server_is_no_more_private_than_the_server() {
        let home = "http://127.0.0.1:9/mcp";
        let inside = "https://10.0.0.1/mcp";
        let cases = [
            ("http://1.1.1.1/mcp", "https://10.0.0.1/token", None),
            ("https://1.1.1.1/mcp", "http://127.0.0.1:8/token", None),
            (
                "https://1.1.1.1/mcp",
                "https://1.1.1.2/t",
                Some(Addresses::PublicOnly),
            ),
            ("https://1.1.1.1/mcp", "http://1.1.1.2/t", None),
            (inside, "https://10.0.0.2/t", Some(Addresses::Any)),
            (inside, "http://10.0.0.2/t", None),
            (inside, "http://127.0.0.1/t", None),
            (home, "http://localhost:8/t", Some(Addresses::Any)),
            (home, "http://[::1]:8/t", Some(Addresses::Any)),
            (home, "http://169.254.169.254/t", None),
            (home, "http://10.0.0.1/t", None),
            (home, "file:///etc/passwd", None),
        ];
        for (configured, url, expected) in cases {
            let reach = Reach::RelatedTo(Url::parse(configured).expect("a URL"));
            let target = Url::parse(url).expect("a URL");
            let allowed = allowed_addresses(&target, &reach).await.ok();
            assert_eq!(allowed, expected, "{url} beside {configured}");
        }
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

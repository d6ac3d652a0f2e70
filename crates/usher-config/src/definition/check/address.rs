//! Checks which endpoint addresses can be saved.
//!
//! Whether one answers is found when the server starts.

use url::{Host, Url};

use usher_types::text::visible;

/// Checks the address of an endpoint; the error is a sentence for the person.
pub fn check_url(text: &str) -> Result<Url, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(
            "The URL is empty. Give the address of the server, such as https://example.com/mcp."
                .to_owned(),
        );
    }
    let url = Url::parse(text).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => {
            format!(
                "“{}” is no full URL. Begin it with https://.",
                visible(text)
            )
        }
        other => format!("The URL cannot be read: {other}."),
    })?;
    match url.scheme() {
        "https" => {}
        "http" if is_local(&url) => {}
        "http" => {
            return Err("http:// sends everything readable over the internet, so it is allowed only on this machine and the local network. Use https://.".to_owned());
        }
        other => {
            return Err(format!(
                "“{other}:” is not a way to reach an MCP server. Use https://, or http:// on this machine."
            ));
        }
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("The URL holds a user name or password. Take it out and give it as a secret header, such as Authorization.".to_owned());
    }
    if url.fragment().is_some() {
        return Err(
            "The URL holds a part after “#”, which no server ever sees. Take it out.".to_owned(),
        );
    }
    Ok(url)
}

/// Whether a URL's host is local by its name or address.
fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback() || ip.is_private(),
        Some(Host::Ipv6(ip)) => {
            ip.is_loopback()
                || ip.is_unique_local()
                || ip
                    .to_ipv4_mapped()
                    .is_some_and(|ip| ip.is_loopback() || ip.is_private())
        }
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            // A name without a dot is looked up on the local network only.
            !name.contains('.')
                || [".localhost", ".local", ".lan", ".internal", ".home.arpa"]
                    .iter()
                    .any(|suffix| name.ends_with(suffix))
        }
        None => false,
    }
}

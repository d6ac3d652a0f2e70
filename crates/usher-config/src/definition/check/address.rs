//! Checks which endpoint addresses can be saved.
//!
//! Whether one answers is found when the server starts.

use url::{Host, Url};

use crate::definition::placeholder;
use usher_messages::Message;
use usher_types::text::visible;

/// Checks the address of an endpoint; the error is a message for the person.
pub fn check_url(text: &str) -> Result<Url, Message> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Message::new("field.url.empty"));
    }
    if let Some(placeholder) = placeholder(before_path(text)) {
        let message = Message::new("field.url.placeholder");
        return Err(message.with("placeholder", visible(&placeholder).into_owned()));
    }
    let url = Url::parse(text).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => {
            Message::new("field.url.relative").with("url", visible(text).into_owned())
        }
        other => Message::new("field.url.invalid").with("reason", other.to_string()),
    })?;
    match url.scheme() {
        "https" => {}
        "http" if is_local(&url) => {}
        "http" => {
            return Err(Message::new("field.url.insecure"));
        }
        "ws" | "wss" => {
            return Err(Message::new("field.url.webSocket"));
        }
        // `localhost:3000`: what stands before the port is read as a scheme.
        _ if is_port_first(&url) => {
            return Err(Message::new("field.url.noScheme").with("url", visible(text).into_owned()));
        }
        other => {
            return Err(Message::new("field.url.scheme").with("scheme", other));
        }
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Message::new("field.url.credentials"));
    }
    if url.fragment().is_some() {
        return Err(Message::new("field.url.fragment"));
    }
    Ok(url)
}

/// The scheme and the host, as they are written.
pub(crate) fn before_path(text: &str) -> &str {
    let start = text.find("://").map_or(0, |at| at + 3);
    let end = text[start..].find(['/', '?', '#']);
    &text[..end.map_or(text.len(), |at| at + start)]
}

/// Whether a port stands where the path of a URL begins.
fn is_port_first(url: &Url) -> bool {
    let port = url.path().split('/').next().unwrap_or_default();
    url.cannot_be_a_base() && port.parse::<u16>().is_ok()
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

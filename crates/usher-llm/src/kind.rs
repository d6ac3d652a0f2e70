//! Authenticates at a provider.

use http::{HeaderName, HeaderValue};
use url::{Host, Url};
use usher_types::model::ProviderKind;
use usher_types::secret::Secret;

/// How a key is shown; `None` if it cannot be written into a header.
pub fn credential(kind: ProviderKind, key: &Secret) -> Option<(HeaderName, HeaderValue)> {
    let (name, text) = match kind {
        ProviderKind::Anthropic => ("x-api-key", key.expose().to_owned()),
        ProviderKind::Gemini => ("x-goog-api-key", key.expose().to_owned()),
        ProviderKind::OpenAi | ProviderKind::Ollama | ProviderKind::Compatible => {
            ("authorization", format!("Bearer {}", key.expose()))
        }
    };
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some((HeaderName::from_static(name), value))
}

/// Whether what is sent there can be read on the way: a key must not be.
pub fn is_unencrypted(base: &Url) -> bool {
    base.scheme() != "https"
        && match base.host() {
            Some(Host::Domain(name)) => name != "localhost",
            Some(Host::Ipv4(address)) => !address.is_loopback(),
            Some(Host::Ipv6(address)) => !address.is_loopback(),
            None => true,
        }
}

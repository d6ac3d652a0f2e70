//! Defines the kinds of providers: wire format, default address, authentication.

use http::{HeaderName, HeaderValue};
use url::{Host, Url};
use usher_types::secret::Secret;

/// What is spoken at a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderKind {
    Anthropic,
    /// `OpenAI`'s chat completions.
    OpenAi,
    Gemini,
    Ollama,
    /// Anything that speaks as `OpenAI` does.
    Compatible,
}

impl ProviderKind {
    pub const ALL: [Self; 5] = [
        Self::Anthropic,
        Self::OpenAi,
        Self::Gemini,
        Self::Ollama,
        Self::Compatible,
    ];

    /// As the database has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::Compatible => "compatible",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Where it is unless the person says otherwise; a compatible one has to be named.
    pub fn default_base(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("https://api.anthropic.com/v1"),
            Self::OpenAi => Some("https://api.openai.com/v1"),
            Self::Gemini => Some("https://generativelanguage.googleapis.com/v1beta"),
            Self::Ollama => Some("http://localhost:11434"),
            Self::Compatible => None,
        }
    }

    /// Whether it gives nothing without a key.
    pub fn needs_key(self) -> bool {
        matches!(self, Self::Anthropic | Self::OpenAi | Self::Gemini)
    }

    /// How a key is shown; `None` if it cannot be written into a header.
    pub fn credential(self, key: &Secret) -> Option<(HeaderName, HeaderValue)> {
        let (name, text) = match self {
            Self::Anthropic => ("x-api-key", key.expose().to_owned()),
            Self::Gemini => ("x-goog-api-key", key.expose().to_owned()),
            Self::OpenAi | Self::Ollama | Self::Compatible => {
                ("authorization", format!("Bearer {}", key.expose()))
            }
        };
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some((HeaderName::from_static(name), value))
    }
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

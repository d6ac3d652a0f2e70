//! Where a proxy leads to: hosts as a content security policy names them.

use url::{Host, Url};

/// A host, or all below it, at one port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    host: String,
    covers: Covers,
    port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Covers {
    Itself,
    Subdomains,
}

impl Destination {
    /// Reads a source of a content security policy (CSP 3, 2.3.1). `None` = it names no host that a tunnel leads to.
    pub fn of_source(source: &str) -> Option<Self> {
        let (scheme, rest) = source.split_once("://")?;
        if !matches!(scheme, "https" | "wss") {
            return None;
        }
        let (covers, rest) = match rest.strip_prefix("*.") {
            Some(rest) => (Covers::Subdomains, rest),
            None => (Covers::Itself, rest),
        };
        let url = Url::parse(&format!("{scheme}://{rest}")).ok()?;
        let Some(Host::Domain(host)) = url.host() else {
            return None;
        };
        Some(Self {
            host: host.to_owned(),
            covers,
            port: url.port_or_known_default()?,
        })
    }

    /// Whether this host at this port is meant.
    pub(super) fn includes(&self, host: &str, port: u16) -> bool {
        let host = host.to_ascii_lowercase();
        let is_covered = match self.covers {
            Covers::Itself => host == self.host,
            Covers::Subdomains => host
                .strip_suffix(&self.host)
                .is_some_and(|below| below.len() > 1 && below.ends_with('.')),
        };
        is_covered && port == self.port
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_leads_to_its_host_and_port_alone() {
        let rows = [
            ("https://api.example.com", "api.example.com", 443, true),
            ("https://api.example.com", "API.example.com", 443, true),
            ("https://api.example.com/npm/", "api.example.com", 443, true),
            ("https://api.example.com", "api.example.com", 8443, false),
            ("https://api.example.com", "api.example.com.", 443, false),
            ("https://api.example.com", "x.api.example.com", 443, false),
            (
                "https://api.example.com",
                "api.example.com.evil.example",
                443,
                false,
            ),
            (
                "https://api.example.com:8443",
                "api.example.com",
                8443,
                true,
            ),
            (
                "https://api.example.com:8443",
                "api.example.com",
                443,
                false,
            ),
            ("wss://live.example.com", "live.example.com", 443, true),
            ("https://*.example.com", "a.example.com", 443, true),
            ("https://*.example.com", "a.b.example.com", 443, true),
            ("https://*.example.com", "example.com", 443, false),
            ("https://*.example.com", ".example.com", 443, false),
            ("https://*.example.com", "evilexample.com", 443, false),
        ];
        for (source, host, port, expected) in rows {
            let destination = Destination::of_source(source).unwrap();
            let includes = destination.includes(host, port);
            assert_eq!(includes, expected, "{source} and {host}:{port}");
        }
    }

    #[test]
    fn a_source_without_a_host_or_encryption_leads_nowhere() {
        for source in [
            "data:",
            "blob:",
            "*",
            "'self'",
            "http://a.example",
            "https://1.1.1.1",
        ] {
            assert_eq!(Destination::of_source(source), None, "{source}");
        }
    }
}

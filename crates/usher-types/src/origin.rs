//! Web origins (RFC 6454) that the person allows to connect over HTTP.

use url::Url;

/// Longer ones are no names of hosts (RFC 1035, section 2.3.4: 255 octets), with scheme and port.
const LONGEST: usize = 300;

/// An origin exactly as browsers send it: scheme, host, and a port that is not the usual one of the scheme.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WebOrigin(String);

impl WebOrigin {
    /// Reads what the person entered; `None` = it is no origin: something is missing, or it says more than scheme, host
    /// and port. No pattern is one, and neither is `null`, which any page can be.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let url = Url::parse(text).ok()?;
        let host = url.host_str().filter(|host| !host.is_empty())?;
        let is_plain = |character: char| {
            character.is_ascii_alphanumeric()
                || matches!(character, '.' | '-' | '_' | ':' | '[' | ']')
        };
        let says_more = !url.username().is_empty()
            || url.password().is_some()
            || url.query().is_some()
            || url.fragment().is_some()
            || !matches!(url.path(), "" | "/")
            || text.contains(['\\', '@', '?', '#', '*']);
        if says_more || text.len() > LONGEST || !host.chars().all(is_plain) {
            return None;
        }
        let port = url.port().map(|port| format!(":{port}"));
        let port = port.unwrap_or_default();
        Some(Self(format!("{}://{host}{port}", url.scheme())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port_as_browsers_send_it() {
        let long = format!("https://{}.example", "a".repeat(LONGEST));
        let cases = [
            ("https://example.com", Some("https://example.com")),
            (" https://Example.COM/ ", Some("https://example.com")),
            ("https://example.com:443", Some("https://example.com")),
            ("http://localhost:5173", Some("http://localhost:5173")),
            ("http://[::1]:80", Some("http://[::1]")),
            (
                "https://bücher.example",
                Some("https://xn--bcher-kva.example"),
            ),
            (
                "chrome-extension://abcdef",
                Some("chrome-extension://abcdef"),
            ),
            ("", None),
            ("null", None),
            ("*", None),
            ("https://*", None),
            ("https://*.example.com", None),
            ("https://", None),
            ("example.com", None),
            ("localhost:5173", None),
            ("//example.com", None),
            ("https://example.com/path", None),
            ("https://example.com?", None),
            ("https://example.com#", None),
            ("https://user@example.com", None),
            ("https://@example.com", None),
            ("https://example.com\\.evil.example", None),
            ("https://a.example, https://b.example", None),
            ("https://example.com:99999", None),
            ("file:///etc/passwd", None),
            ("data:text/html,x", None),
            (&long, None),
        ];
        for (entered, expected) in cases {
            let read = WebOrigin::parse(entered);
            let read = read.as_ref().map(WebOrigin::as_str);
            assert_eq!(read, expected, "{entered:?}");
        }
    }
}

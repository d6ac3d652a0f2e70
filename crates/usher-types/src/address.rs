//! An address a server wants the person to go to: what it really says, and whether it may be opened at
//! all (2025-11-25, client/elicitation, safe URL handling). Nothing is fetched here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use url::{Host, Url};
use usher_messages::Message;

/// Longer addresses are told apart by nobody who looks at them.
const LONG_CHARS: usize = 512;

/// An address, split so that its host can be shown apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// What stands before the host; all of it if there is no host.
    pub before: String,
    /// The host exactly as it would be reached.
    pub host: String,
    /// What follows. The three together are what would be opened.
    pub after: String,
    /// What the person should know of it.
    pub warnings: Vec<AddressWarning>,
    /// Why it cannot be opened.
    pub refused: Option<Message>,
}

/// What makes an address worth a second look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AddressWarning {
    /// Its host is written with letters of other alphabets; this is how it would look.
    Punycode {
        /// The host as a browser would show it.
        looks_like: String,
    },
    /// Its host is a number.
    IpAddress,
    /// It is not encrypted; only this machine may be reached so.
    Unencrypted,
    /// It is too long to be read.
    Long,
}

impl Address {
    /// Looks at what a server wrote.
    pub fn read(written: &str) -> Self {
        let Ok(url) = Url::parse(written.trim()) else {
            return Self {
                before: written.to_owned(),
                host: String::new(),
                after: String::new(),
                warnings: Vec::new(),
                refused: Some(Message::new("address.invalid")),
            };
        };
        let (from, to) = match url.host() {
            Some(_) => (url::Position::BeforeHost, url::Position::AfterHost),
            None => (url::Position::AfterFragment, url::Position::AfterFragment),
        };
        Self {
            before: url[..from].to_owned(),
            host: url[from..to].to_owned(),
            after: url[to..].to_owned(),
            warnings: warnings(&url),
            refused: refusal(&url),
        }
    }

    /// Returns exactly what would be opened; what the server wrote if that is no address.
    pub fn text(&self) -> String {
        [&*self.before, &*self.host, &*self.after].concat()
    }
}

fn refusal(url: &Url) -> Option<Message> {
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(url) => {}
        "http" => return Some(Message::new("address.unencrypted")),
        _ => return Some(Message::new("address.scheme")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Some(Message::new("address.userName"));
    }
    None
}

fn warnings(url: &Url) -> Vec<AddressWarning> {
    let mut warnings = Vec::new();
    match url.host() {
        Some(Host::Domain(domain)) if domain.split('.').any(|part| part.starts_with("xn--")) => {
            let (looks_like, _) = idna::domain_to_unicode(domain);
            warnings.push(AddressWarning::Punycode { looks_like });
        }
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => warnings.push(AddressWarning::IpAddress),
        Some(Host::Domain(_)) | None => {}
    }
    if url.scheme() == "http" {
        warnings.push(AddressWarning::Unencrypted);
    }
    if url.as_str().chars().count() > LONG_CHARS {
        warnings.push(AddressWarning::Long);
    }
    warnings
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(domain)) => domain == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_schemes_only_web_addresses_are_opened() {
        let scheme = Some("address.scheme");
        let invalid = Some("address.invalid");
        let rows = [
            ("https://example.com/", None),
            ("HTTPS://example.com/", None),
            (" \n https://example.com/\t", None),
            ("https:example.com", None),
            ("http://example.com/", Some("address.unencrypted")),
            ("javascript:alert(1)", scheme),
            ("JavaScript:alert(1)", scheme),
            ("java\nscript:alert(1)", scheme),
            ("\u{1}javascript:alert(1)", scheme),
            ("javascript://example.com/%0aalert(1)", scheme),
            ("vbscript:msgbox(1)", scheme),
            ("data:text/html,<script>alert(1)</script>", scheme),
            ("file:///etc/passwd", scheme),
            ("file://host.example/share/run.exe", scheme),
            ("blob:https://example.com/1", scheme),
            ("about:blank", scheme),
            ("ftp://example.com/a", scheme),
            ("smb://example.com/share", scheme),
            ("ssh://example.com", scheme),
            ("telnet://example.com", scheme),
            ("ms-msdt:/id PCWDiagnostic", scheme),
            ("ms-appinstaller:?source=https://example.com", scheme),
            ("search-ms:query=a&crumb=location:\\\\example.com", scheme),
            ("vscode://extension/install", scheme),
            ("slack://open", scheme),
            ("mailto:a@example.com", scheme),
            ("tel:+123", scheme),
            ("tauri://localhost/", scheme),
            ("ipc://localhost/rpc", scheme),
            ("mcp-app://id/view", scheme),
            ("ui://server/page", scheme),
            ("view-source:https://example.com", scheme),
            ("//example.com/", invalid),
            ("\\\\example.com\\share", invalid),
            ("/etc/passwd", invalid),
            ("example.com", invalid),
            ("https://", invalid),
            ("", invalid),
        ];
        for (written, expected) in rows {
            let refused = Address::read(written).refused;
            let refused = refused.as_ref().map(|message| message.code.as_ref());
            assert_eq!(refused, expected, "{written:?}");
        }
    }

    #[test]
    fn addresses_are_opened_only_if_the_person_can_tell_where_they_lead() {
        let no_https = Some("address.scheme");
        let open = Some("address.unencrypted");
        let named = Some("address.userName");
        let nothing = Some("address.invalid");
        let punycode = || {
            vec![AddressWarning::Punycode {
                looks_like: "аррӏе.com".into(),
            }]
        };
        let rows = [
            ("https://example.com/a?b=c#d", "example.com", vec![], None),
            ("  https://EXAMPLE.com:8443/ ", "example.com", vec![], None),
            (
                "https://xn--80ak6aa92e.com/",
                "xn--80ak6aa92e.com",
                punycode(),
                None,
            ),
            ("https://аррӏе.com/", "xn--80ak6aa92e.com", punycode(), None),
            (
                "https://192.0.2.7/",
                "192.0.2.7",
                vec![AddressWarning::IpAddress],
                None,
            ),
            (
                "https://[2001:db8::1]/",
                "[2001:db8::1]",
                vec![AddressWarning::IpAddress],
                None,
            ),
            (
                "http://localhost:3000/x",
                "localhost",
                vec![AddressWarning::Unencrypted],
                None,
            ),
            (
                "http://127.0.0.1/",
                "127.0.0.1",
                vec![AddressWarning::IpAddress, AddressWarning::Unencrypted],
                None,
            ),
            (
                "http://example.com/",
                "example.com",
                vec![AddressWarning::Unencrypted],
                open,
            ),
            (
                "http://localhost.example.com/",
                "localhost.example.com",
                vec![AddressWarning::Unencrypted],
                open,
            ),
            (
                "https://good.example@evil.example/",
                "evil.example",
                vec![],
                named,
            ),
            (
                "https://:secret@evil.example/",
                "evil.example",
                vec![],
                named,
            ),
            ("javascript:alert(1)", "", vec![], no_https),
            ("file:///etc/passwd", "", vec![], no_https),
            ("data:text/html,x", "", vec![], no_https),
            ("vscode://x/y", "x", vec![], no_https),
            ("example.com", "", vec![], nothing),
            ("", "", vec![], nothing),
        ];
        for (written, host, warnings, refused) in rows {
            let address = Address::read(written);
            assert_eq!(
                (&*address.host, &address.warnings, address.refused),
                (host, &warnings, refused.map(Message::new)),
                "{written}"
            );
        }
    }

    #[test]
    fn what_is_shown_is_what_is_opened() {
        let long = format!("https://example.com/{}", "a".repeat(4096));
        let rows = [
            ("https://exa\tmple.com/\n", "https://example.com/"),
            ("https:example.com", "https://example.com/"),
            (
                "https://example.com\\@evil.example",
                "https://example.com/@evil.example",
            ),
            (long.as_str(), long.as_str()),
        ];
        for (written, shown) in rows {
            assert_eq!(Address::read(written).text(), shown, "{written}");
        }
        assert_eq!(Address::read(&long).warnings, [AddressWarning::Long]);
    }
}

//! Authorizes requests to a server behind an address (2026-07-28, basic/authorization).
//!
//! Holds the token that goes with each request, and reads what a server says when it wants another one. How a token is
//! obtained is not decided here.

use std::sync::Arc;

use futures::future::BoxFuture;
use http::{HeaderMap, StatusCode, header};
use parking_lot::Mutex;

use usher_types::secret::Secret;

/// How many sent tokens are kept out of the log.
const MAX_SENT_TOKENS: usize = 16;

/// A server's demand for authorization when it refuses a request.
///
/// RFC 6750, section 3; RFC 9728, section 5.1. All of it is server text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Where the server describes its authorization servers.
    pub resource_metadata: Option<String>,
    /// The scopes the token needs, separated by spaces.
    pub scope: Option<String>,
    /// Why the sent token was refused: `invalid_token`, `insufficient_scope`.
    pub error: Option<String>,
    /// What the server says about it, for a person.
    pub said: Option<String>,
}

impl Challenge {
    /// Returns whether the token is valid but lacks scopes.
    pub fn wants_more(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }

    /// Reads the challenge of a response; `None` if it was not refused for want of rights.
    pub(crate) fn from_response(status: StatusCode, headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(header::WWW_AUTHENTICATE).iter().peekable();
        let is_challenge = match status {
            StatusCode::UNAUTHORIZED => true,
            StatusCode::FORBIDDEN => values.peek().is_some(),
            _ => false,
        };
        let mut challenge = Self::default();
        for text in values.filter_map(|value| value.to_str().ok()) {
            challenge.parse_header(text);
        }
        is_challenge.then_some(challenge)
    }

    /// Reads the parameters of a header, whatever their scheme.
    fn parse_header(&mut self, header: &str) {
        let mut rest = header;
        while let Some(end) = rest.find('=') {
            let (before, after) = rest.split_at(end);
            let name = before.rsplit([' ', ',', '\t']).next().unwrap_or_default();
            let (value, left) = parameter(&after[1..]);
            rest = left;
            let place = match name.to_ascii_lowercase().as_str() {
                "resource_metadata" => &mut self.resource_metadata,
                "scope" => &mut self.scope,
                "error" => &mut self.error,
                "error_description" => &mut self.said,
                _ => continue,
            };
            if !value.is_empty() {
                place.get_or_insert(value);
            }
        }
    }
}

/// Splits off a value, quoted or not.
fn parameter(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ', '\t']).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return (value, &quoted[place + 1..]),
            '\\' => value.extend(characters.next().map(|(_, character)| character)),
            character => value.push(character),
        }
    }
    (value, "")
}

/// The source of one server's access tokens.
pub trait TokenSource: Send + Sync {
    /// Returns the next request's token, renewed if that needs no person.
    fn token(&self) -> BoxFuture<'_, Option<Secret>>;

    /// Returns another token after a refusal, if that needs no person.
    ///
    /// The refused request carried `sent`.
    fn refused<'a>(
        &'a self,
        sent: Option<&'a Secret>,
        challenge: &'a Challenge,
    ) -> BoxFuture<'a, Option<Secret>>;
}

/// The access one connection has to its server; none by default.
#[derive(Clone, Default)]
pub struct Access {
    source: Option<Arc<dyn TokenSource>>,
    sent: SentTokens,
}

/// The tokens sent so far, kept out of everything that is reported.
pub(crate) type SentTokens = Arc<Mutex<Vec<Secret>>>;

impl Access {
    /// Authorizes with the tokens of this source.
    pub fn new(source: Arc<dyn TokenSource>) -> Self {
        Self {
            source: Some(source),
            sent: SentTokens::default(),
        }
    }

    pub(crate) fn sent(&self) -> SentTokens {
        self.sent.clone()
    }

    pub(crate) async fn token(&self) -> Option<Secret> {
        let token = self.source.as_ref()?.token().await?;
        Some(self.remember(token))
    }

    pub(crate) async fn refreshed_token(
        &self,
        sent: Option<&Secret>,
        challenge: &Challenge,
    ) -> Option<Secret> {
        let token = self.source.as_ref()?.refused(sent, challenge).await?;
        Some(self.remember(token))
    }

    fn remember(&self, token: Secret) -> Secret {
        let mut sent = self.sent.lock();
        if !sent.iter().any(|known| known.expose() == token.expose()) {
            if sent.len() >= MAX_SENT_TOKENS {
                sent.remove(0);
            }
            sent.push(token.clone());
        }
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_is_wanted() {
        let check = |status: u16, headers: &[&'static str], expected: Option<[&str; 4]>| {
            let mut map = HeaderMap::new();
            for text in headers {
                map.append(
                    header::WWW_AUTHENTICATE,
                    http::HeaderValue::from_static(text),
                );
            }
            let status = StatusCode::from_u16(status).expect("a status");
            let found = Challenge::from_response(status, &map);
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let expected = expected.map(|[resource_metadata, scope, error, said]| Challenge {
                resource_metadata: text(resource_metadata),
                scope: text(scope),
                error: text(error),
                said: text(said),
            });
            assert_eq!(found, expected, "{status} with {headers:?}");
        };
        check(401, &[], Some(["", "", "", ""]));
        check(403, &[], None);
        check(200, &["Bearer scope=\"a\""], None);
        check(
            401,
            &[
                "Bearer resource_metadata=\"https://h/.well-known/x?a=b\", scope=\"files:read files:write\"",
            ],
            Some([
                "https://h/.well-known/x?a=b",
                "files:read files:write",
                "",
                "",
            ]),
        );
        check(
            403,
            &["bearer error=insufficient_scope,scope=admin"],
            Some(["", "admin", "insufficient_scope", ""]),
        );
        check(
            401,
            &[
                "Basic realm=\"a, b\"",
                "Bearer error=\"invalid_token\", error_description=\"It has \\\"expired\\\"\"",
            ],
            Some(["", "", "invalid_token", "It has \"expired\""]),
        );
        check(
            401,
            &["Bearer realm=\"say \\\"scope=no\\\"\", scope=\"yes\""],
            Some(["", "yes", "", ""]),
        );
        check(
            401,
            &["Bearer scope=\"never closed"],
            Some(["", "never closed", "", ""]),
        );
        check(401, &["Bearer scope="], Some(["", "", "", ""]));
    }
}

//! Access to a server behind an address: the token that goes with each request, and what a server says when it wants
//! another one (2026-07-28, basic/authorization). How a token is come by is not decided here.

use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use http::{HeaderMap, StatusCode, header};

use crate::lock::lock;
use usher_types::secret::Secret;

/// Tokens that are still kept out of the log after others took their place.
const MAX_SENT_TOKENS: usize = 16;

/// What a server says when it refuses a request for want of rights (RFC 6750, section 3; RFC 9728, section 5.1).
/// All of it is server text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Where the server describes who gives out its tokens.
    pub resource_metadata: Option<String>,
    /// What the token has to allow, separated by spaces.
    pub scope: Option<String>,
    /// Why the token that was sent does not do: `invalid_token`, `insufficient_scope`.
    pub error: Option<String>,
}

impl Challenge {
    /// The token is good, but does not allow enough.
    pub fn wants_more(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }

    /// What a response demands; `None` if it is not for want of rights that the request was refused.
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

    /// Takes the parameters out of a header, whichever scheme they are said to belong to.
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
                _ => continue,
            };
            if !value.is_empty() {
                place.get_or_insert(value);
            }
        }
    }
}

/// A value, quoted or not, and what comes after it.
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

/// Where the access tokens of one server come from.
pub trait TokenSource: Send + Sync {
    /// The token for the next request; renewed before, if that needs nobody.
    fn token(&self) -> BoxFuture<'_, Option<Secret>>;

    /// The server refused a request that carried `sent`. Another token, if there is one that needs nobody.
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

/// The tokens that were sent so far, to be kept out of everything that is reported.
pub(crate) type SentTokens = Arc<Mutex<Vec<Secret>>>;

impl Access {
    /// Access by the tokens of this source.
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
        let mut sent = lock(&self.sent);
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
        let check = |status: u16, headers: &[&'static str], expected: Option<[&str; 3]>| {
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
            let expected = expected.map(|[resource_metadata, scope, error]| Challenge {
                resource_metadata: text(resource_metadata),
                scope: text(scope),
                error: text(error),
            });
            assert_eq!(found, expected, "{status} with {headers:?}");
        };
        check(401, &[], Some(["", "", ""]));
        check(403, &[], None);
        check(200, &["Bearer scope=\"a\""], None);
        check(
            401,
            &[
                "Bearer resource_metadata=\"https://h/.well-known/x?a=b\", scope=\"files:read files:write\"",
            ],
            Some(["https://h/.well-known/x?a=b", "files:read files:write", ""]),
        );
        check(
            403,
            &["bearer error=insufficient_scope,scope=admin"],
            Some(["", "admin", "insufficient_scope"]),
        );
        check(
            401,
            &["Basic realm=\"a, b\"", "Bearer error=\"invalid_token\""],
            Some(["", "", "invalid_token"]),
        );
        check(
            401,
            &["Bearer realm=\"say \\\"scope=no\\\"\", scope=\"yes\""],
            Some(["", "yes", ""]),
        );
        check(
            401,
            &["Bearer scope=\"never closed"],
            Some(["", "never closed", ""]),
        );
        check(401, &["Bearer scope="], Some(["", "", ""]));
    }
}

//! Reads the sign-in metadata of servers: where it is, and what to request.
//!
//! Nothing is fetched here.

use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use usher_mcp::Challenge;

use super::SignInError;
use crate::limits;
use usher_types::address::Address;

/// A server's description of itself (RFC 9728, section 2).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct ResourceMetadata {
    pub(super) resource: Option<String>,
    pub(super) authorization_servers: Vec<String>,
    pub(super) scopes_supported: Vec<String>,
}

/// An authorization server's description of itself (RFC 8414, section 2; `OpenID` Connect Discovery 1.0, section 3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct ServerMetadata {
    pub(super) issuer: String,
    pub(super) authorization_endpoint: Option<Url>,
    pub(super) token_endpoint: Option<Url>,
    pub(super) registration_endpoint: Option<Url>,
    pub(super) revocation_endpoint: Option<Url>,
    pub(super) scopes_supported: Vec<String>,
    pub(super) code_challenge_methods_supported: Vec<String>,
    pub(super) token_endpoint_auth_methods_supported: Option<Vec<String>>,
    pub(super) authorization_response_iss_parameter_supported: bool,
    pub(super) client_id_metadata_document_supported: bool,
}

/// How a sign-in would go: everything a person may want to see before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The server's configured address.
    pub server: Url,
    /// What the token will be for, exactly as the server writes it; `None` for servers older than 2025-06-18.
    pub resource: Option<String>,
    /// Who gives out the token, exactly as it writes itself. Server text.
    pub issuer: String,
    /// The page the browser is sent to.
    pub authorize: Url,
    /// Where tokens are fetched.
    pub token: Url,
    /// Where apps are registered.
    pub register: Option<Url>,
    /// Where tokens are given back.
    pub revoke: Option<Url>,
    /// What is asked for; nothing leaves it to the authorization server. Server text.
    pub scopes: Vec<String>,
    /// Whether it accepts client ID metadata documents.
    pub takes_documents: bool,
    pub(super) auth_methods: Option<Vec<String>>,
    pub(super) announces_issuer: bool,
}

impl Plan {
    /// What the person is shown of it, as it is recorded.
    pub fn shown(&self) -> Value {
        json!({
            "server": self.server,
            "issuer": self.issuer,
            "page": self.authorize,
            "tokensFrom": self.token,
            "for": self.resource,
            "rights": self.scopes,
        })
    }
}

impl Plan {
    /// The page the person would be sent to, taken apart.
    pub fn page(&self) -> Address {
        Address::read(self.authorize.as_str())
    }

    /// Whether it needs a client ID from the person.
    pub fn needs_client(&self) -> bool {
        self.register.is_none()
    }
}

/// Where a server may describe itself, best first (RFC 9728, section 3.1).
pub(super) fn resource_metadata_urls(server: &Url, challenge: &Challenge) -> Vec<Url> {
    let told = challenge.resource_metadata.as_deref();
    let told = told.and_then(|place| server.join(place).ok());
    let known = |path: &str| well_known(server, &format!("oauth-protected-resource{path}"));
    let path = server.path().trim_end_matches('/');
    let mut places: Vec<Url> = told.into_iter().collect();
    for place in [known(path), known("")] {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Who may give out tokens for a server, in its own order: which is used is for the client to choose (RFC 9728,
/// section 7.6), and the first that can be used is. One that names none is its own.
pub(super) fn issuers(server: &Url, described: &ResourceMetadata) -> Vec<String> {
    let mut issuers: Vec<String> = Vec::new();
    for issuer in &described.authorization_servers {
        if issuers.len() < limits::ISSUERS && !issuers.contains(issuer) {
            issuers.push(issuer.clone());
        }
    }
    if issuers.is_empty() {
        issuers.push(server.origin().ascii_serialization());
    }
    issuers
}

/// Lists metadata URLs, best first (2026-07-28, basic/authorization, metadata discovery).
pub(super) fn issuer_metadata_urls(issuer: &Url) -> Vec<Url> {
    let path = issuer.path().trim_end_matches('/');
    let mut places = vec![
        well_known(issuer, &format!("oauth-authorization-server{path}")),
        well_known(issuer, &format!("openid-configuration{path}")),
    ];
    if !path.is_empty() {
        places.push(at(
            issuer,
            &format!("{path}/.well-known/openid-configuration"),
        ));
    }
    places
}

fn well_known(base: &Url, what: &str) -> Url {
    at(base, &format!("/.well-known/{what}"))
}

fn at(base: &Url, path: &str) -> Url {
    let mut place = base.clone();
    place.set_query(None);
    place.set_fragment(None);
    place.set_path(path);
    place
}

/// Whether a token for this resource is one for the server: the same origin, and the server's path lies within it
/// (RFC 9728, section 3.3).
pub(super) fn covers(resource: &str, server: &Url) -> bool {
    let Ok(resource) = Url::parse(resource) else {
        return false;
    };
    let within = |path: &str| format!("{}/", path.trim_end_matches('/'));
    resource.origin() == server.origin()
        && within(server.path()).starts_with(&within(resource.path()))
}

/// What to ask for: what the refused request needs, else all there is (2026-07-28, basic/authorization, scope
/// selection); never less than what was given before. `offline_access` comes along where it is known.
pub(super) fn scopes(
    challenge: &Challenge,
    resource: &ResourceMetadata,
    given: &[String],
    server: &ServerMetadata,
) -> Vec<String> {
    let mut scopes: Vec<String> = given.to_vec();
    match &challenge.scope {
        Some(wanted) => scopes.extend(wanted.split_whitespace().map(str::to_owned)),
        None => scopes.extend(resource.scopes_supported.iter().cloned()),
    }
    let offline = "offline_access".to_owned();
    if !scopes.is_empty() && server.scopes_supported.contains(&offline) {
        scopes.push(offline);
    }
    let mut seen = Vec::new();
    scopes.retain(|scope| {
        let new = !seen.contains(scope);
        seen.push(scope.clone());
        new
    });
    scopes
}

/// Whether two texts name one authorization server.
///
/// They are compared as text: two spellings of one address may be two servers (RFC 8414, section 3.3). An origin without a
/// path is the same with and without the slash (RFC 3986, section 6.2.3), and libraries add and drop it.
fn is_same_issuer(one: &str, other: &str) -> bool {
    let origin = |issuer: &str| {
        let bare = issuer.strip_suffix('/').unwrap_or(issuer);
        let (_, host) = bare.split_once("://")?;
        (!host.is_empty() && !host.contains(['/', '?', '#'])).then(|| bare.to_owned())
    };
    one == other || origin(one).is_some_and(|one| Some(one) == origin(other))
}

/// Holds the description of an authorization server against who was asked.
pub(super) fn check(metadata: &ServerMetadata, issuer: &str) -> Result<(), SignInError> {
    if !is_same_issuer(&metadata.issuer, issuer) {
        return Err(SignInError::OtherIssuer {
            expected: issuer.to_owned(),
            said: metadata.issuer.clone(),
        });
    }
    let methods = &metadata.code_challenge_methods_supported;
    if !methods.iter().any(|method| method == "S256") {
        return Err(SignInError::NoPkce(issuer.to_owned()));
    }
    Ok(())
}

/// Parameters of the authorization request that are Usher's alone (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC
/// 8707, section 2).
const OWN_PARAMETERS: [&str; 11] = [
    // Those of a request object count in place of all others (RFC 9101, section 6.3).
    "request",
    "request_uri",
    "response_mode",
    "response_type",
    "client_id",
    "redirect_uri",
    "state",
    "scope",
    "code_challenge",
    "code_challenge_method",
    "resource",
];

/// Refuses a page whose address presets what Usher sends: none of it may be there twice (RFC 6749, section 3.1), and it is
/// the page that chooses between two values.
pub(super) fn check_page(page: &Url, issuer: &str) -> Result<(), SignInError> {
    let preset = page
        .query_pairs()
        .find_map(|(name, _)| OWN_PARAMETERS.into_iter().find(|own| *own == name));
    match preset {
        None => Ok(()),
        Some(parameter) => Err(SignInError::Presets {
            issuer: issuer.to_owned(),
            parameter,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_presets_nothing_that_usher_sends() {
        let cases = [
            ("https://a/authorize", None),
            ("https://a/authorize?tenant=1&audience=b&prompt=login", None),
            ("https://a/authorize?clientid=me&State=1", None),
            (
                "https://a/authorize?tenant=1&client_id=evil",
                Some("client_id"),
            ),
            (
                "https://a/authorize?redirect%5Furi=https://evil.example",
                Some("redirect_uri"),
            ),
            ("https://a/authorize?state", Some("state")),
            ("https://a/authorize?scope=all", Some("scope")),
            (
                "https://a/authorize?code_challenge=x",
                Some("code_challenge"),
            ),
            (
                "https://a/authorize?code_challenge_method=plain",
                Some("code_challenge_method"),
            ),
            (
                "https://a/authorize?response_type=token",
                Some("response_type"),
            ),
            ("https://a/authorize?resource=https://b", Some("resource")),
        ];
        for (page, expected) in cases {
            let found = check_page(&url(page), "https://a").err();
            let expected = expected.map(|parameter| SignInError::Presets {
                issuer: "https://a".to_owned(),
                parameter,
            });
            assert_eq!(found, expected, "{page}");
        }
    }

    fn url(text: &str) -> Url {
        text.parse().expect("a URL")
    }

    fn texts(urls: Vec<Url>) -> Vec<String> {
        urls.into_iter().map(String::from).collect()
    }

    #[test]
    fn descriptions_are_looked_for_in_order() {
        let challenge = |place: Option<&str>| Challenge {
            resource_metadata: place.map(str::to_owned),
            ..Challenge::default()
        };
        let known = "https://h/.well-known/oauth-protected-resource";
        let path = format!("{known}/a/mcp");
        let cases = [
            ("https://h/a/mcp?x=1", None, vec![path.as_str(), known]),
            ("https://h/a/mcp/", None, vec![path.as_str(), known]),
            ("https://h", None, vec![known]),
            (
                "https://h/a/mcp",
                Some("https://o/x?y"),
                vec!["https://o/x?y", &path, known],
            ),
            (
                "https://h/a/mcp",
                Some("/m"),
                vec!["https://h/m", &path, known],
            ),
            ("https://h", Some(known), vec![known]),
        ];
        for (server, told, expected) in cases {
            let found = texts(resource_metadata_urls(&url(server), &challenge(told)));
            assert_eq!(found, expected, "{server} with {told:?}");
        }
        let cases = [
            (
                "https://a",
                vec![
                    "https://a/.well-known/oauth-authorization-server",
                    "https://a/.well-known/openid-configuration",
                ],
            ),
            (
                "https://a/t/1/",
                vec![
                    "https://a/.well-known/oauth-authorization-server/t/1",
                    "https://a/.well-known/openid-configuration/t/1",
                    "https://a/t/1/.well-known/openid-configuration",
                ],
            ),
        ];
        for (issuer, expected) in cases {
            assert_eq!(
                texts(issuer_metadata_urls(&url(issuer))),
                expected,
                "{issuer}"
            );
        }
    }

    #[test]
    fn a_token_is_for_the_server_or_for_what_holds_it() {
        let cases = [
            ("https://h/mcp", true),
            ("https://h/mcp/", true),
            ("https://h", true),
            ("https://h:443/", true),
            ("https://h/mc", false),
            ("https://h/mcp/deeper", false),
            ("http://h/mcp", false),
            ("https://other/mcp", false),
            ("https://h:8443/mcp", false),
            ("mcp", false),
        ];
        for (resource, expected) in cases {
            assert_eq!(
                covers(resource, &url("https://h/mcp")),
                expected,
                "{resource}"
            );
        }
    }

    #[test]
    fn what_is_asked_for_follows_the_refusal() {
        let check = |wanted: Option<&str>, all: &str, given: &str, server: &str, expected: &str| {
            let list = |text: &str| text.split_whitespace().map(str::to_owned).collect();
            let challenge = Challenge {
                scope: wanted.map(str::to_owned),
                ..Challenge::default()
            };
            let resource = ResourceMetadata {
                scopes_supported: list(all),
                ..ResourceMetadata::default()
            };
            let metadata = ServerMetadata {
                scopes_supported: list(server),
                ..ServerMetadata::default()
            };
            let given: Vec<String> = list(given);
            let found = scopes(&challenge, &resource, &given, &metadata).join(" ");
            assert_eq!(
                found, expected,
                "{wanted:?} of {all:?}, given {given:?}, {server:?}"
            );
        };
        check(Some("a b"), "a b c", "", "", "a b");
        check(None, "a b c", "", "", "a b c");
        check(None, "", "", "x y", "");
        check(None, "", "", "offline_access", "");
        check(Some("b"), "", "a", "", "a b");
        check(Some("a b a"), "", "b", "", "b a");
        check(Some("a"), "", "", "a offline_access", "a offline_access");
        check(
            Some("offline_access"),
            "",
            "",
            "offline_access",
            "offline_access",
        );
    }

    #[test]
    fn a_description_has_to_be_of_who_was_asked() {
        let metadata = |issuer: &str, methods: &[&str]| ServerMetadata {
            issuer: issuer.into(),
            code_challenge_methods_supported: methods.iter().map(|&text| text.into()).collect(),
            ..ServerMetadata::default()
        };
        let asked = "https://a/t";
        let other = |said: &str| SignInError::OtherIssuer {
            expected: asked.into(),
            said: said.into(),
        };
        let no_pkce = SignInError::NoPkce(asked.into());
        let cases = [
            (metadata(asked, &["plain", "S256"]), Ok(())),
            (metadata(asked, &["plain"]), Err(no_pkce.clone())),
            (metadata(asked, &[]), Err(no_pkce)),
            (
                metadata("https://a/t/", &["S256"]),
                Err(other("https://a/t/")),
            ),
            (
                metadata("https://A/t", &["S256"]),
                Err(other("https://A/t")),
            ),
            (metadata("", &["S256"]), Err(other(""))),
        ];
        for (metadata, expected) in cases {
            assert_eq!(check(&metadata, asked), expected, "{metadata:?}");
        }
    }

    #[test]
    fn the_slash_of_a_bare_origin_makes_no_other_issuer() {
        let cases = [
            ("https://a", "https://a", true),
            ("https://a", "https://a/", true),
            ("https://a:8/", "https://a:8", true),
            ("https://a/t", "https://a/t/", false),
            ("https://a", "https://a//", false),
            ("https://a", "https://A/", false),
            ("https://a", "https://a:443/", false),
            ("https://a", "http://a/", false),
            ("https://a", "https://b/", false),
            ("https://a?x", "https://a?x/", false),
            ("", "/", false),
            ("https://", "https:///", false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(is_same_issuer(one, other), expected, "{one} and {other}");
            assert_eq!(is_same_issuer(other, one), expected, "{other} and {one}");
        }
    }
}

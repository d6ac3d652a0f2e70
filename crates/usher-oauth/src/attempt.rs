//! Runs one sign-in: page, redirect, and exchange of the code for tokens.
//!
//! OAuth 2.1, section 4.1; PKCE, RFC 7636.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use super::SignInError;
use super::callback::{Answer, Listener};
use super::error_response::{quoted, shown};
use super::grant::Grant;
use super::metadata::Plan;
use super::register::{self, Client, OAuthClient};
use super::token::{TokenEndpoint, TokenError};
use crate::limits;
use usher_messages::{Language, Message};
use usher_system::clock::Clock;
use usher_types::address::Address;

/// A sign-in that waits for the browser. Dropping it gives it up.
pub struct Attempt {
    plan: Plan,
    client: Client,
    listener: Listener,
    state: String,
    verifier: String,
    url: Url,
    language: Language,
}

/// Registers as a client and starts waiting for the browser. Opens nothing.
///
/// The pages that the browser shows at the end are in `language`.
pub async fn begin(
    plan: Plan,
    applicant: &OAuthClient,
    language: Language,
) -> Result<Attempt, SignInError> {
    let broken = |error: std::io::Error| SignInError::NoListener(error.to_string());
    let listener = Listener::bind().await.map_err(broken)?;
    let redirect = listener.redirect();
    let client = register::client(&plan, applicant, &redirect).await?;
    let state = random().map_err(broken)?;
    let verifier = random().map_err(broken)?;
    let url = page(&plan, &client, &redirect, &state, &verifier);
    if let Some(refused) = Address::read(url.as_str()).refused {
        return Err(SignInError::NotOpenable(refused));
    }
    Ok(Attempt {
        plan,
        client,
        listener,
        state,
        verifier,
        url,
        language,
    })
}

impl Attempt {
    /// The page to be opened in the browser.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Who the person signs in with. Server text.
    pub fn issuer(&self) -> &str {
        &self.plan.issuer
    }

    /// What the person was shown before the page was opened.
    pub fn shown(&self) -> Value {
        self.plan.shown()
    }

    /// Waits for the browser and fetches the tokens.
    pub async fn finish(self, clock: &Clock) -> Result<Grant, SignInError> {
        let redirect = self.listener.redirect();
        let wait = self.listener.answer(&self.state, self.language);
        let answer = tokio::time::timeout(limits::BROWSER_WAIT, wait)
            .await
            .map_err(|_| SignInError::TooLate)?
            .map_err(|error| SignInError::NoListener(error.to_string()))?;
        let code = authorization_code(&self.plan, answer)?;
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", &redirect),
            ("code_verifier", &self.verifier),
        ];
        if let Some(resource) = &self.plan.resource {
            fields.push(("resource", resource));
        }
        let endpoint = TokenEndpoint {
            server: &self.plan.server,
            endpoint: &self.plan.token,
            client: &self.client,
        };
        match endpoint.exchange(&fields).await {
            Ok(tokens) => Ok(Grant::new(self.plan, self.client, tokens, clock.now_ms())),
            Err(TokenError::Refused(reason) | TokenError::OtherScope(reason)) => {
                Err(SignInError::NoToken {
                    issuer: self.plan.issuer,
                    reason,
                })
            }
            Err(TokenError::Unreachable(error)) => Err(error),
        }
    }
}

/// The page with everything it has to know.
fn page(plan: &Plan, client: &Client, redirect: &str, state: &str, verifier: &str) -> Url {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    let mut url = plan.authorize.clone();
    {
        let mut query = url.query_pairs_mut();
        query.append_pair("response_type", "code");
        query.append_pair("client_id", &client.id);
        query.append_pair("redirect_uri", redirect);
        query.append_pair("code_challenge", &challenge);
        query.append_pair("code_challenge_method", "S256");
        query.append_pair("state", state);
        if let Some(resource) = &plan.resource {
            query.append_pair("resource", resource);
        }
        if !plan.scopes.is_empty() {
            query.append_pair("scope", &plan.scopes.join(" "));
        }
        let asks_itself = plan
            .authorize
            .query_pairs()
            .any(|(name, _)| name == "prompt");
        if !asks_itself && plan.scopes.iter().any(|scope| scope == "offline_access") {
            // Without it, that scope is ignored (OpenID Connect Core 1.0, section 11).
            query.append_pair("prompt", "consent");
        }
    }
    url
}

/// The code, if the answer is from who was asked. That comes first: of an answer from elsewhere nothing is used, not
/// even what it says went wrong (RFC 9207, section 2.4).
fn authorization_code(plan: &Plan, answer: Answer) -> Result<String, SignInError> {
    let from_there = match &answer.issuer {
        Some(issuer) => *issuer == plan.issuer,
        None => !plan.announces_issuer,
    };
    if !from_there {
        return Err(SignInError::WrongIssuer);
    }
    match (answer.code, answer.error.as_deref()) {
        (_, Some("access_denied")) => Err(SignInError::Denied),
        (_, Some(code)) => Err(SignInError::Refused {
            issuer: plan.issuer.clone(),
            reason: quoted(&shown(code)),
        }),
        (Some(code), None) => Ok(code),
        (None, None) => Err(SignInError::Refused {
            issuer: plan.issuer.clone(),
            reason: Message::new("oauth.noCode"),
        }),
    }
}

/// Generates 256 random bits as text.
fn random() -> std::io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(announces_issuer: bool) -> Plan {
        let url = |text: &str| text.parse().expect("a URL");
        Plan {
            server: url("https://h/mcp"),
            resource: Some("https://h/mcp".into()),
            issuer: "https://a".into(),
            authorize: url("https://a/authorize?tenant=1"),
            token: url("https://a/token"),
            register: None,
            revoke: None,
            scopes: vec!["read".into(), "offline_access".into()],
            takes_documents: false,
            auth_methods: None,
            announces_issuer,
        }
    }

    #[test]
    fn an_answer_counts_only_if_it_is_from_who_was_asked() {
        let wrong = || Err(SignInError::WrongIssuer);
        let code = || Ok("c".to_owned());
        let cases = [
            (true, Some("https://a"), code()),
            (true, None, wrong()),
            (true, Some("https://b"), wrong()),
            (true, Some("https://a/"), wrong()),
            (true, Some("https://a//"), wrong()),
            (true, Some("https://A"), wrong()),
            (true, Some("https://a:443"), wrong()),
            (false, Some("https://a"), code()),
            (false, None, code()),
            (false, Some("https://b"), wrong()),
            (false, Some("https://a/"), wrong()),
            (false, Some("https://a/t"), wrong()),
        ];
        for (announces, issuer, expected) in cases {
            let answer = |error: Option<&str>| Answer {
                code: Some("c".into()),
                error: error.map(str::to_owned),
                issuer: issuer.map(str::to_owned),
            };
            assert_eq!(
                authorization_code(&plan(announces), answer(None)),
                expected,
                "{issuer:?}, announced: {announces}"
            );
            let denied = expected.and(Err(SignInError::Denied));
            assert_eq!(
                authorization_code(&plan(announces), answer(Some("access_denied"))),
                denied,
                "denied by {issuer:?}, announced: {announces}"
            );
        }
    }

    #[test]
    fn the_page_is_told_everything() {
        let client = Client {
            id: "me".into(),
            secret: None,
            auth: register::ClientAuth::Nothing,
        };
        // The verifier and its challenge are those of RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let url = page(
            &plan(false),
            &client,
            "http://127.0.0.1:9/callback",
            "s",
            verifier,
        );
        assert_eq!(
            url.as_str(),
            "https://a/authorize?tenant=1&response_type=code&client_id=me\
             &redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
             &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256\
             &state=s&resource=https%3A%2F%2Fh%2Fmcp&scope=read+offline_access&prompt=consent"
        );
    }
}

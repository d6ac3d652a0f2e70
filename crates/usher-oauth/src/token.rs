//! Requests tokens at the token endpoint (RFC 6749, sections 3.2, 5).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use serde_json::Value;
use url::{Url, form_urlencoded};
use usher_mcp::Redactor;
use usher_messages::Message;
use usher_net::Request;
use usher_types::secret::Secret;

use super::SignInError;
use super::discover::ask;
use super::error_response::{error_of, quoted, refusal, shown};
use super::register::{Client, ClientAuth};

/// Tokens as they come.
#[derive(Deserialize)]
pub(super) struct Tokens {
    pub(super) access_token: Secret,
    token_type: String,
    /// A number; some servers write it as text.
    expires_in: Option<Value>,
    pub(super) refresh_token: Option<Secret>,
    pub(super) scope: Option<String>,
}

impl Tokens {
    /// What is wrong with the tokens. They are kept out of everything that is shown, so a token that could be a word
    /// of a server's text would hide that word.
    fn fault(&self) -> Option<Message> {
        let too_short = |code| Message::new(code).with("count", MIN_TOKEN_CHARS);
        let is_access_token =
            is_bearer_token(self.access_token.expose()) && is_long(&self.access_token);
        if !is_access_token {
            return Some(too_short("oauth.accessToken"));
        }
        let is_refresh_token = self.refresh_token.as_ref().is_none_or(|token| {
            is_long(token)
                && token
                    .expose()
                    .bytes()
                    .all(|byte| matches!(byte, 0x20..=0x7e))
        });
        (!is_refresh_token).then(|| too_short("oauth.refreshToken"))
    }

    /// When the access token ceases to be good, if that is known.
    pub(super) fn expires_at(&self, now_ms: i64) -> Option<i64> {
        let seconds = match self.expires_in.as_ref()? {
            Value::String(text) => text.parse().ok()?,
            number => number.as_i64()?,
        };
        Some(now_ms.saturating_add(seconds.saturating_mul(1000)))
    }
}

/// Fields of a form that nobody else may learn.
const SECRET_FIELDS: [&str; 4] = ["code", "code_verifier", "refresh_token", "token"];

/// Whether a status says nothing about what was asked.
fn is_outage(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..)
}

/// Shorter tokens could be guessed, and are refused.
const MIN_TOKEN_CHARS: usize = 16;

fn is_long(token: &Secret) -> bool {
    token.expose().len() >= MIN_TOKEN_CHARS
}

/// Whether this is a `b64token` (RFC 6750, section 2.1).
fn is_bearer_token(token: &str) -> bool {
    let letters = token.trim_end_matches('=');
    !letters.is_empty()
        && letters
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

/// Why no tokens came.
#[derive(Debug)]
pub(super) enum TokenError {
    /// The endpoint refused; why, as a part of a sentence.
    Refused(Message),
    /// As [`Self::Refused`], for the scope that was asked for (RFC 6749, section 5.2).
    OtherScope(Message),
    /// It could not be asked, or is in trouble; nothing is known.
    Unreachable(SignInError),
}

/// Where a form goes, and as whom.
pub(super) struct TokenEndpoint<'a> {
    pub(super) server: &'a Url,
    pub(super) endpoint: &'a Url,
    pub(super) client: &'a Client,
}

impl TokenEndpoint<'_> {
    /// Hands in a form and takes the tokens.
    pub(super) async fn exchange(&self, fields: &[(&str, &str)]) -> Result<Tokens, TokenError> {
        let reply = ask(self.server, self.request(fields))
            .await
            .map_err(TokenError::Unreachable)?;
        let bytes = &reply.fetched.bytes;
        let sent = self.secrets(fields);
        if is_outage(reply.status) {
            return Err(TokenError::Unreachable(SignInError::Unreachable {
                place: super::discover::origin_text(self.endpoint),
                reason: usher_net::status_message(reply.status),
            }));
        }
        if !(200..300).contains(&reply.status) {
            let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
            let reason = refusal(&reply, &sent);
            return Err(match body["error"].as_str() {
                Some("invalid_scope") => TokenError::OtherScope(reason),
                _ => TokenError::Refused(reason),
            });
        }
        let tokens: Tokens = serde_json::from_slice(bytes).map_err(|_| {
            // Some servers refuse with status 200.
            let said = error_of(bytes, &sent);
            TokenError::Refused(
                said.map_or(Message::new("oauth.noTokenFound"), |said| quoted(&said)),
            )
        })?;
        if let Some(fault) = tokens.fault() {
            return Err(TokenError::Refused(fault));
        }
        if tokens.token_type.eq_ignore_ascii_case("bearer") {
            return Ok(tokens);
        }
        let kind = shown(&sent.text(&tokens.token_type));
        Err(TokenError::Refused(
            Message::new("oauth.tokenType").with("type", kind),
        ))
    }

    /// Posts a form whose answer is empty (RFC 7009, section 2.2).
    pub(super) async fn revoke(&self, fields: &[(&str, &str)]) -> Result<(), SignInError> {
        let reply = ask(self.server, self.request(fields)).await?;
        if (200..300).contains(&reply.status) {
            return Ok(());
        }
        Err(SignInError::Unreachable {
            place: super::discover::origin_text(self.endpoint),
            reason: refusal(&reply, &self.secrets(fields)),
        })
    }

    /// The secrets among what is sent.
    fn secrets(&self, fields: &[(&str, &str)]) -> Redactor {
        let fields = fields
            .iter()
            .filter(|(name, _)| SECRET_FIELDS.contains(name))
            .map(|(_, value)| Secret::new(*value));
        let secrets: Vec<Secret> = fields.chain(self.client.secret.clone()).collect();
        Redactor::new(&secrets)
    }

    fn request(&self, fields: &[(&str, &str)]) -> Request {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields);
        // Beside HTTP Basic too: servers on the Python SDK look for it here only. It is no proof (RFC 6749, section 3.2.1).
        form.append_pair("client_id", &self.client.id);
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(header::CONTENT_TYPE, kind);
        let secret = self.client.secret.as_ref();
        match (self.client.auth, secret) {
            (ClientAuth::Basic, Some(secret)) => headers.extend(basic(&self.client.id, secret)),
            (ClientAuth::Post, Some(secret)) => {
                form.append_pair("client_secret", secret.expose());
            }
            _ => {}
        }
        Request {
            url: self.endpoint.clone(),
            headers,
            body: Some(Secret::new(form.finish())),
        }
    }
}

/// Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1).
fn basic(id: &str, secret: &Secret) -> Option<(http::HeaderName, HeaderValue)> {
    let encoded =
        |text: &str| -> String { form_urlencoded::byte_serialize(text.as_bytes()).collect() };
    let pair = format!("{}:{}", encoded(id), encoded(secret.expose()));
    let mut value = HeaderValue::from_str(&format!("Basic {}", STANDARD.encode(pair))).ok()?;
    value.set_sensitive(true);
    Some((header::AUTHORIZATION, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_always_names_itself_and_proves_itself_in_one_way_only() {
        let check = |auth, secret: Option<&str>, header: Option<&str>, body: &str| {
            let server: Url = "https://h/mcp".parse().expect("a URL");
            let client = Client {
                id: "a b".into(),
                secret: secret.map(Secret::new),
                auth,
            };
            let endpoint = TokenEndpoint {
                server: &server,
                endpoint: &server,
                client: &client,
            };
            let request = endpoint.request(&[("code", "c&d")]);
            let sent = request.headers.get(header::AUTHORIZATION);
            let sent = sent.map(|value| value.to_str().expect("text"));
            assert_eq!(sent, header, "the header for {auth:?}");
            let form = request.body.as_ref().map(Secret::expose);
            assert_eq!(form, Some(body), "the form for {auth:?}");
        };
        let both = "code=c%26d&client_id=a+b";
        check(ClientAuth::Nothing, None, None, both);
        check(
            ClientAuth::Basic,
            Some("s:t"),
            Some("Basic YStiOnMlM0F0"),
            both,
        );
        check(ClientAuth::Basic, None, None, both);
        check(
            ClientAuth::Post,
            Some("s:t"),
            None,
            &format!("{both}&client_secret=s%3At"),
        );
    }

    #[test]
    fn words_of_a_server_are_no_tokens() {
        let check = |access: &str, refresh: Option<&str>, is_good: bool| {
            let tokens: Tokens = serde_json::from_value(serde_json::json!({
                "access_token": access, "token_type": "Bearer", "refresh_token": refresh,
            }))
            .expect("tokens");
            let fault = tokens.fault();
            assert_eq!(fault.is_none(), is_good, "{access} {refresh:?}: {fault:?}");
        };
        let good = "abcdEFGH0123-._~+/==";
        check(good, None, true);
        check(good, Some("a refresh token of 27 chars"), true);
        check("", None, false);
        check("e", None, false);
        check("destructiveHint", None, false);
        check("Deletes all files at once", None, false);
        check("================", None, false);
        check(good, Some("short"), false);
        check(good, Some("a refresh\ntoken of two lines"), false);
    }

    #[test]
    fn an_access_token_ends_when_it_says() {
        let cases = [
            (serde_json::json!(60), Some(61_000)),
            (serde_json::json!("60"), Some(61_000)),
            (serde_json::json!(i64::MAX), Some(i64::MAX)),
            (serde_json::json!("soon"), None),
            (Value::Null, None),
        ];
        for (expires_in, expected) in cases {
            let tokens: Tokens = serde_json::from_value(serde_json::json!({
                "access_token": "t", "token_type": "Bearer", "expires_in": expires_in,
            }))
            .expect("tokens");
            assert_eq!(tokens.expires_at(1000), expected, "{expires_in}");
        }
    }

    #[test]
    fn a_refusal_is_shown_in_its_own_words() {
        let cases = [
            (r#"{"error":"invalid_grant"}"#, Some("invalid_grant")),
            (
                r#"{"error":"invalid_scope","error_description":"no such"}"#,
                Some("invalid_scope (no such)"),
            ),
            (r#"{"error":5}"#, None),
            ("<html>", None),
        ];
        for (body, expected) in cases {
            let said = error_of(body.as_bytes(), &Redactor::default());
            assert_eq!(said.as_deref(), expected, "{body}");
        }
    }

    #[test]
    fn a_refusal_that_repeats_what_it_was_sent_is_shown_without_it() {
        let server: Url = "https://h/mcp".parse().expect("a URL");
        let client = Client {
            id: "client-id-1".into(),
            secret: Some(Secret::new("client-secret-1")),
            auth: ClientAuth::Post,
        };
        let endpoint = TokenEndpoint {
            server: &server,
            endpoint: &server,
            client: &client,
        };
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", "the-code-1"),
            ("code_verifier", "the-verifier-1"),
            ("refresh_token", "the-refresh-token-1"),
            ("token", "the-access-token-1"),
            ("resource", "https://h/mcp"),
        ];
        let sent = endpoint.request(&fields);
        let sent = sent.body.as_ref().map(Secret::expose).expect("a form");
        let long = "x".repeat(190);
        for (said, expected) in [
            (
                sent.replace("%3A", ":").replace("%2F", "/"),
                "bad (grant_type=authorization_code&code=•••&code_verifier=•••&refresh_token=•••&token=•••&resource=https://h/mcp&client_id=client-id-1&client_secret=•••)".to_owned(),
            ),
            (
                format!("{long}client-secret-1"),
                format!("bad ({long}•••)"),
            ),
        ] {
            let body = serde_json::json!({"error": "bad", "error_description": said}).to_string();
            let shown = error_of(body.as_bytes(), &endpoint.secrets(&fields));
            assert_eq!(shown.as_deref(), Some(expected.as_str()), "of {said}");
        }
    }
}

//! Holds the tokens of a sign-in, and renews them. Stored as one secret.

use serde::{Deserialize, Serialize};
use url::Url;
use usher_types::id::SecretRef;
use usher_types::secret::Secret;
use usher_types::signed_in::SignedIn;

use super::SignInError;
use super::metadata::Plan;
use super::register::{Client, ClientAuth};
use super::token::{TokenEndpoint, TokenError, Tokens};

/// The access to one server that one authorization server gave.
#[derive(Clone)]
pub struct Grant {
    /// The server's address it was given for.
    pub server: Url,
    /// What the tokens are for, exactly as the server writes it.
    pub resource: Option<String>,
    /// Who gave it, exactly as it writes itself.
    pub issuer: String,
    /// What was asked for, then and before.
    pub asked: Vec<String>,
    pub scopes: Vec<String>,
    pub(super) access: Secret,
    /// When the access token ceases to be good, Unix ms.
    pub(super) expires_at: Option<i64>,
    pub(super) refresh: Option<Secret>,
    endpoint: Url,
    revoke: Option<Url>,
    client: Client,
}

/// Why tokens were not renewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenewError {
    /// They cannot be: a person has to sign in.
    Ended,
    Unavailable(SignInError),
}

/// As it is kept. It exists only on its way into a [`Secret`] and out of one.
#[derive(Serialize, Deserialize)]
struct StoredGrant {
    server: Url,
    resource: Option<String>,
    issuer: String,
    asked: Vec<String>,
    scopes: Vec<String>,
    access: String,
    expires_at: Option<i64>,
    refresh: Option<String>,
    endpoint: Url,
    #[serde(default)]
    revoke: Option<Url>,
    client_id: String,
    client_secret: Option<String>,
    #[serde(rename = "proof")]
    auth: ClientAuth,
}

impl Grant {
    pub(super) fn new(plan: Plan, client: Client, tokens: Tokens, now_ms: i64) -> Self {
        Self {
            expires_at: tokens.expires_at(now_ms),
            scopes: scopes_of(&tokens, &plan.scopes),
            server: plan.server,
            resource: plan.resource,
            issuer: plan.issuer,
            asked: plan.scopes,
            access: tokens.access_token,
            refresh: tokens.refresh_token,
            endpoint: plan.token,
            revoke: plan.revoke,
            client,
        }
    }

    /// New tokens for the same access (RFC 6749, section 6).
    pub async fn renewed(&self, now_ms: i64) -> Result<Self, RenewError> {
        let Some(refresh) = &self.refresh else {
            return Err(RenewError::Ended);
        };
        let scope = self.scopes.join(" ");
        let mut fields = vec![
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh.expose()),
        ];
        if let Some(resource) = &self.resource {
            fields.push(("resource", resource));
        }
        let endpoint = TokenEndpoint {
            server: &self.server,
            endpoint: &self.endpoint,
            client: &self.client,
        };
        // Without it, some servers give a token for another scope than was granted.
        if !scope.is_empty() {
            fields.push(("scope", &scope));
        }
        let mut exchanged = endpoint.exchange(&fields).await;
        if let Err(TokenError::OtherScope(_)) = exchanged
            && fields.pop_if(|(name, _)| *name == "scope").is_some()
        {
            exchanged = endpoint.exchange(&fields).await;
        }
        let tokens = match exchanged {
            Ok(tokens) => tokens,
            Err(TokenError::Refused(reason) | TokenError::OtherScope(reason)) => {
                tracing::info!(%reason, "a sign-in has ended");
                return Err(RenewError::Ended);
            }
            Err(TokenError::Unreachable(error)) => return Err(RenewError::Unavailable(error)),
        };
        Ok(Self {
            expires_at: tokens.expires_at(now_ms),
            scopes: scopes_of(&tokens, &self.scopes),
            access: tokens.access_token,
            // One that is not replaced stays good.
            refresh: tokens.refresh_token.or_else(|| self.refresh.clone()),
            ..self.clone()
        })
    }

    /// Revokes the tokens at the authorization server (RFC 7009). Without an endpoint for that they expire by themselves.
    pub async fn revoke(&self) -> Result<(), SignInError> {
        let Some(place) = &self.revoke else {
            return Ok(());
        };
        let endpoint = TokenEndpoint {
            server: &self.server,
            endpoint: place,
            client: &self.client,
        };
        // The refresh token first: with it, most servers take the access tokens it led to.
        let refresh = self.refresh.as_ref().map(|token| ("refresh_token", token));
        let mut given = Ok(());
        for (kind, token) in refresh.into_iter().chain([("access_token", &self.access)]) {
            let taken = endpoint
                .revoke(&[("token", token.expose()), ("token_type_hint", kind)])
                .await;
            // One that was not taken keeps no other from being given back.
            given = given.and(taken);
        }
        given
    }

    /// The whole of it as one secret.
    pub fn to_secret(&self) -> Option<Secret> {
        let kept = StoredGrant {
            server: self.server.clone(),
            resource: self.resource.clone(),
            issuer: self.issuer.clone(),
            asked: self.asked.clone(),
            scopes: self.scopes.clone(),
            access: self.access.expose().to_owned(),
            expires_at: self.expires_at,
            refresh: self.refresh.as_ref().map(|token| token.expose().to_owned()),
            endpoint: self.endpoint.clone(),
            revoke: self.revoke.clone(),
            client_id: self.client.id.clone(),
            client_secret: self
                .client
                .secret
                .as_ref()
                .map(|secret| secret.expose().to_owned()),
            auth: self.client.auth,
        };
        serde_json::to_string(&kept).ok().map(Secret::new)
    }

    /// Reads what [`Grant::to_secret`] wrote.
    pub fn from_secret(secret: &Secret) -> Option<Self> {
        let kept: StoredGrant = serde_json::from_str(secret.expose()).ok()?;
        Some(Self {
            server: kept.server,
            resource: kept.resource,
            issuer: kept.issuer,
            asked: kept.asked,
            scopes: kept.scopes,
            access: Secret::new(kept.access),
            expires_at: kept.expires_at,
            refresh: kept.refresh.map(Secret::new),
            endpoint: kept.endpoint,
            revoke: kept.revoke,
            client: Client {
                id: kept.client_id,
                secret: kept.client_secret.map(Secret::new),
                auth: kept.auth,
            },
        })
    }
}

/// A missing scope means the requested one (RFC 6749, section 5.1).
fn scopes_of(tokens: &Tokens, asked: &[String]) -> Vec<String> {
    match &tokens.scope {
        Some(scope) => scope.split_whitespace().map(str::to_owned).collect(),
        None => asked.to_vec(),
    }
}

impl Grant {
    /// Describes the sign-in for the database, its tokens being kept under `secret`.
    pub fn signed_in(&self, secret: SecretRef, signed_in_at: i64) -> SignedIn {
        SignedIn {
            issuer: self.issuer.clone(),
            resource: self.resource.clone(),
            asked: self.asked.clone(),
            scopes: self.scopes.clone(),
            signed_in_at,
            secret,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers each form with the next of these; returns the forms.
    async fn serve(listener: TcpListener, answers: &[(&str, serde_json::Value)]) -> Vec<String> {
        let mut forms = Vec::new();
        for (status, answer) in answers {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let mut request = String::new();
            while !request.contains("client_id=") {
                let mut part = [0; 4096];
                let read = stream.read(&mut part).await.expect("a request");
                request.push_str(&String::from_utf8_lossy(&part[..read]));
            }
            let body = answer.to_string();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let answered = stream.write_all((head + &body).as_bytes()).await;
            answered.expect("the answer is taken");
            let (_, form) = request.split_once("\r\n\r\n").unwrap_or_default();
            forms.push(form.to_owned());
        }
        forms
    }

    #[tokio::test]
    async fn what_was_granted_is_asked_for_again() {
        let tokens =
            json!({"access_token": "abcdefghijklmnop", "token_type": "Bearer", "expires_in": 60});
        let refused = json!({"error": "invalid_scope"});
        let with = "grant_type=refresh_token&refresh_token=r&scope=read+offline_access&client_id=c";
        let without = "grant_type=refresh_token&refresh_token=r&client_id=c";
        let granted = vec!["read", "offline_access"];
        let cases = [
            (
                granted.clone(),
                vec![("200 OK", tokens.clone())],
                vec![with],
            ),
            (Vec::new(), vec![("200 OK", tokens.clone())], vec![without]),
            (
                granted,
                vec![("400 Bad Request", refused), ("200 OK", tokens)],
                vec![with, without],
            ),
        ];
        for (scopes, answers, expected) in cases {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let base = format!("http://{}", listener.local_addr().expect("an address"));
            let kept = json!({
                "server": format!("{base}/mcp"), "resource": null, "issuer": base, "asked": [],
                "scopes": scopes, "access": "a", "expires_at": null, "refresh": "r",
                "endpoint": format!("{base}/token"), "client_id": "c", "client_secret": null,
                "proof": ClientAuth::Nothing,
            });
            let grant = Grant::from_secret(&Secret::new(kept.to_string())).expect("a grant");
            let (forms, renewed) = tokio::join!(serve(listener, &answers), grant.renewed(0));
            let renewed = renewed.map(|grant| (grant.scopes, grant.expires_at));
            let scopes = scopes.into_iter().map(str::to_owned).collect();
            assert_eq!(
                (forms, renewed),
                (
                    expected.iter().map(|form| (*form).to_owned()).collect(),
                    Ok((scopes, Some(60_000)))
                )
            );
        }
    }
}

//! Chooses the client to sign in as: registered, self-described or dynamically registered.
//!
//! In this order (2026-07-28, basic/authorization/client-registration).

use http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;
use url::Url;
use usher_mcp::Redactor;
use usher_messages::Message;
use usher_net::Request;
use usher_types::secret::Secret;

use super::SignInError;
use super::discover::ask;
use super::error_response::refusal;
use super::metadata::Plan;

/// An app the person has registered with an authorization server.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "SignInClient")]
pub struct KnownClient {
    /// The client ID it got there.
    pub id: String,
    /// The client secret, if it got one.
    pub secret: Option<Secret>,
}

/// Who wants to sign in.
#[derive(Clone)]
pub struct OAuthClient {
    /// How the app is called.
    pub name: String,
    /// Where the app describes itself (OAuth Client ID Metadata Document).
    pub document: Option<Url>,
    /// What the person registered.
    pub known: Option<KnownClient>,
}

/// How a client authenticates at the token endpoint (RFC 6749, section 2.3; `OpenID` Connect Core 1.0, section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ClientAuth {
    #[serde(rename = "none")]
    Nothing,
    #[serde(rename = "client_secret_basic")]
    Basic,
    #[serde(rename = "client_secret_post")]
    Post,
}

/// A client an authorization server takes.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) id: String,
    pub(super) secret: Option<Secret>,
    pub(super) auth: ClientAuth,
}

#[derive(Deserialize)]
struct Registered {
    client_id: String,
    client_secret: Option<Secret>,
    token_endpoint_auth_method: Option<String>,
}

/// Registers a client with this redirect URI.
pub(super) async fn client(
    plan: &Plan,
    applicant: &OAuthClient,
    redirect: &str,
) -> Result<Client, SignInError> {
    let methods = plan.auth_methods.as_deref();
    if let Some(known) = &applicant.known {
        return Ok(Client {
            id: known.id.clone(),
            secret: known.secret.clone(),
            auth: auth(None, known.secret.is_some(), methods),
        });
    }
    if let (true, Some(document)) = (plan.takes_documents, &applicant.document) {
        return Ok(Client {
            id: document.to_string(),
            secret: None,
            auth: ClientAuth::Nothing,
        });
    }
    let Some(register) = &plan.register else {
        return Err(SignInError::NeedsClient(plan.issuer.clone()));
    };
    registered(plan, applicant, register, redirect).await
}

/// Registers anew: a redirect to a port of this moment belongs to one registration (RFC 7591).
async fn registered(
    plan: &Plan,
    applicant: &OAuthClient,
    register: &Url,
    redirect: &str,
) -> Result<Client, SignInError> {
    let methods = plan.auth_methods.as_deref();
    let mut wanted = json!({
        "client_name": applicant.name,
        "redirect_uris": [redirect],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": wanted_auth(methods),
        "application_type": "native",
    });
    if !plan.scopes.is_empty() {
        wanted["scope"] = plan.scopes.join(" ").into();
    }
    let mut headers = HeaderMap::new();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::ACCEPT, json.clone());
    headers.insert(header::CONTENT_TYPE, json);
    let request = Request {
        url: register.clone(),
        headers,
        body: Some(Secret::new(wanted.to_string())),
    };
    let reply = ask(&plan.server, request).await?;
    let refused = |reason: Message| SignInError::NotRegistered {
        issuer: plan.issuer.clone(),
        reason,
    };
    if !(200..300).contains(&reply.status) {
        return Err(refused(refusal(&reply, &Redactor::default())));
    }
    let registered: Registered = serde_json::from_slice(&reply.fetched.bytes)
        .map_err(|_| refused(Message::new("oauth.invalidResponse")))?;
    let told = registered.token_endpoint_auth_method.as_deref();
    Ok(Client {
        auth: auth(told, registered.client_secret.is_some(), methods),
        id: registered.client_id,
        secret: registered.client_secret,
    })
}

/// What a client on a person's machine asks for: no secret, unless it has to have one.
fn wanted_auth(methods: Option<&[String]>) -> ClientAuth {
    let Some(methods) = methods else {
        return ClientAuth::Nothing;
    };
    let takes = |method: &str| methods.iter().any(|offered| offered == method);
    if takes("none") {
        ClientAuth::Nothing
    } else if takes("client_secret_basic") || !takes("client_secret_post") {
        ClientAuth::Basic
    } else {
        ClientAuth::Post
    }
}

/// Chooses the authentication method: as registered, else as the server supports.
fn auth(told: Option<&str>, has_secret: bool, methods: Option<&[String]>) -> ClientAuth {
    if !has_secret {
        return ClientAuth::Nothing;
    }
    match told {
        Some("client_secret_basic") => return ClientAuth::Basic,
        Some("client_secret_post") => return ClientAuth::Post,
        Some("none") => return ClientAuth::Nothing,
        _ => {}
    }
    let takes = |method: &str| {
        methods.is_some_and(|methods| methods.iter().any(|offered| offered == method))
    };
    // What is not said is `client_secret_basic` (RFC 8414, section 2).
    if takes("client_secret_post") && !takes("client_secret_basic") {
        ClientAuth::Post
    } else {
        ClientAuth::Basic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_proves_itself_as_it_was_told() {
        // The wish, what proves it, what the server told, whether there is a secret, and the methods there are.
        let cases = r"
            Nothing | Basic | - | yes | -
            Nothing | Nothing | - | no | -
            Basic | Basic | client_secret_basic | yes | client_secret_basic
            Post | Post | client_secret_post | yes | client_secret_post
            Post | Post | - | yes | client_secret_post
            Nothing | Nothing | none | no | none
            Nothing | Basic | - | yes | client_secret_post client_secret_basic none
            Basic | Basic | private_key_jwt | yes | private_key_jwt
        ";
        for [wished, proven, told, has_secret, methods] in usher_cases::rows(cases) {
            let told = (told != "-").then_some(&*told);
            let methods: Vec<String> = methods.split(' ').map(str::to_owned).collect();
            let methods = (methods != ["-"]).then_some(&*methods);
            let wanted = format!("{:?}", wanted_auth(methods));
            assert_eq!(wanted, wished, "wished for with {methods:?}");
            assert_eq!(
                format!("{:?}", auth(told, has_secret == "yes", methods)),
                proven,
                "told {told:?} with {methods:?}"
            );
        }
    }
}

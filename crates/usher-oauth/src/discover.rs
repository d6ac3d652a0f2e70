//! Fetches the metadata of the server, then of its authorization server. `metadata` reads it.

use http::{HeaderMap, HeaderValue, header};
use serde::de::DeserializeOwned;
use url::Url;
use usher_mcp::Challenge;
use usher_net::{FetchError, FetchRules, Reach, Reply, Request};

use super::SignInError;
use super::metadata::{self, Plan, ResourceMetadata, ServerMetadata};
use crate::limits;

/// Finds how to sign in to a server that refused a request; `given` is what was asked for before.
pub async fn discover(
    server: &Url,
    challenge: &Challenge,
    given: &[String],
) -> Result<Plan, SignInError> {
    let mut described: Option<ResourceMetadata> = None;
    for place in metadata::resource_metadata_urls(server, challenge) {
        described = description(server, &place).await?;
        if described.is_some() {
            break;
        }
    }
    let Some(described) = described else {
        return discover_legacy(server, challenge, given).await;
    };
    let resource = described.resource.clone();
    let resource = resource.unwrap_or_else(|| server.to_string());
    if !metadata::covers(&resource, server) {
        return Err(SignInError::OtherResource { said: resource });
    }
    let mut wrong = None;
    for issuer in metadata::issuers(server, &described) {
        let tried = async {
            let found = server_metadata(server, &issuer).await?;
            let found = found.ok_or(SignInError::NoMetadata {
                issuer: issuer.clone(),
            })?;
            let scopes = metadata::scopes(challenge, &described, given, &found);
            plan(server, Some(resource.clone()), &issuer, &found, scopes)
        };
        match tried.await {
            Ok(plan) => return Ok(plan),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    Err(wrong.unwrap_or(SignInError::NoMetadata { issuer: resource }))
}

/// Falls back to the server as its own authorization server (2025-03-26, basic/authorization): with a description as
/// such, or at the usual places.
async fn discover_legacy(
    server: &Url,
    challenge: &Challenge,
    given: &[String],
) -> Result<Plan, SignInError> {
    let issuer = server.origin().ascii_serialization();
    let found = server_metadata(server, &issuer).await?;
    let found = found.unwrap_or_else(|| {
        let usual = |path: &str| server.join(path).ok();
        ServerMetadata {
            issuer: issuer.clone(),
            authorization_endpoint: usual("/authorize"),
            token_endpoint: usual("/token"),
            registration_endpoint: usual("/register"),
            code_challenge_methods_supported: vec!["S256".into()],
            ..ServerMetadata::default()
        }
    });
    let nothing = ResourceMetadata::default();
    let scopes = metadata::scopes(challenge, &nothing, given, &found);
    plan(server, None, &issuer, &found, scopes)
}

fn plan(
    server: &Url,
    resource: Option<String>,
    issuer: &str,
    found: &ServerMetadata,
    scopes: Vec<String>,
) -> Result<Plan, SignInError> {
    metadata::check(found, issuer)?;
    let (Some(authorize), Some(token)) = (&found.authorization_endpoint, &found.token_endpoint)
    else {
        return Err(SignInError::NoMetadata {
            issuer: issuer.to_owned(),
        });
    };
    metadata::check_page(authorize, issuer)?;
    Ok(Plan {
        server: server.clone(),
        resource,
        issuer: found.issuer.clone(),
        authorize: authorize.clone(),
        token: token.clone(),
        register: found.registration_endpoint.clone(),
        revoke: found.revocation_endpoint.clone(),
        scopes,
        takes_documents: found.client_id_metadata_document_supported,
        auth_methods: found.token_endpoint_auth_methods_supported.clone(),
        announces_issuer: found.authorization_response_iss_parameter_supported,
    })
}

async fn server_metadata(
    server: &Url,
    issuer: &str,
) -> Result<Option<ServerMetadata>, SignInError> {
    let Ok(base) = Url::parse(issuer) else {
        return Ok(None);
    };
    for place in metadata::issuer_metadata_urls(&base) {
        let found = description(server, &place).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The description at a place; `None` if there is none. One that cannot be fetched just now is not none: a server in
/// trouble must not be taken for one of another kind.
async fn description<T: DeserializeOwned>(
    server: &Url,
    place: &Url,
) -> Result<Option<T>, SignInError> {
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let request = Request {
        url: place.clone(),
        headers,
        body: None,
    };
    let reply = ask(server, request).await?;
    if reply.status >= 500 {
        return Err(SignInError::Unreachable {
            place: origin_text(place),
            reason: usher_net::status_message(reply.status),
        });
    }
    if reply.status != 200 {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&reply.fetched.bytes).ok())
}

/// Asks something on the way to a token of `server`.
pub(super) async fn ask(server: &Url, request: Request) -> Result<Reply, SignInError> {
    let place = origin_text(&request.url);
    let rules = FetchRules {
        max_bytes: limits::SIGN_IN_REPLY_BYTES,
        timeout: limits::SIGN_IN_REPLY_WAIT,
        reach: Reach::RelatedTo(server.clone()),
    };
    let answered = usher_net::send(request, rules).await;
    answered.map_err(|error: FetchError| SignInError::Unreachable {
        place,
        reason: error.message(),
    })
}

/// How a place is called in a sentence.
pub(super) fn origin_text(url: &Url) -> String {
    url.origin().ascii_serialization()
}

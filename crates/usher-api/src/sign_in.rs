//! Signing in to servers behind addresses: what the person looks at first, and what they decide.

use crate::approval::Address;
use crate::server::SignedIn;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_oauth as core;
use usher_types::id::ServerId;

/// Where the person would sign in, and for what. Nothing of it has been opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SignInPlan {
    /// The authorization page, without the parameters of this sign-in.
    pub page: Address,
    /// Who gives the access, as it writes itself. Server text.
    pub issuer: String,
    /// The token endpoint's host, if it differs from the page's.
    pub token_host: Option<String>,
    /// What is asked for; none = the authorization server decides. Server text.
    pub scopes: Vec<String>,
    /// It takes only apps it knows: the person has to say as which one Usher comes.
    pub needs_client: bool,
}

/// Opens the page that was looked at, and waits for the browser.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenSignInParams {
    pub server_id: ServerId,
    /// As which app, where the person has registered one.
    pub client: Option<core::KnownClient>,
}

impl From<core::Plan> for SignInPlan {
    fn from(plan: core::Plan) -> Self {
        let token_host = plan.token.host_str().map(str::to_owned);
        Self {
            page: plan.page(),
            token_host: token_host.filter(|host| Some(host.as_str()) != plan.authorize.host_str()),
            needs_client: plan.needs_client(),
            issuer: plan.issuer,
            scopes: plan.scopes,
        }
    }
}

impl From<usher_types::signed_in::SignedIn> for SignedIn {
    fn from(signed_in: usher_types::signed_in::SignedIn) -> Self {
        Self {
            issuer: signed_in.issuer,
            scopes: signed_in.scopes,
            signed_in_at: signed_in.signed_in_at,
        }
    }
}

//! Sign-ins.

use usher_oauth as core;

use crate::server::SignedIn;
use crate::sign_in::{SignInClient, SignInPlan};

impl From<core::Plan> for SignInPlan {
    fn from(plan: core::Plan) -> Self {
        let token_host = plan.token.host_str().map(str::to_owned);
        Self {
            page: plan.page().into(),
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

impl From<SignInClient> for core::KnownClient {
    fn from(client: SignInClient) -> Self {
        Self {
            id: client.id,
            secret: client.secret.map(|secret| secret.0),
        }
    }
}

//! The access to one server: what the person gave, and what the server wants beside it.

use url::Url;
use usher_config::definition::Transport;
use usher_mcp::Challenge;
use usher_oauth::{Grant, Plan};
use usher_types::signed_in::SignedIn;

/// What is known of the access to one server.
#[derive(Default)]
pub(super) struct AccessState {
    /// That the person has signed in.
    pub(super) signed_in: Option<SignedIn>,
    /// What that gave, once it was needed in this run.
    pub(super) grant: Option<Grant>,
    /// What the person was shown last; only that may be opened.
    pub(super) plan: Option<Plan>,
    /// What the server last wanted.
    pub(super) wanted: Option<WantedAccess>,
}

/// What a server wanted, and at which address it was.
///
/// A challenge names who gives out tokens: for another address it must not be heard.
#[derive(Clone)]
pub(super) struct WantedAccess {
    pub(super) server: Url,
    pub(super) challenge: Challenge,
}

impl AccessState {
    /// What was last wanted at this address.
    pub(super) fn wanted_at(&self, server: &Url) -> Option<&Challenge> {
        let wanted = self.wanted.as_ref()?;
        (wanted.server == *server).then_some(&wanted.challenge)
    }
}

/// What tokens are for (RFC 8707). A query with a credential in it is not told to the authorization server.
pub(super) fn resource(transport: &Transport) -> Option<Url> {
    let (
        Transport::Http {
            mut url, inputs, ..
        },
        _,
    ) = transport.without_credentials()
    else {
        return None;
    };
    if !inputs.is_empty() {
        url.set_query(None);
    }
    Some(url)
}

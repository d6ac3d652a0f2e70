//! Reads resources for a client, and follows their changes.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_core::calls::RunningRequest;
use usher_core::clients::SourceOffer;
use usher_core::servers::Follower;
use usher_types::client::{ClientStatus, KnownClient, Offering};
use usher_types::id::{ServerId, SourceId};

use crate::adapt;
use crate::context::masked;
use crate::forwarded_request::ForwardedRequest;
use crate::frame::Fault;
use crate::index::Index;
use crate::limits;
use crate::request::{Request, fault, no_resource};
use crate::revision::Era;
use crate::session::Session;

impl Session {
    pub(crate) async fn read_resource(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let uri = request.text("uri")?;
        let index = self.gateway.index.now().await;
        let (offer, server) = self
            .owner(&index, &uri)
            .ok_or_else(|| no_resource(&uri, request.era))?;
        let forwarded = ForwardedRequest {
            source: offer.source.clone(),
            name: uri.clone(),
            arguments: Map::new(),
        };
        let (gateway, era) = (Arc::clone(&self.gateway), request.era);
        let source = offer.source.clone();
        let secrets = gateway.secrets_of(&source);
        let answer = |running: Arc<RunningRequest>| async move {
            gateway.until_settled(&source).await;
            let resources = gateway.host.resources();
            let read = resources.read_raw(&server, &uri, &running).await;
            let own_info = gateway.own_info();
            let read = read
                .map(|read| {
                    let read = adapt::result(read, era, &own_info);
                    adapt::cacheable(read, era, &own_info, 0)
                })
                .map_err(|error| fault(error, era));
            masked(&secrets, read).await
        };
        self.forward(request, forwarded, cancelled, answer).await
    }

    /// The server that a URI leads to: the first that lists it, else the first with a tool whose app it is (MCP Apps need
    /// not be listed), else the first with a template it fits, else the only one there is.
    pub(crate) fn owner<'a>(
        &self,
        index: &'a Index,
        uri: &str,
    ) -> Option<(&'a Arc<SourceOffer>, ServerId)> {
        let client = self.client();
        let shown = index
            .sources
            .iter()
            .filter(|offer| shows_resources(&client, &offer.source));
        let servers: Vec<_> = shown
            .filter_map(|offer| Some((offer, offer.server.clone()?)))
            .collect();
        let offers = self.gateway.index.offers();
        let lists = |(offer, _): &&(&Arc<SourceOffer>, ServerId)| offers.lists_resource(offer, uri);
        let fits = |(offer, _): &&(&Arc<SourceOffer>, ServerId)| {
            offer
                .templates
                .iter()
                .any(|template| fits(&template.name, uri))
        };
        let found = servers
            .iter()
            .find(lists)
            .or_else(|| servers.iter().find(|(offer, _)| draws_with(offer, uri)))
            .or_else(|| servers.iter().find(fits));
        let only = || match servers.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        found
            .or_else(only)
            .map(|(offer, server)| (*offer, server.clone()))
    }

    /// Whether the client may see resources of a server now.
    pub(crate) fn may_read(&self, server: &ServerId) -> bool {
        shows_resources(&self.client(), &server.into())
    }

    /// As [`Self::owner`]; waits for servers that are starting if none is known to have it.
    async fn owner_once_listed(&self, uri: &str) -> Option<(SourceId, ServerId)> {
        let index = self.gateway.index.now().await;
        let owned = |(offer, server): (&Arc<SourceOffer>, ServerId)| (offer.source.clone(), server);
        if let Some(owner) = self.owner(&index, uri) {
            return Some(owned(owner));
        }
        let settled = async {
            for offer in &index.sources {
                self.gateway.until_settled(&offer.source).await;
            }
        };
        // One that takes longer is not waited for.
        let _ = tokio::time::timeout(limits::START_WITHIN, settled).await;
        let index = self.gateway.index.now().await;
        self.owner(&index, uri).map(owned)
    }

    /// Answers `resources/subscribe`.
    pub(crate) async fn subscribe(&self, request: &Request) -> Result<Value, Fault> {
        let uri = request.text("uri")?;
        self.follow(&uri, self.follower, request.era).await?;
        Ok(json!({}))
    }

    /// Answers `resources/unsubscribe`.
    pub(crate) async fn unsubscribe(&self, request: &Request) -> Result<Value, Fault> {
        let uri = request.text("uri")?;
        let resources = self.gateway.host.resources();
        for (server, followed) in resources.followed_by(self.follower) {
            if followed == uri {
                // Updates of a server that refuses are ignored.
                let _ = resources.unfollow(&server, &uri, self.follower).await;
            }
        }
        Ok(json!({}))
    }

    /// Follows a resource, and returns whose it is.
    pub(crate) async fn follow(
        &self,
        uri: &str,
        follower: Follower,
        era: Era,
    ) -> Result<ServerId, Fault> {
        let (source, server) = self
            .owner_once_listed(uri)
            .await
            .ok_or_else(|| no_resource(uri, era))?;
        self.gateway.until_settled(&source).await;
        let followed = self.gateway.host.resources();
        let followed = followed.follow(&server, uri, follower).await;
        followed.map_err(|error| fault(error, era))?;
        Ok(server)
    }

    /// Whether this connection follows a resource.
    pub(crate) fn follows(&self, server: &ServerId, uri: &str) -> bool {
        let resources = self.gateway.host.resources();
        resources.follows(server, uri, self.follower)
    }

    /// Ends all that this connection follows.
    pub(crate) async fn end_following(&self) {
        self.gateway
            .host
            .resources()
            .unfollow_all(self.follower)
            .await;
    }
}

/// Whether this is the page of an app that draws results of a tool (MCP Apps, 2026-01-26; the second name is older).
fn draws_with(offer: &SourceOffer, uri: &str) -> bool {
    offer.tools.iter().any(|tool| {
        let meta = &tool.definition["_meta"];
        meta["ui"]["resourceUri"] == uri || meta["ui/resourceUri"] == uri
    })
}

/// Whether a client may see resources and templates of a server.
pub(crate) fn shows_resources(client: &KnownClient, source: &SourceId) -> bool {
    client.status == ClientStatus::Allowed
        && client.profile.resources == Offering::Offered
        && client.profile.shows(source)
}

/// Whether a URI may come from a URI template: it holds the fixed parts in their order.
fn fits(template: &str, uri: &str) -> bool {
    let mut rest = uri;
    let mut is_first = true;
    for part in template.split('{') {
        let fixed = if is_first {
            part
        } else {
            part.split_once('}').map_or("", |(_, fixed)| fixed)
        };
        if is_first {
            match rest.strip_prefix(fixed) {
                Some(after) => rest = after,
                None => return false,
            }
        } else if !fixed.is_empty() {
            match rest.find(fixed) {
                Some(at) => rest = &rest[at + fixed.len()..],
                None => return false,
            }
        }
        is_first = false;
    }
    template.contains('{') || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_fit_the_templates_they_may_come_from() {
        let cases = [
            ("demo://notes/{id}", "demo://notes/7", true),
            ("demo://notes/{id}", "demo://mail/7", false),
            ("demo://notes/{id}/text", "demo://notes/7/text", true),
            ("demo://notes/{id}/text", "demo://notes/7", false),
            ("file:///{+path}", "file:///a/b", true),
            ("demo://notes", "demo://notes", true),
            ("demo://notes", "demo://notes/7", false),
        ];
        for (template, uri, expected) in cases {
            assert_eq!(fits(template, uri), expected, "{uri} and {template}");
        }
    }
}

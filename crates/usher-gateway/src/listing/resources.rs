//! Reads resources for a client, and follows their changes.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_calls::calls::Subject;
use usher_core::clients::SourceOffer;
use usher_jsonrpc::Fault;
use usher_servers::servers::Follower;
use usher_types::client::{ClientStatus, KnownClient, Offering};
use usher_types::id::{ServerId, SourceId};

use crate::calls::client_call::ReplyKind;
use crate::calls::start::Wanted;
use crate::eras::revision::Era;
use crate::limits;
use crate::listing::index::Index;
use crate::listing::resource_uris::split_prefix;
use crate::request::{Request, fault, no_resource};
use crate::session::Session;

/// Where a URI of a client leads.
pub(crate) struct Route {
    source: SourceId,
    server: ServerId,
    /// The URI that the server knows.
    uri: String,
}

impl Session {
    pub(crate) async fn read_resource(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let asked_for = request.text("uri")?;
        let index = self.gateway.index.now().await;
        let Route { source, uri, .. } = self
            .route(&index, &asked_for)
            .ok_or_else(|| no_resource(&asked_for, request.era))?;
        let wanted = Wanted {
            source,
            subject: Subject::Resource,
            reply: ReplyKind::Resource {
                uri: uri.clone(),
                asked_for: asked_for.clone(),
            },
            name: uri,
            known_as: asked_for,
            arguments: Map::new(),
        };
        self.call(request, wanted, cancelled).await
    }

    /// The server that a URI leads to, and the URI that it knows: the server that the URI belongs to or whose prefix it has,
    /// else the only one there is.
    pub(crate) fn route(&self, index: &Index, uri: &str) -> Option<Route> {
        let client = self.client();
        let route = |offer: &Arc<SourceOffer>, uri: &str| {
            Some(Route {
                source: offer.source.clone(),
                server: offer.server.clone()?,
                uri: uri.to_owned(),
            })
        };
        let mut shown = index
            .sources
            .iter()
            .filter(|offer| shows_resources(&client, &offer.source));
        if let Some(only) = client.profile.plain_names_of() {
            return route(shown.find(|offer| offer.source == *only)?, uri);
        }
        let owners = index.uris();
        if let Some(owner) = owners.owner(uri) {
            return route(shown.find(|offer| offer.source == *owner)?, uri);
        }
        if let Some((prefix, own)) = split_prefix(uri)
            && let Some(offer) = shown.clone().find(|offer| offer.prefix == prefix)
        {
            return route(offer, own);
        }
        let only = index.only_server()?;
        route(shown.find(|offer| offer.source == only.source)?, uri)
    }

    /// The URI that the client knows a resource of a server by.
    pub(crate) fn exposed_uri(&self, index: &Index, server: &ServerId, uri: &str) -> String {
        let source = SourceId::from(server);
        if self.client().profile.plain_names_of() == Some(&source) {
            return uri.to_owned();
        }
        let offer = index.sources.iter().find(|offer| offer.source == source);
        offer.map_or_else(|| uri.to_owned(), |offer| index.uris().exposed(offer, uri))
    }

    /// Whether the client may see resources of a server now.
    pub(crate) fn may_read(&self, server: &ServerId) -> bool {
        shows_resources(&self.client(), &server.into())
    }

    /// As [`Self::route`]; waits for servers that are starting if none is known to have it.
    async fn route_once_listed(&self, uri: &str) -> Option<Route> {
        let index = self.gateway.index.now().await;
        if let Some(route) = self.route(&index, uri) {
            return Some(route);
        }
        let settled = async {
            for offer in &index.sources {
                self.gateway.until_settled(&offer.source).await;
            }
        };
        // One that takes longer is not waited for.
        let _ = tokio::time::timeout(limits::START_WITHIN, settled).await;
        let index = self.gateway.index.now().await;
        self.route(&index, uri)
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
        let index = self.gateway.index.now().await;
        for (server, followed) in self.followed() {
            if self.exposed_uri(&index, &server, &followed) == uri {
                // Updates of a server that refuses are ignored.
                let _ = resources.unfollow(&server, &followed, self.follower).await;
            }
        }
        Ok(json!({}))
    }

    /// Follows a resource, and returns whose it is and the URI that its server knows.
    pub(crate) async fn follow(
        &self,
        uri: &str,
        follower: Follower,
        era: Era,
    ) -> Result<(ServerId, String), Fault> {
        let route = self.route_once_listed(uri).await;
        let route = route.ok_or_else(|| no_resource(uri, era))?;
        self.gateway.until_settled(&route.source).await;
        let followed = self.gateway.host.resources();
        let followed = followed.follow(&route.server, &route.uri, follower).await;
        followed.map_err(|error| fault(error, era))?;
        Ok((route.server, route.uri))
    }

    /// Whether this connection follows a resource.
    pub(crate) fn follows(&self, server: &ServerId, uri: &str) -> bool {
        let resources = self.gateway.host.resources();
        resources.follows(server, uri, self.follower)
    }

    /// All that this connection follows, by their servers and the URIs that these know.
    pub(crate) fn followed(&self) -> Vec<(ServerId, String)> {
        self.gateway.host.resources().followed_by(self.follower)
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

/// Whether a client may see resources and templates of a server.
pub(crate) fn shows_resources(client: &KnownClient, source: &SourceId) -> bool {
    client.status == ClientStatus::Allowed
        && client.profile.resources == Offering::Offered
        && client.profile.shows(source)
}

//! Who follows changes of which resource: one subscription at the server for each, however many follow it.

use std::collections::HashSet;

use usher_mcp::ListKind;
use usher_messages::Message;
use usher_types::id::ServerId;

use super::Resources;
use usher_servers::events::HostEvent;
use usher_servers::request_error::RequestError;
use usher_servers::servers::{Follower, ServerEntry};

impl Resources {
    /// URIs of a server whose changes the person follows.
    pub fn followed(&self, server: &ServerId) -> Result<HashSet<String>, RequestError> {
        let followed = self.servers.require(server)?.followed().into_iter();
        Ok(followed
            .filter(|(_, followers)| followers.contains(&Follower::Person))
            .map(|(uri, _)| uri)
            .collect())
    }

    /// URIs whose changes the person follows, of all servers that are on, listed or not; in the order of the servers
    /// and of the alphabet.
    pub fn all_followed(&self) -> Result<Vec<(ServerId, String)>, RequestError> {
        let mut all = Vec::new();
        for section in self.list(None)? {
            // A server removed in between follows nothing.
            let mut uris = Vec::from_iter(self.followed(&section.source).unwrap_or_default());
            uris.sort_unstable();
            all.extend(uris.into_iter().map(|uri| (section.source.clone(), uri)));
        }
        Ok(all)
    }

    /// What somebody follows, of all servers.
    pub fn followed_by(&self, follower: Follower) -> Vec<(ServerId, String)> {
        let mut all = Vec::new();
        for entry in self.servers.entries() {
            let followed = entry.followed().into_iter();
            let own = followed.filter(|(_, followers)| followers.contains(&follower));
            all.extend(own.map(|(uri, _)| (entry.id.clone(), uri)));
        }
        all
    }

    /// Whether somebody follows a resource.
    pub fn follows(&self, server: &ServerId, uri: &str, follower: Follower) -> bool {
        let entry = self.servers.entry(server);
        entry.is_some_and(|entry| entry.is_followed_by(uri, follower))
    }

    /// Ends all that somebody follows.
    pub async fn unfollow_all(&self, follower: Follower) {
        for (server, uri) in self.followed_by(follower) {
            // Updates of a server that refuses are ignored.
            let _ = self.unfollow(&server, &uri, follower).await;
        }
    }

    /// Follows changes of a resource; the server is asked for the first follower only.
    pub async fn follow(
        &self,
        server: &ServerId,
        uri: &str,
        follower: Follower,
    ) -> Result<(), RequestError> {
        let entry = self.servers.require(server)?;
        let _subscribing = entry.subscribing.lock().await;
        if !entry.followed().contains_key(uri) {
            let connection = entry.reach()?;
            // The first update may come just behind the answer.
            entry.add_follower(uri, follower);
            if let Err(error) = connection.subscribe(uri).await {
                entry.remove_follower(uri, follower);
                let doing = doing("request.doing.subscribe", uri, &entry);
                return Err(RequestError::of(doing, error));
            }
        }
        entry.add_follower(uri, follower);
        self.changed(server, follower);
        Ok(())
    }

    /// Follows changes of a resource no longer. After the last follower, the server is asked to unsubscribe, if it runs.
    ///
    /// # Errors
    /// The server refused, and may go on to send updates, which are ignored.
    pub async fn unfollow(
        &self,
        server: &ServerId,
        uri: &str,
        follower: Follower,
    ) -> Result<(), RequestError> {
        let entry = self.servers.require(server)?;
        let _subscribing = entry.subscribing.lock().await;
        let is_over = entry.remove_follower(uri, follower);
        self.changed(server, follower);
        if let (true, Ok(connection)) = (is_over, entry.reach()) {
            let doing = doing("request.doing.unsubscribe", uri, &entry);
            let told = connection.unsubscribe(uri).await;
            told.map_err(|error| RequestError::of(doing, error))?;
        }
        Ok(())
    }

    /// Tells the window what the person follows.
    fn changed(&self, server: &ServerId, follower: Follower) {
        if follower == Follower::Person {
            self.events.send(HostEvent::CatalogChanged {
                server: server.clone(),
                list: ListKind::Resources,
            });
        }
    }
}

/// What is done with a resource, as a part of what is said if it fails.
fn doing(code: &'static str, uri: &str, entry: &ServerEntry) -> Message {
    Message::new(code)
        .with("uri", uri)
        .with("server", entry.label())
}

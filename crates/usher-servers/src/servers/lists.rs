//! What the servers list, for those who look at it.

use usher_mcp::ListKind;
use usher_messages::Message;
use usher_types::id::{ServerId, SourceId};

use super::Servers;
use super::list_reading::read;
use crate::catalog::{ALL_LISTS, Listed, ListedEntry, Section};
use crate::request_error::RequestError;
use crate::snapshot::ServerState;

impl Servers {
    /// Returns one list of one server, or of all that are on.
    pub fn sections<T: Listed>(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<T>>, RequestError> {
        if let Some(id) = server {
            return Ok(vec![self.require(id)?.catalog.section()]);
        }
        let entries = self.entries();
        Ok(entries
            .iter()
            .filter(|entry| entry.state() != ServerState::Disabled)
            .map(|entry| entry.catalog.section())
            .collect())
    }

    /// Reads all lists of a server now.
    pub async fn refresh_lists(&self, server: &ServerId) -> Result<(), RequestError> {
        let entry = self.require(server)?;
        let connection = entry.reach()?;
        read(&entry, self.context(), &connection, &ALL_LISTS).await;
        Ok(())
    }

    /// Refreshes lists whose `ttlMs` has passed, of one server or all: somebody looks at it.
    pub fn refresh_expired(
        &self,
        source: Option<&SourceId>,
        list: ListKind,
    ) -> Result<(), RequestError> {
        let context = self.context();
        let entries = match source {
            // The actions of a webtool are those of the document that is pinned; looking changes nothing.
            Some(id) if context.sources.webtool(id).is_some() => Vec::new(),
            Some(id) => vec![self.of_source(id).ok_or(RequestError::UnknownServer)?],
            None => self.entries(),
        };
        let now_ms = context.clock.now_ms();
        for entry in entries {
            entry.catalog.refresh_if_expired(list, now_ms);
        }
        Ok(())
    }

    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub fn listed(
        &self,
        source: &SourceId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        let entry = self.of_source(source).ok_or(RequestError::UnknownServer)?;
        entry.catalog.listed(list, key).ok_or_else(|| {
            RequestError::NotListed(
                Message::new("request.notListed")
                    .with("server", entry.label())
                    .with("name", key),
            )
        })
    }
}

//! Resources: listing, reading (by URI or through a template), following changes, and completing arguments.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Map, Value};
use usher_mcp::{Completion, CompletionReference, ListKind, Resource, ResourceTemplate};

use crate::catalog::{Listed, Section};
use crate::events::HostEvent;
use crate::host::Host;
use crate::pins;
use crate::request_error::RequestError;
use crate::servers::{Follow, ServerEntry};
use crate::snapshot::ServerState;
use usher_content::blocks;
use usher_content::uri_template::UriTemplate;
use usher_review::items::ItemKind;
use usher_types::content::ReadOutcome;
use usher_types::fault::Fault;
use usher_types::id::ServerId;

/// That a resource is read through a template, as long as it is.
struct Reading<'a> {
    entry: &'a ServerEntry,
    uri: String,
    template: &'a str,
}

impl<'a> Reading<'a> {
    fn begin(entry: &'a ServerEntry, uri: String, template: &'a str) -> Self {
        entry.change_reading(|all| all.push((uri.clone(), template.to_owned())));
        Self {
            entry,
            uri,
            template,
        }
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.entry.change_reading(|all| {
            let this =
                |(uri, template): &(String, String)| *uri == self.uri && template == self.template;
            if let Some(at) = all.iter().position(this) {
                all.swap_remove(at);
            }
        });
    }
}

impl Host {
    /// Resources of one server, or of all that are on.
    pub fn list_resources(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<Resource>>, RequestError> {
        self.sections(server)
    }

    /// Resource templates of one server, or of all that are on.
    pub fn list_templates(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<ResourceTemplate>>, RequestError> {
        self.sections(server)
    }

    /// One list of one server, or of all that are on.
    pub(crate) fn sections<T: Listed>(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<T>>, RequestError> {
        if let Some(id) = server {
            return Ok(vec![self.require(id)?.catalog.section()]);
        }
        let entries = self.servers().entries();
        Ok(entries
            .iter()
            .filter(|entry| entry.state() != ServerState::Disabled)
            .map(|entry| entry.catalog.section())
            .collect())
    }

    /// URIs of a server whose changes are followed.
    pub fn followed_resources(
        &self,
        server: &ServerId,
    ) -> Result<std::collections::HashSet<String>, RequestError> {
        Ok(self.require(server)?.followed())
    }

    pub async fn read_resource(
        &self,
        server: &ServerId,
        uri: &str,
    ) -> Result<ReadOutcome, RequestError> {
        let entry = self.require(server)?;
        let connection = entry.reach()?;
        let began = Instant::now();
        let doing = format!("Reading {uri} from “{}”", entry.label());
        let read = connection
            .read_resource(uri)
            .await
            .map_err(|error| RequestError::of(&doing, error))?;
        let duration = began.elapsed();
        let read_at = self.around().clock.now_ms();
        Ok(ReadOutcome {
            uri: uri.to_owned(),
            contents: blocks::look_at_resources(read.contents).await,
            read_at,
            fresh_until: read.cache.map(|hint| hint.fresh_until(read_at)),
            duration,
            raw: read.raw,
        })
    }

    /// Expands a template and reads the resource.
    pub async fn read_template(
        &self,
        server: &ServerId,
        template: &str,
        variables: &BTreeMap<String, String>,
    ) -> Result<ReadOutcome, RequestError> {
        let parsed = UriTemplate::parse(template).map_err(|error| RequestError::Invalid {
            message: format!("The template {template} cannot be used. {error}"),
            faults: vec![Fault {
                path: "uriTemplate".into(),
                message: error.to_string(),
            }],
        })?;
        let entry = self.require(server)?;
        pins::allow(&entry, self.around(), ItemKind::Template, template).await?;
        let reading = Reading::begin(&entry, parsed.expand(variables), template);
        self.read_resource(server, &reading.uri).await
    }

    /// Follows changes of a resource, or stops to.
    pub async fn follow_resource(
        &self,
        server: &ServerId,
        uri: &str,
        follow: Follow,
    ) -> Result<(), RequestError> {
        let entry = self.require(server)?;
        let connection = entry.reach()?;
        let (asked, doing) = match follow {
            Follow::On => (
                connection.subscribe(uri).await,
                format!("Following {uri} of “{}”", entry.label()),
            ),
            Follow::Off => (
                connection.unsubscribe(uri).await,
                format!("Ending to follow {uri} of “{}”", entry.label()),
            ),
        };
        asked.map_err(|error| RequestError::of(&doing, error))?;
        entry.set_followed(uri, follow);
        self.around().events.send(HostEvent::CatalogChanged {
            server: server.clone(),
            list: ListKind::Resources,
        });
        Ok(())
    }

    /// Somebody looks at this list of one server, or of all: where it is out of date by the server's own word
    /// it is read anew, in the background.
    pub fn look_at_list(
        &self,
        server: Option<&ServerId>,
        list: ListKind,
    ) -> Result<(), RequestError> {
        let entries = match server {
            // The actions of a webtool are those of the document that is pinned; looking changes nothing.
            Some(id) if self.around().webtools.owned_by(id).is_some() => Vec::new(),
            Some(id) => vec![self.require(id)?],
            None => self.servers().entries(),
        };
        let now_ms = self.around().clock.now_ms();
        for entry in entries {
            entry.catalog.refresh_if_expired(list, now_ms);
        }
        Ok(())
    }

    /// Reads all lists of a server anew.
    pub async fn refresh_catalog(&self, server: &ServerId) -> Result<(), RequestError> {
        let entry = self.require(server)?;
        let connection = entry.reach()?;
        self.servers().read_lists(&entry, &connection).await;
        Ok(())
    }

    /// Asks a server to complete an argument. One that cannot has no proposals.
    pub async fn complete(
        &self,
        server: &ServerId,
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: &BTreeMap<String, String>,
    ) -> Result<Completion, RequestError> {
        let entry = self.require(server)?;
        let connection = entry.reach()?;
        let context: Map<_, _> = context
            .iter()
            .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
            .collect();
        let doing = format!("Asking “{}” to complete {argument}", entry.label());
        match connection
            .complete(reference, argument, value, context)
            .await
        {
            Ok(completion) => Ok(completion),
            Err(usher_mcp::CallError::NotOffered { .. }) => Ok(Completion::default()),
            Err(error) => Err(RequestError::of(&doing, error)),
        }
    }
}

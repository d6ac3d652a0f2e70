//! Resources: listing, reading (by URI or through a template), following changes, and completing arguments.

mod subscriptions;

use std::collections::BTreeMap;

use serde_json::Map;
use usher_mcp::{Completion, CompletionReference, Resource, ResourceTemplate};
use usher_messages::Message;

use usher_calls::calls::{Calls, NewCall, Record, Returned, Subject};
use usher_calls::reviews::Reviews;
use usher_content::contents::{Contents, shorten_blobs};
use usher_content::uri_template::UriTemplate;
use usher_servers::catalog::Section;
use usher_servers::events::Events;
use usher_servers::request_error::RequestError;
use usher_servers::servers::{ServerEntry, Servers};
use usher_system::clock::Clock;
use usher_types::caller::Caller;
use usher_types::content::ReadOutcome;
use usher_types::fault::Fault;
use usher_types::id::ServerId;
use usher_types::review::ItemKind;

/// Marks a resource as being read through a template, until dropped.
struct TemplateRead<'a> {
    entry: &'a ServerEntry,
    uri: String,
    template: &'a str,
}

impl<'a> TemplateRead<'a> {
    fn begin(entry: &'a ServerEntry, uri: String, template: &'a str) -> Self {
        entry.change_reading(|all| all.push((uri.clone(), template.to_owned())));
        Self {
            entry,
            uri,
            template,
        }
    }
}

impl Drop for TemplateRead<'_> {
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

/// Reads resources, and follows their changes.
pub struct Resources {
    pub(crate) servers: Servers,
    pub(crate) reviews: Reviews,
    pub(crate) clock: Clock,
    pub(crate) events: Events,
    pub(crate) contents: Contents,
    pub(crate) calls: Calls,
}

impl Resources {
    /// Resources of one server, or of all that are on.
    pub fn list(&self, server: Option<&ServerId>) -> Result<Vec<Section<Resource>>, RequestError> {
        self.servers.sections(server)
    }

    /// Resource templates of one server, or of all that are on.
    pub fn list_templates(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<Section<ResourceTemplate>>, RequestError> {
        self.servers.sections(server)
    }

    /// Reads a resource, for the person; it is not recorded.
    pub async fn read(&self, server: &ServerId, uri: &str) -> Result<ReadOutcome, RequestError> {
        let entry = self.servers.require(server)?;
        let (caller, subject) = (Caller::Person, Subject::Resource);
        let call = NewCall::new(caller, server.into(), subject, uri, Map::new());
        let returned = self.calls.start(call, Record::None)?.returned().await?;
        let Returned::Read(mut read, duration) = returned else {
            return Err(RequestError::Cancelled);
        };
        let read_at = self.clock.now_ms();
        let transport = entry.definition().transport.clone();
        Ok(ReadOutcome {
            uri: uri.to_owned(),
            contents: self
                .contents
                .look_at_resources(&transport, read.contents)
                .await,
            read_at,
            fresh_until: read.cache.map(|hint| hint.fresh_until(read_at)),
            duration,
            shortened: shorten_blobs(&mut read.raw),
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
            message: Message::new("request.template")
                .with("template", template)
                .with("fault", error.message()),
            faults: vec![Fault {
                path: "uriTemplate".into(),
                message: error.message(),
            }],
        })?;
        let entry = self.servers.require(server)?;
        self.reviews
            .allow(&entry, ItemKind::Template, template)
            .await?;
        let reading = TemplateRead::begin(&entry, parsed.expand(variables), template);
        self.read(server, &reading.uri).await
    }

    /// Asks a server to complete an argument. One that cannot has no proposals.
    pub async fn complete(
        &self,
        server: &ServerId,
        reference: CompletionReference,
        argument: String,
        value: String,
        context: BTreeMap<String, String>,
    ) -> Result<Completion, RequestError> {
        let name = reference.name().to_owned();
        let subject = Subject::Completion {
            reference,
            argument,
            value,
            context,
        };
        let call = NewCall::new(Caller::Person, server.into(), subject, &name, Map::new());
        match self.calls.start(call, Record::None)?.returned().await? {
            Returned::Completion(completion) => Ok(completion),
            _ => Err(RequestError::Cancelled),
        }
    }
}

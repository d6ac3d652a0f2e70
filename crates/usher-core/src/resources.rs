//! Resources: listing, reading (by URI or through a template), following changes, and completing arguments.

mod subscriptions;

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Map, Value, json};
use usher_mcp::{
    CallError, Completion, CompletionReference, Connection, ReadResult, Redactor, Resource,
    ResourceTemplate,
};
use usher_messages::Message;

use crate::call_outcome::CallEnding;
use crate::calls::RunningRequest;
use crate::catalog::Section;
use crate::events::Events;
use crate::request_error::RequestError;
use crate::reviews::Reviews;
use crate::servers::{ServerEntry, Servers};
use usher_content::contents::{Contents, shorten_blobs};
use usher_content::uri_template::UriTemplate;
use usher_system::clock::Clock;
use usher_types::call::RequestKind;
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

/// What is done with a resource, as a part of what is said if it fails.
fn doing(code: &'static str, uri: &str, entry: &ServerEntry) -> Message {
    Message::new(code)
        .with("uri", uri)
        .with("server", entry.label())
}

/// Reads resources, and follows their changes.
pub struct Resources {
    pub(crate) servers: Servers,
    pub(crate) reviews: Reviews,
    pub(crate) clock: Clock,
    pub(crate) events: Events,
    pub(crate) contents: Contents,
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

    pub async fn read(&self, server: &ServerId, uri: &str) -> Result<ReadOutcome, RequestError> {
        let entry = self.servers.require(server)?;
        let connection = entry.reach()?;
        let began = Instant::now();
        let doing = doing("request.doing.read", uri, &entry);
        let mut read = connection
            .read_resource(uri)
            .await
            .map_err(|error| RequestError::of(doing, error))?;
        let duration = began.elapsed();
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

    /// Reads a resource for a client, whose gateway records it: what the server answers, as it came.
    pub async fn read_raw(
        &self,
        server: &ServerId,
        uri: &str,
        running: &RunningRequest,
    ) -> Result<Value, RequestError> {
        let entry = self.servers.require(server)?;
        let read = read_recorded(&entry, uri, running).await?;
        Ok(read.raw)
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
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: &BTreeMap<String, String>,
    ) -> Result<Completion, RequestError> {
        let (connection, doing) = self.completing(server, reference, argument).await?;
        let completed = connection.complete(reference, argument, value, texts(context));
        or_none(completed.await, doing)
    }

    /// Asks a server to complete an argument, for a client: what the server answers, as it came. What the server asks
    /// meanwhile belongs to `running`.
    pub async fn complete_raw(
        &self,
        server: &ServerId,
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: &BTreeMap<String, String>,
        running: &RunningRequest,
    ) -> Result<Value, RequestError> {
        let (connection, doing) = self.completing(server, reference, argument).await?;
        let (context, options) = (texts(context), running.sends()?);
        let completed = connection.complete_with(reference, argument, value, context, options);
        let completed = or_none(completed.await, doing)?;
        // What the server told meanwhile reaches the client before the result.
        connection.reported().await;
        Ok(match completed {
            Value::Null => json!({ "completion": { "values": [] } }),
            completed => completed,
        })
    }

    async fn completing(
        &self,
        server: &ServerId,
        reference: &CompletionReference,
        argument: &str,
    ) -> Result<(Connection, Message), RequestError> {
        let entry = self.servers.require(server)?;
        // What was typed goes along, so this is a use like any other.
        let (kind, name) = match reference {
            CompletionReference::Prompt { name } => (ItemKind::Prompt, name),
            CompletionReference::Template { uri_template } => (ItemKind::Template, uri_template),
        };
        self.reviews.allow(&entry, kind, name).await?;
        let doing = Message::new("request.doing.complete")
            .with("server", entry.label())
            .with("argument", argument);
        Ok((entry.reach()?, doing))
    }
}

/// Reads a resource for a request that is recorded: what the server answers, as it came. What the server asks meanwhile
/// belongs to `running`.
pub(crate) async fn read_recorded(
    entry: &ServerEntry,
    uri: &str,
    running: &RunningRequest,
) -> Result<ReadResult, RequestError> {
    let doing = doing("request.doing.read", uri, entry);
    let connection = entry.reach()?;
    let options = running.sends_recorded(RequestKind::Resource, entry)?;
    let read = connection.read_resource_with(uri, Some(options));
    let read = read.await.map_err(|error| RequestError::of(doing, error));
    running.ends(match &read {
        Ok(read) => recorded(read, &entry.redactor()),
        Err(error) => error.clone().into(),
    });
    // What the server told meanwhile reaches the caller before the result.
    connection.reported().await;
    read
}

/// What is recorded of a read: not looked at before it is opened in the history.
fn recorded(read: &ReadResult, redactor: &Redactor) -> CallEnding {
    let mut raw = read.raw.clone();
    let shortened = shorten_blobs(&mut raw);
    let contents = raw.get_mut("contents").and_then(Value::as_array_mut);
    for content in contents.into_iter().flatten() {
        // A secret that was cut in two is none that is found later.
        if let Some(Value::String(blob)) = content.get_mut("blob")
            && let Some(head) = blob.strip_suffix('…')
        {
            *blob = format!("{}…", redactor.cut_text(head));
        }
    }
    CallEnding::Read {
        contents: Vec::new(),
        shortened,
        raw,
        size_bytes: read.size_bytes,
    }
}

pub(crate) fn texts(texts: &BTreeMap<String, String>) -> Map<String, Value> {
    let texts = texts.iter();
    texts
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect()
}

/// What a server completes; one that cannot has no proposals.
fn or_none<T: Default>(completed: Result<T, CallError>, doing: Message) -> Result<T, RequestError> {
    match completed {
        Err(CallError::NotOffered { .. }) => Ok(T::default()),
        completed => completed.map_err(|error| RequestError::of(doing, error)),
    }
}

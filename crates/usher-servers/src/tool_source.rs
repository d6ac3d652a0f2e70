//! Defines what tools belong to: a server, or a webtool with its actions.

use std::sync::Arc;

use futures::future::BoxFuture;
use parking_lot::RwLock;
use serde_json::{Map, Value};
use usher_mcp::{CallError, CallOptions, Connection, Redactor, RunAs, Started, Tool};
use usher_types::id::{ServerId, SourceId};
use usher_types::secret::Secret;

use crate::call_outcome::CallEnding;
use crate::catalog::{EntryWithIcon, Section};
use crate::request_error::RequestError;

/// What tools belong to. Rules, approvals and records are about one of these.
pub trait ToolSource: Send + Sync {
    fn id(&self) -> SourceId;

    /// Returns the server's id; `None` = it is a webtool.
    fn server_id(&self) -> Option<&ServerId>;

    fn label(&self) -> String;

    /// Returns the digest of what is started or reached.
    fn fingerprint(&self) -> String;

    /// Whether its tools are listed with all others.
    fn is_on(&self) -> bool;

    /// Lists its tools.
    fn tools(&self) -> Section<Tool, SourceId>;

    /// Finds a tool as it is listed now.
    fn tool(&self, name: &str) -> Option<Arc<EntryWithIcon<Tool>>>;

    /// Says that it has no tool of this name.
    fn no_tool(&self, name: &str) -> RequestError;

    /// Says why a call cannot be sent now.
    fn check_ready<'a>(
        &'a self,
        tool: &'a str,
        arguments: &'a Map<String, Value>,
    ) -> BoxFuture<'a, Result<(), RequestError>>;

    /// Reads the secrets and sends a call. An error means that nothing was sent.
    fn send<'a>(&'a self, call: OutgoingCall<'a>) -> BoxFuture<'a, Result<Sent, RequestError>>;

    /// Makes its redactor, or says why a secret cannot be read.
    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>>;
}

/// A call that may be sent.
pub struct OutgoingCall<'a> {
    pub tool: &'a str,
    pub arguments: &'a Arc<Map<String, Value>>,
    /// Arguments that the tool's schema marks as secret: the redactor knows them from now on.
    pub marked: &'a [Secret],
    pub run_as: RunAs,
    pub options: CallOptions,
    /// Checks that the person is still not against the call: asked once everything else is ready, right before sending.
    pub still_approved: &'a (dyn Fn() -> Result<(), RequestError> + Sync),
}

/// What became of a call that was sent.
pub enum Sent {
    /// A server answered, or goes on with it as a task.
    Started {
        server: ServerId,
        connection: Connection,
        started: Result<Started, CallError>,
        redactor: Arc<Redactor>,
    },
    /// A webtool answered, or did not.
    Answered {
        ending: CallEnding,
        redactor: Arc<Redactor>,
    },
}

impl Sent {
    /// Returns the redactor of what it was sent with.
    pub fn redactor(&self) -> Arc<Redactor> {
        let (Self::Started { redactor, .. } | Self::Answered { redactor, .. }) = self;
        Arc::clone(redactor)
    }
}

/// All servers and webtools, in the person's order. Clones share them.
#[derive(Clone, Default)]
pub struct ToolSources(Arc<RwLock<Lists>>);

#[derive(Default)]
struct Lists {
    servers: Vec<Listed>,
    webtools: Vec<Listed>,
}

struct Listed {
    id: SourceId,
    source: Arc<dyn ToolSource>,
}

impl ToolSources {
    pub(crate) fn set_servers(&self, servers: impl Iterator<Item = Arc<dyn ToolSource>>) {
        self.0.write().servers = servers.map(Listed::of).collect();
    }

    pub fn set_webtools(&self, webtools: impl Iterator<Item = Arc<dyn ToolSource>>) {
        self.0.write().webtools = webtools.map(Listed::of).collect();
    }

    /// Lists servers, then webtools.
    pub fn all(&self) -> Vec<Arc<dyn ToolSource>> {
        let lists = self.0.read();
        sources(lists.servers.iter().chain(&lists.webtools))
    }

    pub fn servers(&self) -> Vec<Arc<dyn ToolSource>> {
        sources(&self.0.read().servers)
    }

    /// Finds the server, or the webtool, that has this id.
    pub fn find(&self, id: &SourceId) -> Option<Arc<dyn ToolSource>> {
        let lists = self.0.read();
        find(lists.servers.iter().chain(&lists.webtools), id)
    }

    pub fn webtool(&self, id: &SourceId) -> Option<Arc<dyn ToolSource>> {
        find(&self.0.read().webtools, id)
    }

    pub fn require(&self, id: &SourceId) -> Result<Arc<dyn ToolSource>, RequestError> {
        self.find(id).ok_or(RequestError::UnknownServer)
    }

    /// Returns the server's id, unless the source is a webtool.
    pub fn require_server(&self, id: &SourceId) -> Result<ServerId, RequestError> {
        let source = self.require(id)?;
        let server = source.server_id().cloned();
        server.ok_or(RequestError::UnknownServer)
    }
}

impl Listed {
    fn of(source: Arc<dyn ToolSource>) -> Self {
        Self {
            id: source.id(),
            source,
        }
    }
}

fn sources<'a>(listed: impl IntoIterator<Item = &'a Listed>) -> Vec<Arc<dyn ToolSource>> {
    let listed = listed.into_iter();
    listed.map(|listed| Arc::clone(&listed.source)).collect()
}

fn find<'a>(
    listed: impl IntoIterator<Item = &'a Listed>,
    id: &SourceId,
) -> Option<Arc<dyn ToolSource>> {
    let found = listed.into_iter().find(|listed| &listed.id == id)?;
    Some(Arc::clone(&found.source))
}

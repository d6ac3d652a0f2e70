//! Defines what tools belong to: a server, or a webtool with its actions.

use std::sync::{Arc, PoisonError, RwLock};

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use usher_mcp::{CallError, CallOptions, Connection, Redactor, RunAs, Started, Tool};
use usher_types::id::{ServerId, SourceId};

use crate::call_outcome::CallEnding;
use crate::catalog::{Section, Shown};
use crate::request_error::RequestError;

/// What tools belong to. Rules, approvals and records are about one of these.
pub(crate) trait ToolSource: Send + Sync {
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
    fn tool(&self, name: &str) -> Option<Shown<Tool>>;

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

    /// Makes what finds its secrets in text, or says why one cannot be read.
    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>>;
}

/// A call that may be sent.
pub(crate) struct OutgoingCall<'a> {
    pub(crate) tool: &'a str,
    pub(crate) arguments: &'a Map<String, Value>,
    pub(crate) run_as: RunAs,
    pub(crate) options: CallOptions,
}

/// What became of a call that was sent.
pub(crate) enum Sent {
    /// A server answered, or goes on with it as a task.
    Started(Connection, Result<Started, CallError>),
    /// A webtool answered, or did not.
    Answered {
        ending: CallEnding,
        redactor: Arc<Redactor>,
    },
}

/// All servers and webtools, in the person's order. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct ToolSources(Arc<RwLock<Lists>>);

#[derive(Default)]
struct Lists {
    servers: Vec<Arc<dyn ToolSource>>,
    webtools: Vec<Arc<dyn ToolSource>>,
}

impl ToolSources {
    pub(crate) fn set_servers(&self, servers: Vec<Arc<dyn ToolSource>>) {
        self.write(|lists| lists.servers = servers);
    }

    pub(crate) fn set_webtools(&self, webtools: Vec<Arc<dyn ToolSource>>) {
        self.write(|lists| lists.webtools = webtools);
    }

    /// Lists servers, then webtools.
    pub(crate) fn all(&self) -> Vec<Arc<dyn ToolSource>> {
        self.read(|lists| [lists.servers.clone(), lists.webtools.clone()].concat())
    }

    pub(crate) fn servers(&self) -> Vec<Arc<dyn ToolSource>> {
        self.read(|lists| lists.servers.clone())
    }

    /// Finds the server, or the webtool, that has this id.
    pub(crate) fn find(&self, id: &SourceId) -> Option<Arc<dyn ToolSource>> {
        self.read(|lists| {
            let mut all = lists.servers.iter().chain(&lists.webtools);
            all.find(|source| &source.id() == id).cloned()
        })
    }

    pub(crate) fn server(&self, id: &ServerId) -> Option<Arc<dyn ToolSource>> {
        self.read(|lists| {
            let mut servers = lists.servers.iter();
            servers.find(|source| &source.id() == id).cloned()
        })
    }

    pub(crate) fn webtool(&self, id: &SourceId) -> Option<Arc<dyn ToolSource>> {
        self.read(|lists| {
            let mut webtools = lists.webtools.iter();
            webtools.find(|source| &source.id() == id).cloned()
        })
    }

    fn read<T>(&self, look: impl FnOnce(&Lists) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, change: impl FnOnce(&mut Lists)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

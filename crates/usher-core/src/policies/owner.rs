//! Whose tools are decided about: a server, or a webtool with its actions. Not here: the decision.

use std::sync::Arc;

use usher_mcp::{Redactor, Tool};

use crate::asks::Asker;
use crate::host::Host;
use crate::servers::ServerEntry;
use crate::webtools::Webtool;
use usher_review::canonical::Digest;
use usher_types::id::ServerId;
use usher_webtools::pin::WebtoolDefinition;

/// What tools belong to.
pub(crate) enum Owner {
    /// A server.
    Server(Arc<ServerEntry>),
    /// A webtool, and what finds its secrets in text.
    Webtool(Arc<Webtool>, Arc<Redactor>),
}

impl Owner {
    pub(crate) fn id(&self) -> ServerId {
        match self {
            Self::Server(entry) => entry.id.clone(),
            Self::Webtool(webtool, _) => webtool.configured.id.as_owner(),
        }
    }

    pub(crate) fn label(&self) -> String {
        match self {
            Self::Server(entry) => entry.label(),
            Self::Webtool(webtool, _) => webtool.label(),
        }
    }

    /// The digest of what is started or reached.
    pub(crate) fn transport(&self) -> String {
        match self {
            Self::Server(entry) => entry.definition().transport.fingerprint(),
            Self::Webtool(webtool, _) => transport_of(&webtool.configured.definition),
        }
    }

    /// A tool as it is listed now.
    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        match self {
            Self::Server(entry) => entry.tool(name),
            Self::Webtool(webtool, _) => webtool.tool(name).map(|shown| shown.entry),
        }
    }

    /// Who stands behind a question about its tools.
    pub(crate) fn asker(&self) -> Asker {
        match self {
            Self::Server(entry) => Asker::of(entry),
            Self::Webtool(webtool, redactor) => Asker::of_webtool(webtool, Arc::clone(redactor)),
        }
    }
}

/// The digest of what is reached for a webtool.
pub(crate) fn transport_of(webtool: &WebtoolDefinition) -> String {
    Digest::of_bytes(webtool.base.as_str().as_bytes()).to_string()
}

impl Host {
    /// Who owns tools under this name.
    pub(crate) fn owner(&self, id: &ServerId) -> Option<Owner> {
        if let Some(webtool) = self.around().webtools.owned_by(id) {
            return Some(Owner::Webtool(webtool, Arc::default()));
        }
        self.servers().entry(id).map(Owner::Server)
    }

    /// All of them: servers, then webtools.
    pub(super) fn owners(&self) -> impl Iterator<Item = Owner> {
        let webtools = self.around().webtools.all();
        let servers = self.servers().entries().into_iter().map(Owner::Server);
        servers.chain(
            webtools
                .into_iter()
                .map(|webtool| Owner::Webtool(webtool, Arc::default())),
        )
    }
}

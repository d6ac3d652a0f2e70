//! Makes a webtool a source of tools.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Map, Value};
use usher_mcp::{Redactor, Tool};
use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_system::secrets::SecretError;
use usher_types::id::{ServerId, SourceId};
use usher_webtools::pin::WebtoolDefinition;

use super::registry::{Webtool, WebtoolState};
use super::request::{stopped, unreadable};
use usher_servers::catalog::{EntryWithIcon, Section};
use usher_servers::request_error::RequestError;
use usher_servers::tool_source::{OutgoingCall, Sent, ToolSource};

impl ToolSource for Webtool {
    fn id(&self) -> SourceId {
        SourceId::from(&self.configured.id)
    }

    fn server_id(&self) -> Option<&ServerId> {
        None
    }

    fn label(&self) -> String {
        self.label()
    }

    fn fingerprint(&self) -> String {
        fingerprint(&self.configured.definition)
    }

    fn is_on(&self) -> bool {
        self.state != WebtoolState::Off
    }

    fn tools(&self) -> Section<Tool, SourceId> {
        self.section()
    }

    fn tool(&self, name: &str) -> Option<Arc<EntryWithIcon<Tool>>> {
        self.action(name)
    }

    fn no_tool(&self, name: &str) -> RequestError {
        match &self.document {
            // What cannot be read lists nothing; that does not say that the action is gone.
            Err(tampered) => stopped(&self.configured.definition.label, tampered),
            Ok(_) => RequestError::NotListed(
                Message::new("request.noAction")
                    .with("server", self.label())
                    .with("name", name),
            ),
        }
    }

    fn check_ready<'a>(
        &'a self,
        tool: &'a str,
        arguments: &'a Map<String, Value>,
    ) -> BoxFuture<'a, Result<(), RequestError>> {
        async move { self.prepare(tool, arguments).await.map(drop) }.boxed()
    }

    fn send<'a>(&'a self, call: OutgoingCall<'a>) -> BoxFuture<'a, Result<Sent, RequestError>> {
        async move {
            let prepared = self.prepare(call.tool, call.arguments).await?;
            // The keyring may have been waited for.
            (call.still_approved)()?;
            for secret in call.marked {
                prepared.redactor.learn(secret);
            }
            Ok(self.answer_to(prepared, call.tool, call.options).await)
        }
        .boxed()
    }

    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>> {
        self.read_redactor().boxed()
    }
}

impl Webtool {
    /// Reads its credentials anew: they may have changed since, and none is cached.
    async fn read_redactor(&self) -> Result<Arc<Redactor>, RequestError> {
        let definition = &self.configured.definition;
        let mut secrets = Vec::new();
        for reference in definition.secrets.values().chain(&definition.token) {
            match self.secrets.get(reference).await {
                Ok(secret) => secrets.push(secret),
                // What is stored no more cannot stand anywhere by its help.
                Err(SecretError::NotFound) => {}
                Err(error) => {
                    return Err(unreadable(&definition.label, &error));
                }
            }
        }
        Ok(Arc::new(Redactor::new(&secrets)))
    }
}

/// Returns the digest of what is reached for a webtool.
pub(crate) fn fingerprint(webtool: &WebtoolDefinition) -> String {
    Digest::of_bytes(webtool.base.as_str().as_bytes()).to_string()
}

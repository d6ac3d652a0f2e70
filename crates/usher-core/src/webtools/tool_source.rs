//! Makes a webtool a source of tools.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use usher_mcp::{Redactor, Tool};
use usher_review::canonical::Digest;
use usher_system::secrets::SecretError;
use usher_types::id::ServerId;
use usher_webtools::pin::WebtoolDefinition;

use super::WebtoolError;
use super::request::unreadable;
use super::shelf::Webtool;
use crate::request_error::RequestError;
use crate::tool_source::ToolSource;

impl ToolSource for Webtool {
    fn id(&self) -> ServerId {
        self.configured.id.as_owner()
    }

    fn label(&self) -> String {
        self.label()
    }

    fn fingerprint(&self) -> String {
        fingerprint(&self.configured.definition)
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        self.tool(name).map(|shown| shown.entry)
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
                    return Err(unreadable(&definition.label, &WebtoolError::from(error)));
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

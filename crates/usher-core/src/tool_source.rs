//! Defines what tools belong to: a server, or a webtool with its actions.

use std::sync::Arc;

use futures::future::BoxFuture;
use usher_mcp::{Redactor, Tool};
use usher_types::id::ServerId;

use crate::request_error::RequestError;

/// What tools belong to. Rules, approvals and records are about one of these.
pub(crate) trait ToolSource: Send + Sync {
    fn id(&self) -> ServerId;

    fn label(&self) -> String;

    /// Returns the digest of what is started or reached.
    fn fingerprint(&self) -> String;

    /// Finds a tool as it is listed now.
    fn tool(&self, name: &str) -> Option<Tool>;

    /// Makes what finds its secrets in text, or says why one cannot be read.
    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>>;
}

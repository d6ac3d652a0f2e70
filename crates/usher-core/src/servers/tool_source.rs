//! Makes a server a source of tools.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use usher_mcp::{Redactor, Tool};
use usher_types::id::ServerId;

use crate::request_error::RequestError;
use crate::servers::entry::ServerEntry;
use crate::tool_source::ToolSource;

impl ToolSource for ServerEntry {
    fn id(&self) -> ServerId {
        self.id.clone()
    }

    fn label(&self) -> String {
        self.label()
    }

    fn fingerprint(&self) -> String {
        self.definition().transport.fingerprint()
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        self.tool(name)
    }

    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>> {
        ready(Ok(self.redactor())).boxed()
    }
}

//! Lists the tools of servers and webtools.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::{ListKind, TaskSupport, Tool};
use usher_messages::Message;
use usher_types::id::SourceId;

use usher_content::schema::{self, Formats};
use usher_content::worker::{Queue, Workers};
use usher_servers::catalog::{EntryWithIcon, ListedEntry, Section};
use usher_servers::request_error::RequestError;
use usher_servers::servers::Servers;
use usher_servers::tool_source::ToolSources;

/// The tools of servers and webtools.
pub struct Tools {
    pub(crate) sources: ToolSources,
    pub(crate) servers: Servers,
    pub(crate) workers: Workers,
}

impl Tools {
    /// Lists the tools of one source, or of all that are on: servers, then webtools.
    pub fn list(
        &self,
        source: Option<&SourceId>,
    ) -> Result<Vec<Section<Tool, SourceId>>, RequestError> {
        if let Some(id) = source {
            return Ok(vec![self.sources.require(id)?.tools()]);
        }
        let all = self.sources.all().into_iter();
        Ok(all
            .filter(|source| source.is_on())
            .map(|source| source.tools())
            .collect())
    }

    /// Finds a tool as it is listed now.
    pub fn find(
        &self,
        source: &SourceId,
        name: &str,
    ) -> Result<Arc<EntryWithIcon<Tool>>, RequestError> {
        let source = self.sources.require(source)?;
        source.tool(name).ok_or_else(|| source.no_tool(name))
    }

    /// Finds one entry of a list exactly as it came; `key` is the name of a tool or prompt, the URI of a resource, the
    /// URI template of a template. A webtool lists nothing but tools.
    pub fn listed(
        &self,
        source: &SourceId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        match self.sources.webtool(source) {
            None => self.servers.listed(source, list, key),
            Some(webtool) => {
                let tool = webtool.tool(key).ok_or_else(|| webtool.no_tool(key))?;
                Ok(ListedEntry::of(&tool.entry))
            }
        }
    }

    /// Returns why a tool's input schema cannot be used for a form; `None` if it can.
    pub async fn schema_problem(&self, source: &SourceId, tool: &Tool) -> Option<Message> {
        let worker = self.workers.of(Queue::Schemas, source.as_str());
        let nothing = Value::Object(Map::new());
        let checked = schema::faults(
            worker,
            tool.input_schema.clone(),
            nothing,
            Formats::Annotated,
        )
        .await;
        checked.err().map(|reason| reason.0)
    }

    /// Returns whether a tool can run as a task on its server.
    pub fn task_support(&self, source: &SourceId, tool: &Tool) -> TaskSupport {
        let entry = self.servers.of_source(source);
        match entry.map(|entry| entry.connection()) {
            Some(Ok(connection)) if !connection.supports_tasks() => TaskSupport::Forbidden,
            _ => tool.task_support,
        }
    }
}

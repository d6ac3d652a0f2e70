//! Makes a server a source of tools.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use serde_json::{Map, Value};
use usher_mcp::{Redactor, Tool};
use usher_messages::Message;
use usher_types::id::{ServerId, SourceId};

use crate::catalog::{EntryWithIcon, Section};
use crate::request_error::RequestError;
use crate::servers::entry::ServerEntry;
use crate::snapshot::ServerState;
use crate::tool_source::{OutgoingCall, Sent, ToolSource};

impl ToolSource for ServerEntry {
    fn id(&self) -> SourceId {
        SourceId::from(&self.id)
    }

    fn server_id(&self) -> Option<&ServerId> {
        Some(&self.id)
    }

    fn label(&self) -> String {
        self.label()
    }

    fn fingerprint(&self) -> String {
        self.transport_fingerprint()
    }

    fn is_on(&self) -> bool {
        self.state() != ServerState::Disabled
    }

    fn tools(&self) -> Section<Tool, SourceId> {
        self.catalog.section().of_source()
    }

    fn tool(&self, name: &str) -> Option<Arc<EntryWithIcon<Tool>>> {
        self.catalog.find(|tool: &Tool| tool.name == name)
    }

    fn no_tool(&self, name: &str) -> RequestError {
        RequestError::NotListed(
            Message::new("request.noTool")
                .with("server", self.label())
                .with("name", name),
        )
    }

    fn check_ready<'a>(
        &'a self,
        _tool: &'a str,
        _arguments: &'a Map<String, Value>,
    ) -> BoxFuture<'a, Result<(), RequestError>> {
        ready(self.reach().map(drop)).boxed()
    }

    fn send<'a>(&'a self, call: OutgoingCall<'a>) -> BoxFuture<'a, Result<Sent, RequestError>> {
        async move {
            let connection = self.reach()?;
            (call.still_approved)()?;
            let redactor = self.redactor();
            for secret in call.marked {
                redactor.learn(secret);
            }
            let started = connection
                .start_tool(
                    call.tool,
                    Arc::clone(call.arguments),
                    call.options,
                    call.run_as,
                )
                .await;
            Ok(Sent::Started {
                server: self.id.clone(),
                connection,
                started,
                redactor,
            })
        }
        .boxed()
    }

    fn redactor(&self) -> BoxFuture<'_, Result<Arc<Redactor>, RequestError>> {
        ready(Ok(self.redactor())).boxed()
    }
}

//! One connection to one server, as its users see it.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::mpsc;

use crate::call::CallOptions;
use crate::error::{CallError, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::Launch;
use crate::limits::Limits;
use crate::model::{
    Agreed, Completion, CompletionReference, ListKind, Listing, Prompt, PromptResult, ReadResult,
    Resource, ResourceTemplate, Tool, ToolResult,
};

/// Who we say we are.
#[derive(Debug, Clone)]
pub struct ClientIdentity {
    /// Programmatic name.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Version.
    pub version: String,
}

/// How to connect.
pub struct ConnectOptions {
    /// To what.
    pub launch: Launch,
    /// As whom.
    pub client: ClientIdentity,
    /// Longest from the start until `initialize` is answered.
    pub connect_timeout: Duration,
    /// Longest for every request that is no tool call.
    pub request_timeout: Duration,
    /// The connection's limits.
    pub limits: Limits,
    /// Where its events go.
    pub events: mpsc::Sender<ConnectionEvent>,
}

/// A live connection. Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Connection {
    agreed: std::sync::Arc<Agreed>,
}

/// Starts or reaches the server and agrees on a protocol version with it.
///
/// Events flow from the first message on, also while connecting, so that a failure can be shown with
/// what led to it.
pub async fn connect(options: ConnectOptions) -> Result<Connection, ConnectError> {
    drop(options);
    Err(ConnectError::Refused {
        reason: "this build cannot connect yet".into(),
    })
}

fn unavailable<T>() -> Result<T, CallError> {
    Err(CallError::NotOffered {
        what: "anything yet",
    })
}

impl Connection {
    /// What client and server agreed on.
    pub fn agreed(&self) -> &Agreed {
        &self.agreed
    }

    /// Whether the server declares such a list.
    pub fn offers(&self, kind: ListKind) -> bool {
        let _ = kind;
        false
    }

    /// The process id of a stdio server.
    pub fn pid(&self) -> Option<u32> {
        None
    }

    /// All tools, page by page.
    pub async fn list_tools(&self) -> Result<Listing<Tool>, CallError> {
        unavailable()
    }

    /// All resources, page by page.
    pub async fn list_resources(&self) -> Result<Listing<Resource>, CallError> {
        unavailable()
    }

    /// All resource templates, page by page.
    pub async fn list_templates(&self) -> Result<Listing<ResourceTemplate>, CallError> {
        unavailable()
    }

    /// All prompts, page by page.
    pub async fn list_prompts(&self) -> Result<Listing<Prompt>, CallError> {
        unavailable()
    }

    /// Runs a tool.
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        options: CallOptions,
    ) -> Result<ToolResult, CallError> {
        let _ = (name, arguments, options);
        unavailable()
    }

    /// Reads a resource.
    pub async fn read_resource(&self, uri: &str) -> Result<ReadResult, CallError> {
        let _ = uri;
        unavailable()
    }

    /// Gets a prompt; the argument values are text by the protocol.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Result<PromptResult, CallError> {
        let _ = (name, arguments);
        unavailable()
    }

    /// Asks for proposals for an argument; `context` holds the arguments already given.
    pub async fn complete(
        &self,
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: Map<String, Value>,
    ) -> Result<Completion, CallError> {
        let _ = (reference, argument, value, context);
        unavailable()
    }

    /// Asks to be told when a resource changes.
    pub async fn subscribe(&self, uri: &str) -> Result<(), CallError> {
        let _ = uri;
        unavailable()
    }

    /// Ends a subscription.
    pub async fn unsubscribe(&self, uri: &str) -> Result<(), CallError> {
        let _ = uri;
        unavailable()
    }

    /// Asks for a sign of life; how long it took.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        unavailable()
    }

    /// Says from which level on the server should log.
    pub async fn set_log_level(&self, level: &str) -> Result<(), CallError> {
        let _ = level;
        unavailable()
    }

    /// Closes the connection: a process gets the end of its stdin, then TERM, then KILL, the whole group;
    /// an HTTP session is deleted. Returns when it is gone.
    pub async fn close(&self) {}
}

//! Holds one connection to one server and its public methods.

mod connect_options;
mod connection_state;
mod discovery;
mod handshake;
mod http;
mod listen;
mod open;
mod pages;
mod param_headers;
mod ping;
mod requests;
mod session_state;
mod stdio;
mod subscription_filter;
mod tasks;

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::call::CallOptions;
use crate::decode::{content, offer};
use crate::error::{CallError, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::Launch;
use crate::model::{
    Agreed, CacheHint, Completion, CompletionReference, Endpoint, Era, ListKind, Listing, Prompt,
    PromptResult, ReadResult, Resource, ResourceTemplate,
};
use crate::redact::Redactor;
use crate::rpc::delivered;
pub use connect_options::ConnectOptions;
pub use connection_state::Connection;
use requests::{members, require};
pub use tasks::{FollowOptions, RunAs, Started};
use usher_types::tool::Tool;

/// Starts or reaches the server and negotiates a protocol version.
///
/// Events are sent from the first message on, also while connecting, so that a failure can be shown with its history;
/// a connection that was never established sends no [`ConnectionEvent::Closed`]. What was started is ended in the
/// background. Dropping the future has the same effect.
pub async fn connect(options: ConnectOptions) -> Result<Connection, ConnectError> {
    let redactor = options.launch.redactor();
    let connected = match options.launch.clone() {
        Launch::Stdio(launch) => stdio::open(launch, options).await,
        Launch::Http(launch) => http::open(launch, options).await,
    };
    connected.map_err(|error| redactor.connect_error(error))
}

impl Connection {
    /// Returns what client and server agreed on.
    pub fn agreed(&self) -> &Agreed {
        &self.shared.agreed
    }

    /// Returns whether the server declares such a list.
    pub fn offers(&self, kind: ListKind) -> bool {
        self.declares(match kind {
            ListKind::Tools => "tools",
            ListKind::Resources | ListKind::Templates => "resources",
            ListKind::Prompts => "prompts",
        })
    }

    /// Returns the process id of a stdio server.
    pub fn pid(&self) -> Option<u32> {
        self.shared.pid
    }

    /// Returns where a server behind an address was found.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        self.shared.endpoint.as_ref()
    }

    /// Waits until the listener has taken everything reported so far, but for the copies of frames and lines.
    pub async fn reported(&self) {
        let events = &self.shared.rpc.wire.events;
        let reports = events.reports();
        if self.shared.reports_taken.load(Ordering::Acquire) >= reports {
            return;
        }
        let (sender, taken) = oneshot::channel();
        events.send(ConnectionEvent::Mark(sender)).await;
        // A listener that is gone takes nothing more.
        let _ = taken.await;
        let reports_taken = &self.shared.reports_taken;
        reports_taken.fetch_max(reports, Ordering::AcqRel);
    }

    /// Lists all tools, page by page.
    pub async fn list_tools(&self) -> Result<Listing<Tool>, CallError> {
        require(self.offers(ListKind::Tools), "tools")?;
        let listing = pages::collect(
            self,
            ListKind::Tools,
            "tools/list",
            "tools",
            offer::tool,
            |tool| &tool.name,
        )
        .await?;
        if !self.uses_param_headers() {
            return Ok(listing);
        }
        Ok(param_headers::keep_valid(listing, &self.shared.rpc.wire))
    }

    /// Lists all resources, page by page.
    pub async fn list_resources(&self) -> Result<Listing<Resource>, CallError> {
        require(self.offers(ListKind::Resources), "resources")?;
        pages::collect(
            self,
            ListKind::Resources,
            "resources/list",
            "resources",
            offer::resource,
            |it| &it.uri,
        )
        .await
    }

    /// Lists all resource templates, page by page.
    pub async fn list_templates(&self) -> Result<Listing<ResourceTemplate>, CallError> {
        require(self.offers(ListKind::Templates), "resources")?;
        pages::collect(
            self,
            ListKind::Templates,
            "resources/templates/list",
            "resourceTemplates",
            offer::template,
            |template| &template.uri_template,
        )
        .await
    }

    /// Lists all prompts, page by page.
    pub async fn list_prompts(&self) -> Result<Listing<Prompt>, CallError> {
        require(self.offers(ListKind::Prompts), "prompts")?;
        pages::collect(
            self,
            ListKind::Prompts,
            "prompts/list",
            "prompts",
            offer::prompt,
            |prompt| &prompt.name,
        )
        .await
    }

    /// Redacts this redactor's secrets from everything reported from now on.
    pub fn learn_secrets(&self, typed: &Redactor) {
        self.shared.rpc.wire.redactor.learn_from(typed);
    }

    pub async fn read_resource(&self, uri: &str) -> Result<ReadResult, CallError> {
        self.read_resource_with(uri, None).await
    }

    /// As [`Self::read_resource`]; what the server asks meanwhile belongs to this call.
    pub async fn read_resource_with(
        &self,
        uri: &str,
        options: Option<CallOptions>,
    ) -> Result<ReadResult, CallError> {
        require(self.offers(ListKind::Resources), "resources")?;
        let params = members([("uri", uri.into())]);
        let answered = self.request_with("resources/read", params, options).await?;
        let mut cache = self.cache_hint(&answered.raw);
        if answered.has_asked
            && let Some(hint) = &mut cache
        {
            // It holds for what was answered, so it is not cached (2026-07-28, server/utilities/caching).
            hint.ttl = Duration::ZERO;
        }
        let mut notes = Vec::new();
        let read = content::read_result(answered.raw, answered.size_bytes, &mut notes);
        self.shared.rpc.wire.events.send_repairs(notes).await;
        read.map(|read| ReadResult { cache, ..read })
            .map_err(|error| self.redact_error(error))
    }

    /// Gets a prompt; the argument values are text by the protocol.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Result<PromptResult, CallError> {
        self.get_prompt_with(name, arguments, None).await
    }

    /// As [`Self::get_prompt`]; what the server asks meanwhile belongs to this call.
    pub async fn get_prompt_with(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        options: Option<CallOptions>,
    ) -> Result<PromptResult, CallError> {
        require(self.offers(ListKind::Prompts), "prompts")?;
        let params = members([("name", name.into()), ("arguments", arguments.into())]);
        let answered = self.request_with("prompts/get", params, options).await?;
        let mut notes = Vec::new();
        let result = content::prompt_result(answered.raw, answered.size_bytes, &mut notes);
        self.shared.rpc.wire.events.send_repairs(notes).await;
        result.map_err(|error| self.redact_error(error))
    }

    /// Completes an argument; `context` holds the arguments already given. What the server asks meanwhile belongs to the
    /// call of `options`. Returns the values with the result object, in which the values are those that were read.
    pub async fn complete(
        &self,
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: Map<String, Value>,
        options: Option<CallOptions>,
    ) -> Result<(Completion, Value), CallError> {
        let asked = self.ask_completion(reference, argument, value, context, options);
        let mut raw = asked.await?;
        let mut notes = Vec::new();
        let read = content::completion(&raw, &mut notes);
        self.shared.rpc.wire.events.send_repairs(notes).await;
        let completion = read.map_err(|error| self.redact_error(error))?;
        raw["completion"]["values"] = completion.values.clone().into();
        Ok((completion, raw))
    }

    async fn ask_completion(
        &self,
        reference: &CompletionReference,
        argument: &str,
        value: &str,
        context: Map<String, Value>,
        options: Option<CallOptions>,
    ) -> Result<Value, CallError> {
        // 2024-11-05 has completion but no capability to declare it with.
        let oldest = self.agreed().protocol_version == "2024-11-05";
        require(oldest || self.declares("completions"), "completions")?;
        let reference = match reference {
            CompletionReference::Prompt { name } => json!({"type": "ref/prompt", "name": name}),
            CompletionReference::Template { uri_template } => {
                json!({"type": "ref/resource", "uri": uri_template})
            }
        };
        let mut params = members([
            ("ref", reference),
            ("argument", json!({"name": argument, "value": value})),
        ]);
        if !context.is_empty() {
            params.insert("context".into(), json!({"arguments": context}));
        }
        let answered = self.request_with("completion/complete", params, options);
        Ok(answered.await?.raw)
    }

    /// Sets the lowest level the server should log.
    pub async fn set_log_level(&self, level: &str) -> Result<(), CallError> {
        require(self.declares("logging"), "logging")?;
        if self.agreed().era == Era::Modern {
            // From now on every request names it (2026-07-28, server/utilities/logging).
            self.shared.rpc.log_from(level);
            return Ok(());
        }
        self.request("logging/setLevel", Some(members([("level", level.into())])))
            .await?;
        self.remember(|state| state.log_level.replace(level.to_owned()));
        Ok(())
    }

    /// Notifies a legacy server that its roots have changed (2025-11-25, client/roots).
    ///
    /// A modern one asks for them with each request.
    pub async fn notify_roots_changed(&self) {
        if self.agreed().era == Era::Legacy {
            let peer = &self.shared.rpc.peer;
            // A connection that has ended needs no notification.
            if let Ok(delivery) = peer.notify("notifications/roots/list_changed", Some(json!({}))) {
                let _ = delivered(delivery).await;
            }
        }
    }

    /// Closes the connection and waits until it has ended.
    ///
    /// A process gets the end of its stdin, then TERM, then KILL, the whole group; an HTTP session is deleted.
    pub async fn close(&self) {
        self.shared.stop.cancel();
        self.shared.closed.cancelled().await;
    }

    /// Reads how long a result may be cached; only modern ones say so.
    fn cache_hint(&self, result: &Value) -> Option<CacheHint> {
        (self.agreed().era == Era::Modern)
            .then(|| CacheHint::from_result(result, self.shared.rpc.wire.limits.cache_ttl))
    }

    /// Returns whether a capability is declared; some servers write `true` for an object.
    fn declares(&self, capability: &str) -> bool {
        self.agreed()
            .capabilities
            .get(capability)
            .is_some_and(|value| value.is_object() || *value == Value::Bool(true))
    }

    fn declares_within(&self, capability: &str, detail: &str) -> bool {
        let declared = self
            .agreed()
            .capabilities
            .get(capability)
            .and_then(|value| value.get(detail));
        declared.is_some_and(|value| *value == Value::Bool(true))
    }

    fn redact_error(&self, error: CallError) -> CallError {
        match error {
            CallError::Undecodable { what, raw } => CallError::Undecodable {
                what,
                raw: self.shared.rpc.wire.redactor.value(raw),
            },
            other => other,
        }
    }
}

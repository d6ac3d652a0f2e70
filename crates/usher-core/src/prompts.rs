//! Prompts: listing and getting.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;
use usher_mcp::{Prompt, PromptResult};
use usher_messages::Message;

use crate::call_outcome::CallEnding;
use crate::calls::{Calls, RunningRequest};
use crate::catalog::Section;
use crate::request_error::RequestError;
use crate::resources::texts;
use crate::reviews::Reviews;
use crate::servers::{ServerEntry, Servers};
use usher_content::contents::Contents;
use usher_types::call::RequestKind;
use usher_types::caller::Caller;
use usher_types::content::PromptOutcome;
use usher_types::fault::Fault;
use usher_types::id::ServerId;
use usher_types::review::ItemKind;

/// Lists prompts and gets them.
pub struct Prompts {
    pub(crate) servers: Servers,
    pub(crate) reviews: Reviews,
    pub(crate) contents: Contents,
    pub(crate) calls: Calls,
}

impl Prompts {
    /// Prompts of one server, or of all that are on.
    pub fn list(&self, server: Option<&ServerId>) -> Result<Vec<Section<Prompt>>, RequestError> {
        self.servers.sections(server)
    }

    /// Gets a prompt with arguments, for the person; it is recorded.
    pub async fn get(
        &self,
        server: &ServerId,
        name: &str,
        arguments: &BTreeMap<String, String>,
    ) -> Result<PromptOutcome, RequestError> {
        let given = texts(arguments);
        let (caller, cancel) = (Caller::Person, CancellationToken::new());
        let request = self
            .calls
            .begin_unasked(caller, server.into(), name, given, cancel);
        let asked = self.ask(server, name, arguments, &request).await;
        let recorded = match request.unrecorded() {
            Some(ended) => Some(ended.record_at_once().await),
            None => None,
        };
        let (entry, got) = asked?;
        let (history_id, duration) = recorded
            .map(|recorded| (recorded.history_id, recorded.duration))
            .unwrap_or_default();
        let transport = &entry.definition().transport;
        Ok(PromptOutcome {
            description: got.description,
            messages: self
                .contents
                .look_at_messages(transport, got.messages)
                .await,
            history_id,
            duration,
            raw: got.raw,
        })
    }

    /// Gets a prompt as the server sent it, for an agent, whose gateway records it. What the server asks meanwhile belongs to `running`.
    pub async fn get_raw(
        &self,
        server: &ServerId,
        name: &str,
        arguments: &BTreeMap<String, String>,
        running: &RunningRequest,
    ) -> Result<Value, RequestError> {
        let (entry, got) = self.ask(server, name, arguments, running).await?;
        // What the server told meanwhile reaches the client before the result.
        if let Ok(connection) = entry.connection() {
            connection.reported().await;
        }
        Ok(got.raw)
    }

    async fn ask(
        &self,
        server: &ServerId,
        name: &str,
        arguments: &BTreeMap<String, String>,
        running: &RunningRequest,
    ) -> Result<(Arc<ServerEntry>, PromptResult), RequestError> {
        let entry = self.servers.require(server)?;
        self.reviews.allow(&entry, ItemKind::Prompt, name).await?;
        let connection = entry.reach()?;
        if let Some(prompt) = entry.catalog.find::<Prompt>(|prompt| prompt.name == name) {
            check(&prompt.entry, arguments)?;
        }
        let doing = Message::new("request.doing.prompt")
            .with("prompt", name)
            .with("server", entry.label());
        let options = running.sends_recorded(RequestKind::Prompt, &entry)?;
        let got = connection
            .get_prompt_with(name, texts(arguments), Some(options))
            .await
            .map_err(|error| RequestError::of(doing, error));
        running.ends(match &got {
            Ok(got) => CallEnding::Prompt {
                description: None,
                messages: Vec::new(),
                raw: got.raw.clone(),
                size_bytes: got.size_bytes,
            },
            Err(error) => error.clone().into(),
        });
        Ok((entry, got?))
    }
}

fn check(prompt: &Prompt, arguments: &BTreeMap<String, String>) -> Result<(), RequestError> {
    let faults: Vec<_> = prompt
        .arguments
        .iter()
        .filter(|argument| {
            argument.required && arguments.get(&argument.name).is_none_or(String::is_empty)
        })
        .map(|argument| Fault {
            path: argument.name.clone(),
            message: Message::new("field.required"),
        })
        .collect();
    if faults.is_empty() {
        return Ok(());
    }
    Err(RequestError::Invalid {
        message: Message::new("request.promptArguments").with("prompt", prompt.name.as_str()),
        faults,
    })
}

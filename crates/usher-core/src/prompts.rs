//! Prompts: listing and getting.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use usher_mcp::{CallOptions, Prompt, PromptResult};
use usher_messages::Message;

use crate::catalog::Section;
use crate::request_error::RequestError;
use crate::reviews::Reviews;
use crate::running_calls::RunningRequest;
use crate::servers::{ServerEntry, Servers};
use usher_content::contents::Contents;
use usher_types::content::{PromptMessage, PromptOutcome};
use usher_types::fault::Fault;
use usher_types::id::ServerId;
use usher_types::review::ItemKind;

/// Lists prompts and gets them.
pub struct Prompts {
    pub(crate) servers: Servers,
    pub(crate) reviews: Reviews,
    pub(crate) contents: Contents,
}

impl Prompts {
    /// Prompts of one server, or of all that are on.
    pub fn list(&self, server: Option<&ServerId>) -> Result<Vec<Section<Prompt>>, RequestError> {
        self.servers.sections(server)
    }

    /// Gets a prompt with arguments.
    pub async fn get(
        &self,
        server: &ServerId,
        name: &str,
        arguments: &BTreeMap<String, String>,
    ) -> Result<PromptOutcome, RequestError> {
        let (entry, got, duration) = self.ask(server, name, arguments, None).await?;
        let (roles, blocks): (Vec<_>, Vec<_>) = got
            .messages
            .into_iter()
            .map(|message| (message.role, message.content))
            .unzip();
        let transport = &entry.definition().transport;
        let contents = self.contents.look_at(transport, blocks).await;
        Ok(PromptOutcome {
            description: got.description,
            messages: roles
                .into_iter()
                .zip(contents)
                .map(|(role, content)| PromptMessage { role, content })
                .collect(),
            duration,
            raw: got.raw,
        })
    }

    /// Gets a prompt as the server sent it, for an agent. What the server asks meanwhile belongs to `running`.
    pub async fn get_raw(
        &self,
        server: &ServerId,
        name: &str,
        arguments: &BTreeMap<String, String>,
        running: &RunningRequest,
    ) -> Result<Value, RequestError> {
        let options = running.options();
        let (entry, got, _) = self.ask(server, name, arguments, Some(options)).await?;
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
        options: Option<CallOptions>,
    ) -> Result<(Arc<ServerEntry>, PromptResult, Duration), RequestError> {
        let entry = self.servers.require(server)?;
        self.reviews.allow(&entry, ItemKind::Prompt, name).await?;
        let connection = entry.reach()?;
        if let Some(prompt) = entry.catalog.find::<Prompt>(|prompt| prompt.name == name) {
            check(&prompt.entry, arguments)?;
        }
        let began = Instant::now();
        let doing = Message::new("request.doing.prompt")
            .with("prompt", name)
            .with("server", entry.label());
        let arguments: Map<_, _> = arguments
            .iter()
            .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
            .collect();
        let got = connection
            .get_prompt_with(name, arguments, options)
            .await
            .map_err(|error| RequestError::of(doing, error))?;
        Ok((entry, got, began.elapsed()))
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

//! Prompts: listing and getting.

use std::collections::BTreeMap;

use usher_mcp::Prompt;

use usher_calls::calls::{Calls, NewCall, Record, Returned, Subject, texts};
use usher_content::contents::Contents;
use usher_servers::catalog::Section;
use usher_servers::request_error::RequestError;
use usher_servers::servers::Servers;
use usher_types::caller::Caller;
use usher_types::content::PromptOutcome;
use usher_types::id::ServerId;

/// Lists prompts and gets them.
pub struct Prompts {
    pub(crate) servers: Servers,
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
        let entry = self.servers.require(server)?;
        let (caller, arguments) = (Caller::Person, texts(arguments));
        let call = NewCall::new(caller, server.into(), Subject::Prompt, name, arguments);
        let returned = self.calls.start(call, Record::Kept)?.returned().await?;
        let Returned::Prompt(recorded, got) = returned else {
            return Err(RequestError::Cancelled);
        };
        let transport = &entry.definition().transport;
        Ok(PromptOutcome {
            description: got.description,
            messages: self
                .contents
                .look_at_messages(transport, got.messages)
                .await,
            history_id: recorded.history_id,
            duration: recorded.duration,
            raw: got.raw,
        })
    }
}

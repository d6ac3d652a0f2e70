//! Prompts.

use usher_core::catalog::Shown;
use usher_core::prompts as core;
use usher_core::protocol as mcp;
use usher_types::id::ServerId;

use super::{display_name, ms};
use crate::prompt::{PromptArgument, PromptHead, PromptMessage, PromptOutcome};

/// A prompt's row.
pub(crate) fn head(server: &ServerId, shown: &Shown<mcp::Prompt>) -> PromptHead {
    let prompt = &shown.entry;
    PromptHead {
        server_id: server.clone(),
        name: prompt.name.clone(),
        title: display_name(prompt.title.as_ref(), &prompt.name),
        description: prompt.description.clone(),
        icon: shown.icon.clone().map(Into::into),
        arguments: prompt
            .arguments
            .iter()
            .map(|argument| PromptArgument {
                name: argument.name.clone(),
                title: display_name(argument.title.as_ref(), &argument.name),
                description: argument.description.clone(),
                required: argument.required,
            })
            .collect(),
    }
}

impl From<core::PromptOutcome> for PromptOutcome {
    fn from(outcome: core::PromptOutcome) -> Self {
        Self {
            description: outcome.description,
            messages: outcome
                .messages
                .into_iter()
                .map(|message| PromptMessage {
                    role: message.role,
                    content: message.content.into(),
                })
                .collect(),
            duration_ms: ms(outcome.duration),
            raw: outcome.raw,
        }
    }
}

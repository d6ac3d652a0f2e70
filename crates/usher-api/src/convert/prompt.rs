//! Prompts.

use usher_core::catalog::Shown;
use usher_core::protocol as mcp;
use usher_types::id::ServerId;

use super::display_name;
use crate::prompt::{PromptArgument, PromptHead};

pub(crate) fn head(server: &ServerId, shown: &Shown<mcp::Prompt>) -> PromptHead {
    let prompt = &shown.entry;
    PromptHead {
        server_id: server.clone(),
        name: prompt.name.clone(),
        title: display_name(prompt.title.as_ref(), &prompt.name),
        description: prompt.description.clone(),
        icon: shown.icon.clone(),
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

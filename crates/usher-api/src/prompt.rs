//! Prompts.

use crate::convert::display_name;
use crate::icon::ThemedIcon;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use usher_mcp as mcp;
use usher_servers::catalog::EntryWithIcon;
pub use usher_types::content::{PromptMessage, PromptOutcome};
use usher_types::id::ServerId;

/// A prompt as its row shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptHead {
    pub server_id: ServerId,
    /// Its name in the protocol.
    pub name: String,
    /// Its display name: `title`, else `name`.
    pub title: String,
    pub description: Option<String>,
    pub icon: Option<ThemedIcon>,
    /// Its arguments, in the server's order.
    pub arguments: Vec<PromptArgument>,
}

/// One argument of a prompt; always text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptArgument {
    pub name: String,
    pub title: String,
    pub description: Option<String>,
    /// Whether it has to be given.
    pub required: bool,
}

/// Gets a prompt with arguments.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct GetPromptParams {
    pub server_id: ServerId,
    pub name: String,
    pub arguments: BTreeMap<String, String>,
}

pub(crate) fn head(server: &ServerId, shown: &EntryWithIcon<mcp::Prompt>) -> PromptHead {
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

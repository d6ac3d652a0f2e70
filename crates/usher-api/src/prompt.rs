//! Prompts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::icon::ThemedIcon;
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

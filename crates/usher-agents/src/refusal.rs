//! Why an agent's file is not touched, and what the person can paste into it instead.

use std::path::Path;

use serde_json::{Value, json};
use usher_config::other_apps::{Format, nested};
use usher_messages::Message;

use crate::agent::Agent;
use crate::entry::Entry;
use crate::{toml, yaml};

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong and what to do.
    pub reason: Message,
    /// The text to paste into the agent's file by hand.
    pub paste: String,
}

impl Refusal {
    pub(crate) fn new(reason: Message, agent: &Agent, entry: &Entry) -> Self {
        Self {
            reason,
            paste: text_to_paste(agent, entry),
        }
    }
}

/// The entry with the keys that lead to it, in the format of the agent's file.
pub(crate) fn text_to_paste(agent: &Agent, entry: &Entry) -> String {
    let value = entry.value(agent);
    let mut keys = agent.app.servers.to_vec();
    keys.push(&entry.name);
    match agent.app.format {
        Format::Json => pretty(&nested(&keys, value)),
        Format::Toml => toml::block(&keys, &value, "\n"),
        Format::Yaml => yaml::block(&nested(&keys, value), 0, "\n"),
    }
}

/// The text for an agent that Usher does not know, in the form that most of them read.
pub fn common_text(program: &Path) -> String {
    let entry = json!({ "command": program.to_string_lossy(), "args": ["connect"] });
    pretty(&nested(&["mcpServers", "usher"], entry))
}

fn pretty(value: &Value) -> String {
    // Values have no keys but texts, so that writing them cannot fail.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

//! Why an agent's file is not touched, and what the person can change in it instead.

use std::path::Path;

use serde_json::{Value, json};
use usher_config::file_format::{Format, nested};
use usher_messages::Message;

use crate::agent::Agent;
use crate::edit::Edit;
use crate::entry::Entry;
use crate::{toml, yaml};

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong and what to do.
    pub reason: Message,
    /// The text to add to the agent's file by hand, or the keys of the servers to remove from it, one a line.
    pub by_hand: String,
}

impl Refusal {
    pub(crate) fn new(reason: Message, agent: &Agent, edit: &Edit) -> Self {
        let by_hand = match edit {
            Edit::Connect(entry) => text_to_add(agent, entry),
            Edit::Remove(names) => keys_of(agent, names),
        };
        Self { reason, by_hand }
    }
}

fn keys_of(agent: &Agent, names: &[String]) -> String {
    let servers = agent.app.servers.join(".");
    let keys = names.iter().map(|name| format!("{servers}.{name}\n"));
    keys.collect()
}

/// The entry with the keys that lead to it, in the format of the agent's file. It has no key of a client: what is shown may
/// be copied anywhere.
fn text_to_add(agent: &Agent, entry: &Entry) -> String {
    let entry = &Entry {
        key: None,
        ..entry.clone()
    };
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

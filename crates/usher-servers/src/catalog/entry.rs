//! One entry of a list exactly as the server sent it.

use serde_json::Value;
use usher_mcp::{ListKind, Prompt, Resource, ResourceTemplate, Tool};
use usher_messages::Message;

use super::Catalog;

/// An entry as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedEntry {
    /// All of it. Server text.
    pub raw: Value,
    /// What had to be put right to use it, in plain words.
    pub repaired: Vec<Message>,
}

impl ListedEntry {
    pub fn of(tool: &Tool) -> Self {
        Self {
            raw: tool.raw.value().clone(),
            repaired: tool.repaired.clone(),
        }
    }
}

impl Catalog {
    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub(crate) fn listed(&self, list: ListKind, key: &str) -> Option<ListedEntry> {
        macro_rules! entry {
            ($kind:ty, $key:ident) => {
                self.find::<$kind>(|entry| entry.$key == key)
                    .map(|shown| ListedEntry {
                        raw: shown.entry.raw.value().clone(),
                        repaired: shown.entry.repaired.clone(),
                    })
            };
        }
        match list {
            ListKind::Tools => entry!(Tool, name),
            ListKind::Resources => entry!(Resource, uri),
            ListKind::Templates => entry!(ResourceTemplate, uri_template),
            ListKind::Prompts => entry!(Prompt, name),
        }
    }
}

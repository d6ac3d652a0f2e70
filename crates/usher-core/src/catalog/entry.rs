//! One entry of a list exactly as the server sent it, whatever kind it is.

use serde_json::Value;
use usher_mcp::{ListKind, Prompt, Resource, ResourceTemplate, Tool};

use super::Catalog;
use crate::host::Host;
use crate::servers::RequestError;
use usher_types::id::ServerId;

/// An entry as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedEntry {
    /// All of it. Server text.
    pub raw: Value,
    /// What had to be put right to use it, in plain words.
    pub repaired: Vec<String>,
}

impl ListedEntry {
    fn of(shown: super::Shown<Tool>) -> Self {
        Self {
            raw: shown.entry.raw,
            repaired: shown.entry.repaired,
        }
    }
}

impl Host {
    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub fn listed(
        &self,
        server: &ServerId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        if let Some(webtool) = self.around().webtools.owned_by(server) {
            return webtool.tool(key).map(ListedEntry::of).ok_or_else(|| {
                RequestError::NotListed(format!(
                    "“{}” has no action called {key}.",
                    webtool.label()
                ))
            });
        }
        let room = self.room_of(server)?;
        room.catalog.listed(list, key).ok_or_else(|| {
            RequestError::NotListed(format!(
                "“{}” does not list {key} any more. It may be listed again after a restart of the server.",
                room.label()
            ))
        })
    }
}

impl Catalog {
    fn listed(&self, list: ListKind, key: &str) -> Option<ListedEntry> {
        macro_rules! entry {
            ($kind:ty, $key:ident) => {
                self.find::<$kind>(|entry| entry.$key == key)
                    .map(|shown| ListedEntry {
                        raw: shown.entry.raw,
                        repaired: shown.entry.repaired,
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

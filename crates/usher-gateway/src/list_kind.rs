//! The lists of the protocol, and by what a change of one is known.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

/// The lists of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl List {
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }
}

/// The digest of a list, by which a change of it is known.
pub(crate) fn digest(list: List, entries: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in entries {
        match list {
            // There may be very many, and their addresses are what a client reads them by.
            List::Resources => entry["uri"].as_str().hash(&mut hasher),
            List::Tools | List::Prompts | List::Templates => entry.to_string().hash(&mut hasher),
        }
    }
    hasher.finish()
}

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
pub(crate) fn digest(entries: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    entries.hash(&mut hasher);
    hasher.finish()
}

//! The lists of the protocol, and by what a change of one is known.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use usher_types::sent_json::SentJson;

/// The lists of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl List {
    /// Returns the list that a method asks for.
    pub(crate) fn of_method(method: &str) -> Option<Self> {
        match method {
            "tools/list" => Some(Self::Tools),
            "prompts/list" => Some(Self::Prompts),
            "resources/list" => Some(Self::Resources),
            "resources/templates/list" => Some(Self::Templates),
            _ => None,
        }
    }

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
pub(crate) fn digest(entries: &[SentJson]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in entries {
        entry.value().hash(&mut hasher);
    }
    hasher.finish()
}

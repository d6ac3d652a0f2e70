//! Defines who starts a call.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, ServerId};

/// Who starts a call. Rules and records are about one of these; its serialised form is what the database holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Caller {
    /// The person, in the window.
    #[default]
    Person,
    /// A program that reaches the servers through Usher, whatever it is named by now.
    Client { id: ClientId },
    /// An MCP App (extension `io.modelcontextprotocol/ui`).
    App { server: ServerId, uri: String },
    /// A model, in a conversation with the person.
    Conversation { id: String },
}

impl Caller {
    /// The client that calls; `None` = no client does.
    pub fn client(&self) -> Option<&ClientId> {
        match self {
            Self::Client { id } => Some(id),
            Self::Person | Self::App { .. } | Self::Conversation { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_are_stored_under_stable_words() {
        let rows = [
            (Caller::Person, r#"{"kind":"person"}"#),
            (
                Caller::Client { id: "c".into() },
                r#"{"kind":"client","id":"c"}"#,
            ),
            (
                Caller::App {
                    server: "s".into(),
                    uri: "ui://map".into(),
                },
                r#"{"kind":"app","server":"s","uri":"ui://map"}"#,
            ),
            (
                Caller::Conversation { id: "7".into() },
                r#"{"kind":"conversation","id":"7"}"#,
            ),
        ];
        for (caller, stored) in rows {
            assert_eq!(serde_json::to_string(&caller).ok().as_deref(), Some(stored));
            assert_eq!(serde_json::from_str(stored).ok(), Some(caller), "{stored}");
        }
    }
}

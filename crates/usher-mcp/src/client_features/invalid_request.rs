//! Describes what is invalid in a request of a server.

use usher_messages::Message;

/// What is wrong with a request of a server. The texts go to the server; people read those of the codes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InvalidRequest {
    #[error("an elicitation in URL mode needs a url")]
    NoUrl,
    #[error("this client does not support the elicitation mode {0:?}")]
    Mode(String),
    #[error("a message mixes tool results with other content")]
    MixedResults,
    #[error("a tool use is not followed by its tool result")]
    NoToolResult,
}

impl InvalidRequest {
    pub(super) fn message(&self) -> Message {
        match self {
            Self::NoUrl => Message::new("response.notAllowed.noUrl"),
            Self::Mode(mode) => {
                Message::new("response.notAllowed.mode").with("mode", mode.as_str())
            }
            Self::MixedResults => Message::new("response.notAllowed.mixedResults"),
            Self::NoToolResult => Message::new("response.notAllowed.noToolResult"),
        }
    }
}

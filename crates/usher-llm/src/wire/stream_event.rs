//! Defines how an answer in parts goes on.

use usher_messages::Message;

/// A message in the middle of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StreamEvent {
    /// The answer goes on.
    More,
    End,
    /// The provider says that it failed.
    Failure,
}

/// What was sent is not understood; names the missing member.
pub(super) fn missing(member: &'static str) -> Message {
    Message::new("models.reason.missing").with("member", member)
}

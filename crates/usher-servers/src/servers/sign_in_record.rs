//! What became of a sign-in that the person was shown, and the record of it.

use serde_json::Value;
use usher_messages::Message;
use usher_oauth::SignInError;
use usher_types::approval::{ApprovalEnding, ApprovalKind};

use super::context::Context;
use super::entry::ServerEntry;
use crate::decision::Decided;

/// How a sign-in ended without access.
pub(super) enum SignInEnding {
    /// The person stopped it.
    Cancelled,
    /// The person or the authorization server declined.
    Declined(Message),
    /// It came to nothing, and why.
    Failed(Message),
    /// It was not waited for any longer, and why.
    Left(Message),
}

impl SignInEnding {
    pub(super) fn of(error: &SignInError) -> Self {
        match error {
            SignInError::Denied => Self::Declined(error.message()),
            other => Self::Failed(other.message()),
        }
    }
}

/// Records what became of a sign-in the person was shown.
pub(super) fn record(
    entry: &ServerEntry,
    context: &Context,
    shown: Value,
    since: i64,
    result: Result<(), SignInEnding>,
) {
    let (ending, reason) = match result {
        Ok(()) => (ApprovalEnding::Accepted, Message::new("ended.signedIn")),
        Err(SignInEnding::Cancelled) => (
            ApprovalEnding::Cancelled,
            Message::new("ended.signInCancelled"),
        ),
        Err(SignInEnding::Declined(why)) => (ApprovalEnding::Declined, why),
        Err(SignInEnding::Failed(why)) => (ApprovalEnding::Failed, why),
        Err(SignInEnding::Left(why)) => (ApprovalEnding::Moot, why),
    };
    let decided = Decided {
        kind: ApprovalKind::SignIn,
        tool: None,
        shown,
        ending,
        reason,
        since: Some(since),
    };
    context.decided(entry, decided);
}

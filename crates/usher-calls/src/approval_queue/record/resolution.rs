//! How an approval ended, and what of its answer is recorded.

use serde_json::Value;
use usher_messages::Message;
use usher_types::approval::ApprovalEnding;

/// What of an answer is recorded.
#[derive(Default)]
pub(in crate::approval_queue) struct AnswerRecord {
    /// What the person changed of what was shown.
    pub(in crate::approval_queue) changed: Option<Value>,
    /// What went to the server beside yes and no, and to models.
    pub(in crate::approval_queue) sent: Option<Value>,
}

/// How an approval ended.
#[derive(Clone)]
pub(crate) struct Resolution {
    pub(crate) ending: ApprovalEnding,
    /// Why.
    pub(crate) reason: Message,
    /// What the person changed of what was shown.
    pub(crate) changed: Option<Value>,
    /// What went to the server beside yes and no, and to models.
    pub(crate) sent: Option<Value>,
    /// The rule that answered, if that was not the person.
    pub(crate) policy: Option<Message>,
}

impl Resolution {
    /// An end without an answer.
    pub(crate) fn unanswered(ending: ApprovalEnding, reason: Message) -> Self {
        Self {
            ending,
            reason,
            changed: None,
            sent: None,
            policy: None,
        }
    }

    /// A no the person has given for good.
    pub(crate) fn declined_by_rule(policy: Message) -> Self {
        Self {
            policy: Some(policy),
            ..Self::unanswered(
                ApprovalEnding::Declined,
                Message::new("ended.declinedByPolicy"),
            )
        }
    }
}

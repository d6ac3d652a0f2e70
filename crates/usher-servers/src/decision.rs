//! What the person has decided where no server asked: about what is declared now, about how a server is started, and
//! whether to sign in. Not here: how it is recorded, which is done as for answers to approvals.

use serde_json::{Value, json};
use usher_messages::Message;

use crate::limits::RECORDED_DIFFERENCES;
use usher_review::difference::Differences;
use usher_types::approval::{ApprovalEnding, ApprovalKind};

/// A decision, or what came of it.
pub struct Decided {
    pub kind: ApprovalKind,
    /// The tool that was decided about, if it was one.
    pub tool: Option<String>,
    /// What the person was shown.
    pub shown: Value,
    /// The decision, or what came of it.
    pub ending: ApprovalEnding,
    /// What was decided, or why.
    pub reason: Message,
    /// Since when it was waited for, Unix ms; `None` = nobody waited.
    pub since: Option<i64>,
}

/// Adds differences to what is recorded, the weightiest first.
pub fn record_differences(shown: &mut Value, differences: &Differences) {
    let listed = differences.listed.iter().take(RECORDED_DIFFERENCES);
    let messages: Vec<_> = listed.map(|one| &one.message).collect();
    let left_out = differences.listed.len() - messages.len() + differences.left_out;
    shown["differences"] = json!(messages);
    if left_out > 0 {
        shown["moreDifferences"] = json!(left_out);
    }
}

//! What of a decision about definitions is recorded: which, with their digests, and what differed in words.

use serde_json::{Value, json};

use super::declared::declared_item;
use crate::approval_queue::{ApprovalQueue, Decided, Requester, in_words};
use crate::servers::ServerEntry;
use usher_messages::Message;
use usher_review::diff::differences;
use usher_review::items::{Item, ItemName, Pin};
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::review::{ItemKind, ItemState};

/// An item the person decided about, and its earlier pin.
pub(super) struct ShownItem {
    pub(super) item: Item,
    pub(super) pin: Option<Pin>,
}

/// Records that the person takes these as they were shown.
pub(super) fn accepted(entry: &ServerEntry, approvals: &ApprovalQueue, held: &[ShownItem]) {
    let reason = match held {
        [] => return,
        [one] if one.item.state == ItemState::Gone => {
            format!("{}: it is gone and forgotten.", title(&one.item))
        }
        [one] => format!("{}, as it is declared now.", title(&one.item)),
        many => format!("{} definitions, as they are declared now.", many.len()),
    };
    record(entry, approvals, held, ApprovalEnding::Accepted, reason);
}

/// Records that the person keeps what they had looked at.
pub(super) fn kept(entry: &ServerEntry, approvals: &ApprovalQueue, held: &[ShownItem]) {
    let reason = match held {
        [] => return,
        [one] => format!(
            "{}, as it is declared now. It stays stopped.",
            title(&one.item)
        ),
        many => format!(
            "{} definitions, as they are declared now. They stay stopped.",
            many.len()
        ),
    };
    record(entry, approvals, held, ApprovalEnding::Declined, reason);
}

/// Records that the person takes back that they had looked at these.
pub(super) fn forgotten(entry: &ServerEntry, approvals: &ApprovalQueue, held: &[ShownItem]) {
    let reason = match held {
        [] => return,
        [one] => format!("{}: the review was taken back.", title(&one.item)),
        many => format!("{} definitions: the review was taken back.", many.len()),
    };
    record(entry, approvals, held, ApprovalEnding::Declined, reason);
}

/// Records that the accepted definition of an item was put back.
pub(super) fn restored(entry: &ServerEntry, approvals: &ApprovalQueue, item: &ItemName) {
    let message = Message::new("restorePin.restored").with("name", item.name.as_str());
    let shown = json!({ "kind": item.kind.word(), "name": item.name, "state": "tampered" });
    let decided = Decided {
        kind: ApprovalKind::Definition,
        shown: json!({ "items": [shown] }),
        ending: ApprovalEnding::Accepted,
        reason: message.to_string(),
        since: None,
    };
    approvals.decided(&Requester::of(entry, entry.redactor()), decided);
}

fn record(
    entry: &ServerEntry,
    approvals: &ApprovalQueue,
    held: &[ShownItem],
    ending: ApprovalEnding,
    reason: String,
) {
    let items: Vec<Value> = held.iter().map(|held| shown(entry, held)).collect();
    let decided = Decided {
        kind: ApprovalKind::Definition,
        shown: json!({ "items": items }),
        ending,
        reason,
        since: None,
    };
    approvals.decided(&Requester::of(entry, entry.redactor()), decided);
}

fn shown(entry: &ServerEntry, ShownItem { item, pin }: &ShownItem) -> Value {
    let mut shown = json!({
        "kind": item.item.kind.word(),
        "name": item.item.name,
        "state": state(&item.state),
        "digest": item.digest.as_ref().map(usher_review::canonical::Digest::as_str),
    });
    if let ItemState::Renamed { from } = &item.state {
        shown["from"] = json!(from);
    }
    if let Some(pin) = pin {
        shown["before"] = json!(pin.digest.as_str());
        let now = declared_item(entry, &item.item);
        if let (Some(was), Some(now)) = (pin.value(), now) {
            shown["differences"] = in_words(&differences(&was, &now.value));
        }
    }
    shown
}

fn state(state: &ItemState) -> &'static str {
    match state {
        ItemState::Unchanged => "unchanged",
        ItemState::New => "new",
        ItemState::Renamed { .. } => "renamed",
        ItemState::AsBrought => "asBrought",
        ItemState::UnlikeBrought => "unlikeBrought",
        ItemState::Changed => "changed",
        ItemState::Gone => "gone",
        ItemState::Tampered => "tampered",
    }
}

/// How an item is named in a sentence.
fn title(item: &Item) -> String {
    match item.item.kind {
        ItemKind::Tool => format!("The tool {}", item.item.name),
        ItemKind::Prompt => format!("The prompt {}", item.item.name),
        ItemKind::Template => format!("The resource template {}", item.item.name),
        ItemKind::Instructions => "What the server says a model should know".to_owned(),
    }
}

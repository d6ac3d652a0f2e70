//! What of a decision about definitions is recorded: which, with their digests, and what differed.

use serde_json::{Value, json};

use super::declared::declared_item;
use crate::approval_queue::{ApprovalQueue, Requester};
use usher_messages::Message;
use usher_review::diff::differences;
use usher_review::items::{Item, ItemName, Pin};
use usher_servers::decision::{Decided, record_differences};
use usher_servers::servers::ServerEntry;
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
        [one] if one.item.state == ItemState::Gone => of_item("ended.definition.gone", &one.item),
        [one] => of_item("ended.definition.approved", &one.item),
        many => Message::new("ended.definitions.approved").with("count", many.len()),
    };
    record(entry, approvals, held, ApprovalEnding::Accepted, reason);
}

/// Records that the person takes what alone differs as changing.
pub(super) fn varying(entry: &ServerEntry, approvals: &ApprovalQueue, held: &ShownItem) {
    let reason = of_item("ended.definition.varying", &held.item);
    record(
        entry,
        approvals,
        std::slice::from_ref(held),
        ApprovalEnding::Accepted,
        reason,
    );
}

/// Records that the person keeps what they had looked at.
pub(super) fn kept(entry: &ServerEntry, approvals: &ApprovalQueue, held: &[ShownItem]) {
    let reason = match held {
        [] => return,
        [one] => of_item("ended.definition.blocked", &one.item),
        many => Message::new("ended.definitions.blocked").with("count", many.len()),
    };
    record(entry, approvals, held, ApprovalEnding::Declined, reason);
}

/// Records that the person takes back that they had looked at these.
pub(super) fn forgotten(entry: &ServerEntry, approvals: &ApprovalQueue, held: &[ShownItem]) {
    let reason = match held {
        [] => return,
        [one] => of_item("ended.definition.undone", &one.item),
        many => Message::new("ended.definitions.undone").with("count", many.len()),
    };
    record(entry, approvals, held, ApprovalEnding::Declined, reason);
}

/// Records that the accepted definition of an item was put back.
pub(super) fn restored(entry: &ServerEntry, approvals: &ApprovalQueue, item: &ItemName) {
    let message = Message::new("restorePin.restored").with("name", item.name.as_str());
    let shown = json!({ "kind": item.kind.as_db_str(), "name": item.name, "state": "tampered" });
    let decided = Decided {
        kind: ApprovalKind::Definition,
        tool: tool_name(item),
        shown: json!({ "items": [shown] }),
        ending: ApprovalEnding::Accepted,
        reason: message,
        since: None,
    };
    approvals.decided(&Requester::of(entry, entry.redactor()), decided);
}

fn record(
    entry: &ServerEntry,
    approvals: &ApprovalQueue,
    held: &[ShownItem],
    ending: ApprovalEnding,
    reason: Message,
) {
    let items: Vec<Value> = held.iter().map(|held| shown(entry, held)).collect();
    let tool = match held {
        [one] => tool_name(&one.item.item),
        _ => None,
    };
    let decided = Decided {
        kind: ApprovalKind::Definition,
        tool,
        shown: json!({ "items": items }),
        ending,
        reason,
        since: None,
    };
    approvals.decided(&Requester::of(entry, entry.redactor()), decided);
}

fn shown(entry: &ServerEntry, ShownItem { item, pin }: &ShownItem) -> Value {
    let mut shown = json!({
        "kind": item.item.kind.as_db_str(),
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
            record_differences(&mut shown, &differences(&was, &now.value));
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

/// The name of an item that is a tool.
fn tool_name(item: &ItemName) -> Option<String> {
    (item.kind == ItemKind::Tool).then(|| item.name.clone())
}

/// A message about one item.
fn of_item(code: &'static str, item: &Item) -> Message {
    let name = item.item.name.as_str();
    let title = match item.item.kind {
        ItemKind::Tool => Message::new("ended.item.tool").with("name", name),
        ItemKind::Prompt => Message::new("ended.item.prompt").with("name", name),
        ItemKind::Template => Message::new("ended.item.template").with("name", name),
        ItemKind::Instructions => Message::new("ended.item.instructions"),
        ItemKind::UiResource => Message::new("ended.item.uiResource").with("name", name),
    };
    Message::new(code).with("item", title)
}

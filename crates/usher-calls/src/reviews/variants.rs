//! Definitions that differ from their pins only in what the person has accepted as changing, and what may be accepted so.

use std::collections::HashMap;

use serde_json::Value;
use usher_mcp::{ListKind, Tool};
use usher_messages::Message;
use usher_review::items::Pin;
use usher_review::varying::Varying;
use usher_types::review::ItemKind;

use usher_servers::servers::ServerEntry;

/// Notes of each listed tool which definition was reviewed: decisions about it hold for its variants. Tells
/// whoever shows the list if that is another one now.
pub(super) fn note_variants(entry: &ServerEntry, pins: &[Pin]) {
    let varying = pins
        .iter()
        .filter(|pin| pin.item.kind == ItemKind::Tool && !pin.varying.is_empty());
    let varying: HashMap<_, _> = varying.map(|pin| (&*pin.item.name, pin)).collect();
    let tools = entry.catalog.section::<Tool>();
    let mut is_other = false;
    for listed in tools.items.iter() {
        let pin = varying.get(&*listed.entry.name);
        let reviewed = pin.and_then(|pin| pin.variant(&listed.entry.raw));
        is_other |= listed.set_reviewed(reviewed.as_ref());
    }
    if is_other {
        entry.catalog.tell(ListKind::Tools);
    }
}

/// Says what alone differs from a pin, if the person may accept that it changes; else nothing.
pub(super) fn differs(pin: &Pin, now: &Value) -> Vec<Message> {
    let (Some(was), Some(found)) = (pin.value(), pin.varies(now)) else {
        return Vec::new();
    };
    Varying::differences(&found, &was, now)
}

/// Says what the person has accepted as changing.
pub(super) fn accepted(pin: &Pin) -> Vec<Message> {
    let Some(was) = pin.value() else {
        return Vec::new();
    };
    let said = pin.varying.iter();
    said.map(|one| one.accepted_message(&was)).collect()
}

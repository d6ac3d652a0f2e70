//! What was reviewed of a server, in a setup file: each definition in its canonical form beside its digest. Here it is
//! only something to compare with: nobody has looked at it on this computer.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use usher_messages::{Message, Param};
use usher_review::canonical::Digest;
use usher_review::canonical::canonical;
use usher_review::items::{ItemName, Pin};
use usher_types::review::ItemKind;
use usher_types::text::visible;

/// One definition that was reviewed.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReviewedEntry {
    kind: ItemKind,
    /// Its name in the protocol; empty for instructions.
    name: String,
    /// Canonical JSON (RFC 8785).
    definition: String,
    sha256: String,
    /// Unix ms.
    reviewed_at: i64,
}

/// One that is what was written.
pub(super) fn entry(pin: Pin) -> Option<Value> {
    let definition = canonical(&pin.value()?);
    let entry = ReviewedEntry {
        kind: pin.item.kind,
        name: pin.item.name,
        sha256: pin.digest.to_string(),
        definition,
        reviewed_at: pin.reviewed_at,
    };
    serde_json::to_value(entry).ok()
}

/// Reads the reviewed items and verifies their digests; what does not fit is named.
pub(super) fn read(entries: &[Value], left_out: &mut Vec<Message>) -> Vec<Pin> {
    let mut pins: Vec<Pin> = Vec::new();
    for entry in entries {
        let Ok(entry) = ReviewedEntry::deserialize(entry) else {
            left_out.push(Message::new("setupFile.review.unreadable"));
            continue;
        };
        let called = match entry.kind {
            ItemKind::Instructions => Message::new("setupFile.review.instructions").into(),
            _ => Param::from(&*visible(&entry.name)),
        };
        match pin(entry) {
            Ok(pin) if pins.iter().any(|other| other.item == pin.item) => {
                left_out.push(Message::new("setupFile.review.twice").with("item", called));
            }
            Ok(pin) => pins.push(pin),
            Err(code) => left_out.push(Message::new(code).with("item", called)),
        }
    }
    pins
}

fn pin(entry: ReviewedEntry) -> Result<Pin, &'static str> {
    let item = ItemName {
        kind: entry.kind,
        name: entry.name,
    };
    let pin = Pin {
        item,
        definition: entry.definition,
        digest: Digest::kept(entry.sha256),
        reviewed_at: entry.reviewed_at,
        varying: Vec::new(),
    };
    match pin.value() {
        Some(value) if canonical(&value) != pin.definition => Err("setupFile.review.notCanonical"),
        Some(value) if !is_called(&pin.item, &value) => Err("setupFile.review.other"),
        Some(_) => Ok(pin),
        None if serde_json::from_str::<IgnoredAny>(&pin.definition).is_err() => {
            Err("setupFile.review.notJson")
        }
        None => Err("setupFile.review.digest"),
    }
}

fn is_called(item: &ItemName, definition: &Value) -> bool {
    let name = match item.kind {
        ItemKind::Tool | ItemKind::Prompt => &definition["name"],
        ItemKind::Template => &definition["uriTemplate"],
        ItemKind::UiResource => &definition["uri"],
        ItemKind::Instructions => return definition.is_string() && item.name.is_empty(),
    };
    name.as_str() == Some(&item.name)
}

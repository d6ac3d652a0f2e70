//! What was reviewed of a server, in a setup file: each definition in its canonical form beside its digest. Here it is
//! only something to compare with: nobody has looked at it on this computer.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    if !pin.is_intact() {
        return None;
    }
    let entry = ReviewedEntry {
        kind: pin.item.kind,
        name: pin.item.name,
        sha256: pin.digest.to_string(),
        definition: pin.definition,
        reviewed_at: pin.reviewed_at,
    };
    serde_json::to_value(entry).ok()
}

/// Reads the reviewed items and verifies their digests; what does not fit is named.
pub(super) fn read(entries: &[Value], left_out: &mut Vec<String>) -> Vec<Pin> {
    let mut pins: Vec<Pin> = Vec::new();
    for entry in entries {
        let Ok(entry) = ReviewedEntry::deserialize(entry) else {
            left_out.push("A reviewed definition in it cannot be read.".to_owned());
            continue;
        };
        let called = match entry.kind {
            ItemKind::Instructions => "what it tells models".to_owned(),
            _ => visible(&entry.name).into_owned(),
        };
        match pin(entry) {
            Ok(pin) if pins.iter().any(|other| other.item == pin.item) => {
                left_out.push(format!(
                    "The review of {called} is in the file twice; the first counts."
                ));
            }
            Ok(pin) => pins.push(pin),
            Err(problem) => left_out.push(format!("The review of {called} is left out: {problem}")),
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
    };
    match pin.value() {
        Some(value) if canonical(&value) != pin.definition => Err("it is not in canonical form."),
        Some(value) if !is_called(&pin.item, &value) => {
            Err("it is the definition of something else.")
        }
        Some(_) => Ok(pin),
        None if serde_json::from_str::<IgnoredAny>(&pin.definition).is_err() => {
            Err("it is not JSON.")
        }
        None => {
            Err("it was changed in the file and does not have the digest that stands beside it.")
        }
    }
}

fn is_called(item: &ItemName, definition: &Value) -> bool {
    let name = match item.kind {
        ItemKind::Tool | ItemKind::Prompt => &definition["name"],
        ItemKind::Template => &definition["uriTemplate"],
        ItemKind::Instructions => return definition.is_string() && item.name.is_empty(),
    };
    name.as_str() == Some(&item.name)
}

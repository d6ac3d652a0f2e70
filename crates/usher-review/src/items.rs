//! Compares each item a server declares with its pin.
//!
//! Not here: where the pins are stored (`usher-store`) and what the person does about them (`usher-calls`).

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_types::review::{DifferenceKind, ItemKind, ItemState, ReviewCounts, SingleReason};
use usher_types::sent_json::SentJson;

use super::canonical::{Digest, canonical};
use crate::deceptive_text::{DeceptiveText, deceptive_text};
use crate::diff::differences;
use crate::varying::Varying;

/// Which item of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct ItemName {
    pub kind: ItemKind,
    /// Its name in the protocol. Server text.
    pub name: String,
}

/// An item as its server declares it now.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    pub item: ItemName,
    pub value: SentJson,
}

/// An item as it was when the person last looked at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    pub item: ItemName,
    /// Its JSON text as it was sent; canonical (RFC 8785) if an older Usher stored it.
    pub definition: String,
    pub digest: Digest,
    /// When that was, Unix ms.
    pub reviewed_at: i64,
    /// The places that the person has accepted as changing.
    pub varying: Vec<Varying>,
}

/// An item in a server's review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PinItem")]
pub struct Item {
    #[serde(flatten)]
    pub item: ItemName,
    pub state: ItemState,
    /// SHA-256 of the canonical form of what is declared now; `null` = nothing is.
    #[ts(as = "Option<String>")]
    pub digest: Option<Digest>,
    /// When the pin was reviewed here or elsewhere, Unix ms; `null` = never, or Usher brings it itself.
    pub reviewed_at: Option<i64>,
    /// What a change is about, the weightiest first.
    pub about: Vec<DifferenceKind>,
    /// Why it is accepted only by itself; empty = it may be accepted together with others.
    pub single: Vec<SingleReason>,
    /// Labels of other sources with a tool of this name and another definition.
    pub namesakes: Vec<String>,
    /// Whether the person has seen exactly what is declared now, and keeps what was reviewed before: it stays stopped.
    pub kept_old: bool,
}

impl Declared {
    pub fn digest(&self) -> Digest {
        Digest::of_value(&self.value)
    }

    pub fn pin(&self, reviewed_at: i64) -> Pin {
        Pin {
            item: self.item.clone(),
            definition: self.value.text().into_owned(),
            digest: self.digest(),
            reviewed_at,
            varying: Vec::new(),
        }
    }
}

impl Pin {
    /// Whether it is what was written: its digest is made anew from the bytes that are there.
    pub fn is_intact(&self) -> bool {
        self.value().is_some()
    }

    /// What was pinned, if it is intact.
    pub fn value(&self) -> Option<Value> {
        let value = serde_json::from_str(&self.definition).ok()?;
        let is_intact = self.is_of_rounded() || Digest::of_value(&value) == self.digest;
        is_intact.then_some(value)
    }

    /// Whether this is what was pinned, but for the places that were accepted as changing.
    pub fn is_of(&self, value: &Value) -> bool {
        self.is_exactly(value) || self.variant(value).is_some()
    }

    /// Returns what was pinned, if this differs from it, and only in places that were accepted as changing.
    pub fn variant(&self, value: &Value) -> Option<Value> {
        if self.varying.is_empty() || self.is_exactly(value) {
            return None;
        }
        // What begins to speak of Usher is looked at by the person.
        if names_usher(&value.to_string()) && !names_usher(&self.definition) {
            return None;
        }
        let pinned = self.value()?;
        let restored = Varying::put_back(&self.varying, &pinned, value)?;
        self.is_exactly(&restored).then_some(restored)
    }

    /// Returns what alone differs between what was pinned and this, if it is what may be accepted as changing.
    pub fn varies(&self, value: &Value) -> Option<Vec<Varying>> {
        let pinned = self.value()?;
        let found = Varying::between(&pinned, value)?;
        let joined = Varying::joined(found.clone(), &self.varying, &pinned);
        let restores = |places: &Vec<_>| {
            Varying::put_back(places, &pinned, value)
                .is_some_and(|restored| self.is_exactly(&restored))
        };
        // Where what was accepted before does not fit beside it, what is found now stands alone.
        [joined, found].into_iter().find(restores)
    }

    /// Whether this is what was pinned. A pin of rounded numbers is one of every value that is rounded to it.
    pub fn is_exactly(&self, value: &Value) -> bool {
        self.digest == Digest::of_value(value)
            || (self.is_of_rounded() && Some(&self.digest) == Digest::of_rounded(value).as_ref())
    }

    /// Whether its digest is over the text alone, as Usher 0.1.0 made it.
    fn is_of_rounded(&self) -> bool {
        Digest::of_bytes(self.definition.as_bytes()) == self.digest
    }
}

/// What is kept of the items of a server.
#[derive(Debug, Default)]
pub struct StoredItems {
    /// What the person has looked at here.
    pub pins: Vec<Pin>,
    /// What a setup file says was looked at elsewhere: to compare with.
    pub imported: Vec<Pin>,
    /// What the person has seen in place of a pin and does not want, by its digest.
    pub declined: HashMap<ItemName, Digest>,
}

/// Holds what is declared against what is kept. `is_read` says of which kinds all that is declared is known.
pub fn items(
    kept: &StoredItems,
    declared: &[Declared],
    is_read: impl Fn(ItemKind) -> bool,
) -> Vec<Item> {
    let pins = &kept.pins;
    let pinned: HashMap<_, _> = pins.iter().map(|pin| (&pin.item, pin)).collect();
    let imported: HashMap<_, _> = kept.imported.iter().map(|pin| (&pin.item, pin)).collect();
    let there: HashSet<_> = declared.iter().map(|now| &now.item).collect();
    let mut gone: Vec<&Pin> = pins
        .iter()
        .filter(|pin| !there.contains(&pin.item))
        .collect();
    let mut nameless_gone: HashMap<_, _> = gone
        .iter()
        .filter_map(|pin| Some((nameless(pin.item.kind, &pin.value()?)?, &pin.item)))
        .collect();
    let mut renamed = Vec::new();
    let mut found = Vec::new();
    for now in declared {
        let mut item = match (pinned.get(&now.item), imported.get(&now.item)) {
            (None, Some(imported)) if imported.is_intact() => compares(now, imported),
            (pin, _) => stands(now, pin.copied()),
        };
        if item.state == ItemState::New
            && let Some(old) = nameless(now.item.kind, &now.value)
            && let Some(was) = nameless_gone.remove(&old)
        {
            renamed.push(was);
            item.state = ItemState::Renamed {
                from: was.name.clone(),
            };
        }
        item.single = single_reasons(&item.state, &now.value);
        item.kept_old = matches!(item.state, ItemState::Changed | ItemState::Tampered)
            && item.digest.is_some()
            && item.digest.as_ref() == kept.declined.get(&now.item);
        found.push(item);
    }
    gone.retain(|pin| !renamed.contains(&&pin.item));
    found.extend(gone.into_iter().map(|pin| Item {
        item: pin.item.clone(),
        state: match (pin.is_intact(), is_read(pin.item.kind)) {
            (false, _) => ItemState::Tampered,
            (true, true) => ItemState::Gone,
            // It may still be declared: the list was not read.
            (true, false) => ItemState::Unchanged,
        },
        digest: None,
        reviewed_at: Some(pin.reviewed_at),
        about: Vec::new(),
        single: Vec::new(),
        namesakes: Vec::new(),
        kept_old: false,
    }));
    found
}

/// Begins what stands in a definition beside a text without its secret.
pub const SECRET_MARK: &str = " [without a secret; SHA-256 ";

fn single_reasons(state: &ItemState, value: &Value) -> Vec<SingleReason> {
    let mut reasons = match state {
        ItemState::Unchanged | ItemState::Gone => return Vec::new(),
        ItemState::Changed | ItemState::Tampered => vec![SingleReason::Stopped],
        ItemState::UnlikeBrought => vec![SingleReason::UnlikeBrought],
        ItemState::New | ItemState::Renamed { .. } | ItemState::AsBrought => Vec::new(),
    };
    if deceptive_text(value) != DeceptiveText::default() {
        reasons.push(SingleReason::HiddenText);
    }
    let text = value.to_string();
    if names_usher(&text) {
        reasons.push(SingleReason::NamesUsher);
    }
    if text.contains(SECRET_MARK) {
        reasons.push(SingleReason::HoldsSecret);
    }
    reasons
}

fn names_usher(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric())
        .any(|word| word.eq_ignore_ascii_case("usher"))
}

/// Compares an item with its pin.
fn stands(now: &Declared, pin: Option<&Pin>) -> Item {
    let digest = Digest::of_value(&now.value);
    let mut about = Vec::new();
    let state = match pin {
        None => ItemState::New,
        Some(pin) if !pin.is_intact() => ItemState::Tampered,
        Some(pin) if !pin.is_of(&now.value) => {
            about = kinds(pin, now);
            ItemState::Changed
        }
        Some(_) => ItemState::Unchanged,
    };
    Item {
        item: now.item.clone(),
        state,
        digest: Some(digest),
        reviewed_at: pin.map(|pin| pin.reviewed_at),
        about,
        single: Vec::new(),
        namesakes: Vec::new(),
        kept_old: false,
    }
}

/// Compares an item that was not reviewed here with the imported pin.
fn compares(now: &Declared, imported: &Pin) -> Item {
    let mut item = stands(now, Some(imported));
    item.state = match item.state {
        ItemState::Unchanged => ItemState::AsBrought,
        _ => ItemState::UnlikeBrought,
    };
    item
}

fn kinds(pin: &Pin, now: &Declared) -> Vec<DifferenceKind> {
    let Some(was) = pin.value() else {
        return Vec::new();
    };
    let found = differences(&was, &now.value);
    let mut kinds: Vec<_> = found.listed.iter().map(|one| one.kind).collect();
    kinds.dedup();
    kinds
}

/// Returns a definition without its name; `None` if too short to identify it.
fn nameless(kind: ItemKind, value: &Value) -> Option<(ItemKind, String)> {
    let mut members = value.as_object()?.clone();
    members.remove("name")?;
    let rest = canonical(&Value::Object(members));
    (rest.len() > 40).then_some((kind, rest))
}

impl Item {
    /// One that Usher itself brings.
    pub fn of_usher(declared: &Declared) -> Self {
        Self {
            item: declared.item.clone(),
            state: ItemState::Unchanged,
            digest: Some(Digest::of_value(&declared.value)),
            reviewed_at: None,
            about: Vec::new(),
            single: Vec::new(),
            namesakes: Vec::new(),
            kept_old: false,
        }
    }
}

/// Counts what waits for the person.
pub fn counts(items: &[Item]) -> ReviewCounts {
    let mut counts = ReviewCounts::default();
    for item in items {
        match item.state {
            ItemState::Unchanged => {}
            _ if item.kept_old => counts.kept_old += 1,
            ItemState::New
            | ItemState::Renamed { .. }
            | ItemState::AsBrought
            | ItemState::UnlikeBrought => counts.new += 1,
            ItemState::Changed | ItemState::Tampered => counts.changed += 1,
            ItemState::Gone => counts.gone += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests;

//! Compares each item a server declares with its pin.
//!
//! Not here: where the pins are stored (`usher-store`) and what the person does about them (`usher-core`).

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_types::protocol::ListKind;

use super::canonical::{Digest, canonical};
use super::difference::Kind;
use crate::diff::differences;

/// What kind of thing a server declares. Its serialised form is what setup files hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ItemKind {
    Tool,
    Prompt,
    Template,
    /// What the server says a model should know about it; it has no name.
    Instructions,
}

impl ItemKind {
    /// Its word in the database and in records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Template => "template",
            Self::Instructions => "instructions",
        }
    }
}

impl ItemKind {
    /// Returns the list it is part of; instructions are part of none.
    pub fn list(self) -> Option<ListKind> {
        match self {
            Self::Tool => Some(ListKind::Tools),
            Self::Prompt => Some(ListKind::Prompts),
            Self::Template => Some(ListKind::Templates),
            Self::Instructions => None,
        }
    }
}

/// Which item of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemName {
    pub kind: ItemKind,
    /// Its name in the protocol.
    pub name: String,
}

/// An item as its server declares it now.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    pub item: ItemName,
    pub value: Value,
}

/// An item as it was when the person last looked at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    pub item: ItemName,
    pub definition: String,
    pub digest: Digest,
    /// When that was, Unix ms.
    pub reviewed_at: i64,
}

/// How an item compares with its pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemState {
    /// It is what the person looked at.
    Unchanged,
    /// The person has not looked at it yet. It is not used.
    New,
    /// New, but for its name the same as one that is gone. It is not used.
    Renamed {
        /// What that one was called.
        from: String,
    },
    /// Not reviewed here, but as a setup file says it was reviewed elsewhere. It is not used.
    AsBrought,
    /// Not reviewed here, and unlike what a setup file says was reviewed elsewhere.
    /// It is not used.
    UnlikeBrought,
    /// It is something else than what the person looked at. It is stopped.
    Changed,
    /// It is not declared any more.
    Gone,
    /// What was kept of it does not fit its own digest: somebody changed the database. It is stopped.
    Tampered,
}

/// An item in a server's review.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub item: ItemName,
    pub state: ItemState,
    /// Digest of what is declared now; `None` = nothing is.
    pub digest: Option<Digest>,
    /// When the pin was reviewed, or as a setup file says, Unix ms; `None` = never, or Usher
    /// brings it itself.
    pub reviewed_at: Option<i64>,
    /// What a change is about, the weightiest first.
    pub about: Vec<Kind>,
}

/// How much of a server waits for the person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReviewCounts {
    /// Items not reviewed here.
    pub new: u32,
    /// Changed items, and those whose pins were tampered with. These are stopped.
    pub changed: u32,
    /// Items that are gone.
    pub gone: u32,
}

impl Declared {
    pub fn pin(&self, reviewed_at: i64) -> Pin {
        let definition = canonical(&self.value);
        Pin {
            item: self.item.clone(),
            digest: Digest::of_bytes(definition.as_bytes()),
            definition,
            reviewed_at,
        }
    }
}

impl Pin {
    /// Whether it is what was written: its digest is made anew from the bytes that are there.
    pub fn is_intact(&self) -> bool {
        Digest::of_bytes(self.definition.as_bytes()) == self.digest
    }

    /// What was pinned, if it is intact.
    pub fn value(&self) -> Option<Value> {
        if !self.is_intact() {
            return None;
        }
        serde_json::from_str(&self.definition).ok()
    }
}

/// What is kept of the items of a server.
#[derive(Debug, Default)]
pub struct Kept {
    /// What the person has looked at here.
    pub pins: Vec<Pin>,
    /// What a setup file says was looked at elsewhere: to compare with.
    pub brought: Vec<Pin>,
}

/// Holds what is declared against what is kept. `is_read` says of which kinds all that is declared is known.
pub fn items(kept: &Kept, declared: &[Declared], is_read: impl Fn(ItemKind) -> bool) -> Vec<Item> {
    let pins = &kept.pins;
    let pinned: HashMap<_, _> = pins.iter().map(|pin| (&pin.item, pin)).collect();
    let brought: HashMap<_, _> = kept.brought.iter().map(|pin| (&pin.item, pin)).collect();
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
        let mut item = match (pinned.get(&now.item), brought.get(&now.item)) {
            (None, Some(brought)) if brought.is_intact() => compares(now, brought),
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
    }));
    found
}

/// Compares an item with its pin.
fn stands(now: &Declared, pin: Option<&Pin>) -> Item {
    let digest = Digest::of_value(&now.value);
    let mut about = Vec::new();
    let state = match pin {
        None => ItemState::New,
        Some(pin) if !pin.is_intact() => ItemState::Tampered,
        Some(pin) if pin.digest != digest => {
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
    }
}

/// Compares an item that was not reviewed here with the imported pin.
fn compares(now: &Declared, brought: &Pin) -> Item {
    let mut item = stands(now, Some(brought));
    item.state = match item.state {
        ItemState::Unchanged => ItemState::AsBrought,
        _ => ItemState::UnlikeBrought,
    };
    item
}

fn kinds(pin: &Pin, now: &Declared) -> Vec<Kind> {
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
        }
    }
}

impl ReviewCounts {
    pub fn of(items: &[Item]) -> Self {
        let mut counts = Self::default();
        for item in items {
            match item.state {
                ItemState::Unchanged => {}
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
}

#[cfg(test)]
mod tests;

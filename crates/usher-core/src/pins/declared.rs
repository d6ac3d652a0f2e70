//! What a running server declares: its tools, prompts, templates and instructions, as they came.

use std::collections::HashSet;

use serde_json::Value;
use usher_mcp::{Prompt, Redactor, ResourceTemplate, Tool};

use crate::catalog::{ListState, Listed};
use crate::servers::Room;
use crate::snapshot::ServerState;
use usher_review::items::{Declared, ItemKind, ItemName};

/// All a server declares now, each name once: the first of two is the one that is used.
pub(super) fn declared(room: &Room) -> Vec<Declared> {
    let mut all = of::<Tool>(room);
    all.extend(of::<Prompt>(room));
    all.extend(of::<ResourceTemplate>(room));
    all.extend(instructions(room));
    all
}

/// One item, as it is declared now.
pub(super) fn declared_item(room: &Room, item: &ItemName) -> Option<Declared> {
    match item.kind {
        ItemKind::Tool => one::<Tool>(room, &item.name),
        ItemKind::Prompt => one::<Prompt>(room, &item.name),
        ItemKind::Template => one::<ResourceTemplate>(room, &item.name),
        ItemKind::Instructions => instructions(room),
    }
}

/// Whether all a server declares of this kind is known.
pub(super) fn is_read(room: &Room, kind: ItemKind) -> bool {
    match list_state(room, kind) {
        Some(state) => matches!(state, ListState::Ready { .. } | ListState::NotOffered),
        None => matches!(room.state(), ServerState::Running { .. }),
    }
}

/// Why it is not known what a server declares of this kind, if reading it failed.
pub(super) fn reading_fault(room: &Room, kind: ItemKind) -> Option<String> {
    match list_state(room, kind)? {
        ListState::Failed { message } => Some(message),
        ListState::Offline
        | ListState::Loading
        | ListState::Ready { .. }
        | ListState::NotOffered => None,
    }
}

/// How far the list is that items of this kind stand in; instructions stand in none.
fn list_state(room: &Room, kind: ItemKind) -> Option<ListState> {
    match kind {
        ItemKind::Tool => Some(room.catalog.section::<Tool>().state),
        ItemKind::Prompt => Some(room.catalog.section::<Prompt>().state),
        ItemKind::Template => Some(room.catalog.section::<ResourceTemplate>().state),
        ItemKind::Instructions => None,
    }
}

/// What the kinds of listed items have in common.
trait Named: Listed {
    const ITEM: ItemKind;

    fn called(&self) -> &str;

    fn raw(&self) -> &Value;
}

macro_rules! named {
    ($entry:ty, $kind:ident, $name:ident) => {
        impl Named for $entry {
            const ITEM: ItemKind = ItemKind::$kind;

            fn called(&self) -> &str {
                &self.$name
            }

            fn raw(&self) -> &Value {
                &self.raw
            }
        }
    };
}

named!(Tool, Tool, name);
named!(Prompt, Prompt, name);
named!(ResourceTemplate, Template, uri_template);

fn of<T: Named>(room: &Room) -> Vec<Declared> {
    let section = room.catalog.section::<T>();
    let redactor = room.redactor();
    let mut seen = HashSet::new();
    section
        .items
        .iter()
        .filter(|shown| seen.insert(shown.entry.called().to_owned()))
        .map(|shown| declare(&shown.entry, &redactor))
        .collect()
}

fn one<T: Named>(room: &Room, name: &str) -> Option<Declared> {
    let found = room.catalog.find::<T>(|entry| entry.called() == name)?;
    Some(declare(&found.entry, &room.redactor()))
}

/// Secrets are blanked, for pins are kept, and taken along.
fn declare<T: Named>(entry: &T, redactor: &Redactor) -> Declared {
    Declared {
        item: ItemName {
            kind: T::ITEM,
            name: entry.called().to_owned(),
        },
        value: redactor.value(entry.raw().clone()),
    }
}

fn instructions(room: &Room) -> Option<Declared> {
    let agreed = room.agreed()?;
    Some(Declared {
        item: ItemName {
            kind: ItemKind::Instructions,
            name: String::new(),
        },
        value: room
            .redactor()
            .value(Value::from(agreed.instructions.as_deref()?)),
    })
}
